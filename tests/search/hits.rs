//! Which tools a query finds, and in what order.

use loopd_tools::ToolSchema;
use loopd_tools::search::{Index, Reason};
use proptest::prelude::*;

use crate::{office, schema};

fn found(query: &str) -> Vec<String> {
    let registry = office();
    let search = registry.search(query, 5);
    let name = |place: usize| registry.entries()[place].schema.name.clone();
    search.hits.iter().map(|hit| name(hit.place)).collect()
}

#[test]
fn requests_in_plain_words_find_their_tool() {
    for (query, name) in [
        ("what files are in this folder?", "list_files"),
        ("please send a mail to Ann", "send_mail"),
        ("Is it going to rain in Berlin tomorrow?", "get_weather"),
        ("commit my changes to the repo", "git.commit"),
        ("add an appointment to my calendar", "createCalendarEvent"),
        ("Convert 500 US dollars to euros.", "currency_exchange"),
        ("remove the file notes.txt", "delete_file"),
        ("currencies", "currency_exchange"),
        ("calendars", "createCalendarEvent"),
    ] {
        assert_eq!(
            found(query).first().map(String::as_str),
            Some(name),
            "{query}"
        );
    }
}

#[test]
fn a_name_in_the_query_comes_first_and_once() {
    for (query, name) in [
        (
            "call delete_file after you list files and folders",
            "delete_file",
        ),
        ("GIT.COMMIT", "git.commit"),
        ("use `commit` to list files", "git.commit"),
        ("commit", "git.commit"),
        (
            "list the files, then createCalendarEvent",
            "createCalendarEvent",
        ),
    ] {
        let registry = office();
        let search = registry.search(query, 5);
        let names = found(query);
        assert_eq!(names[0], name, "{query}");
        assert!(search.hits[0].exact);
        assert_eq!(names.iter().filter(|found| *found == name).count(), 1);
    }
    // A plain word of a request is no name.
    assert!(!office().search("commit a crime in the city", 5).hits[0].exact);
}

#[test]
fn names_may_repeat_and_hits_are_places() {
    let tools: Vec<ToolSchema> = (0..3)
        .map(|_| schema("search", "Search the web.", &["q"]))
        .collect();
    let search = Index::new(&tools).search("search the web", 10);
    let places: Vec<usize> = search.hits.iter().map(|hit| hit.place).collect();
    assert_eq!(places, [0, 1, 2], "ties are in the order of registration");
    let search = Index::new(&tools).search("search", 10);
    let exact = search.hits.iter().filter(|hit| hit.exact).count();
    assert_eq!((search.hits[0].place, exact), (0, 1), "one for a name");
}

#[test]
fn names_are_selected_as_they_are_asked_for() {
    assert_eq!(
        found("select:list_files, clock,nothing"),
        ["list_files", "clock"]
    );
    let search = office().search("select:list_files,nothing", 5);
    assert_eq!(search.missing, ["nothing"]);
    assert_eq!(found("select:clock,clock"), ["clock"]);
    assert_eq!(office().search("select:", 5).reason, Some(Reason::Empty));
    assert_eq!(
        office().search("select:nope", 5).reason,
        Some(Reason::NoMatch)
    );
}

#[test]
fn words_with_a_plus_have_to_be_there() {
    assert_eq!(found("+folder list files delete"), ["list_files"]);
    assert_eq!(found("+folder +calendar"), Vec::<String>::new());
    assert_eq!(found("+unheard files"), Vec::<String>::new());
    // A plus between words is none of them.
    assert!(found("list files + delete files").len() > 1);
}

#[test]
fn nothing_found_has_a_reason() {
    for (query, reason) in [
        ("", Reason::Empty),
        (" \n", Reason::Empty),
        ("the of and", Reason::NoWords),
        ("?!", Reason::NoWords),
        ("quuxification", Reason::NoMatch),
    ] {
        let search = office().search(query, 5);
        assert_eq!(
            (search.hits.len(), search.reason),
            (0, Some(reason)),
            "{query:?}"
        );
        assert_eq!((search.matched, search.total), (0, 8));
    }
    // Words that are passed over beside others are looked for if there are no others.
    assert_eq!(office().search("show", 5).reason, None);
}

#[test]
fn a_search_says_how_many_match() {
    let all = office().search("file", 10);
    let one = office().search("file", 1);
    assert_eq!((one.hits.len(), one.matched), (1, all.matched));
    assert!(all.matched >= 2 && all.hits.len() == all.matched);
    assert_eq!(office().search("file", 0).hits.len(), 0);
}

#[test]
fn other_scripts_are_found() {
    let tools = [
        schema("get-tickets", "查询12306余票信息。", &[]),
        schema("weather", "获取城市的天气预报", &[]),
        schema("größe", "Misst die Größe einer Datei.", &[]),
    ];
    let index = Index::new(&tools);
    for (query, place) in [("余票", 0), ("北京天气怎么样", 1), ("GRÖSSE größe", 2)] {
        assert_eq!(index.search(query, 3).hits[0].place, place, "{query}");
    }
}

#[test]
fn an_empty_list_is_searched_in_vain() {
    let index = Index::new(&[] as &[ToolSchema]);
    let search = index.search("file", 5);
    assert_eq!((search.reason, search.total), (Some(Reason::NoMatch), 0));
    assert!(index.is_empty());
}

proptest! {
    #[test]
    fn any_text_is_a_query_and_any_text_a_tool(
        texts in prop::collection::vec((any::<String>(), any::<String>()), 0..8),
        query in any::<String>(),
        limit in 0_usize..12,
    ) {
        let tools: Vec<ToolSchema> =
            texts.iter().map(|(name, said)| schema(name, said, &[name])).collect();
        let index = Index::new(&tools);
        let search = index.search(&query, limit);
        prop_assert!(search.hits.len() <= limit.min(tools.len()));
        prop_assert!(search.hits.len() <= search.matched.max(limit));
        prop_assert!(search.hits.iter().all(|hit| hit.place < tools.len() && hit.score.is_finite()));
        let mut places: Vec<usize> = search.hits.iter().map(|hit| hit.place).collect();
        places.sort_unstable();
        places.dedup();
        prop_assert_eq!(places.len(), search.hits.len());
        prop_assert_eq!(&search, &Index::new(&tools).search(&query, limit));
        prop_assert_eq!(search, index.search(&query, limit));
    }

    /// A word that one tool alone has finds that tool, wherever it stands.
    #[test]
    fn a_rare_word_finds_its_tool(place in 0_usize..20, field in 0..3) {
        let tools: Vec<ToolSchema> = (0..20)
            .map(|tool| {
                let rare = |at| if tool == place && at == field { "zyzzyva" } else { "plain" };
                schema(&format!("do_{}_{tool}", rare(0)), &format!("Does a {} thing.", rare(1)), &[rare(2)])
            })
            .collect();
        let search = Index::new(&tools).search("find the zyzzyva for me", 3);
        prop_assert_eq!(search.hits[0].place, place);
    }
}
