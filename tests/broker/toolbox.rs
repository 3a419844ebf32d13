//! What a toolbox promises.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use loopd_tools::{
    Arguments, BadName, Broker, CallContext, Change, Clock, DynTool, Echo, Edit, Surface, Tool,
    ToolSchema, Toolbox, ToolboxError,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::drive::{now, poll_once, raw, turn};
use crate::tools::{Probe, Says, schema};

fn says(toolbox: &Toolbox, name: &str) -> String {
    let tool = toolbox.get(name).unwrap();
    let output = now(tool.call(Arguments::default(), &CallContext::new()));
    output.unwrap().into_text()
}

fn registered(toolbox: &Toolbox) -> Vec<String> {
    let all = toolbox.all();
    all.iter()
        .map(|tool| tool.definition().name().to_owned())
        .collect()
}

#[test]
fn a_taken_name_is_refused_with_the_way_out() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("look", "old")).unwrap();
    let error = toolbox.register(Says::new("look", "new")).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::Taken {
            name: "look".into()
        }
    );
    let text = error.to_string();
    assert!(
        text.contains("`look`") && text.contains("namespace"),
        "{text}"
    );
    assert_eq!(says(&toolbox, "look"), "old");
    assert_eq!(toolbox.version(), 1);
}

#[test]
fn reserved_names_are_refused() {
    let toolbox = Toolbox::new();
    for name in ["find_tool", "call_tool"] {
        let error = toolbox.register(Says::new(name, "")).unwrap_err();
        assert_eq!(error, ToolboxError::Reserved { name: name.into() });
    }
    let error = toolbox
        .namespace("find_")
        .unwrap()
        .register(Says::new("tool", ""));
    assert!(matches!(error, Err(ToolboxError::Reserved { name }) if name == "find_tool"));
}

#[test]
fn names_that_a_consumer_refuses_are_refused() {
    let long = "n".repeat(65);
    let cases = [
        ("", BadName::Empty),
        ("1st", BadName::Start('1')),
        ("-x", BadName::Start('-')),
        ("graph.list", BadName::Character('.')),
        ("a b", BadName::Character(' ')),
        ("server:tool", BadName::Character(':')),
        ("größe", BadName::Character('ö')),
        (long.as_str(), BadName::Long(65)),
    ];
    for (name, reason) in cases {
        let toolbox = Toolbox::new();
        let error = toolbox.register(Says::new(name, "")).unwrap_err();
        assert_eq!(
            error,
            ToolboxError::BadName {
                name: name.into(),
                reason
            }
        );
        assert_eq!(toolbox.version(), 0);
    }
    let longest = "n".repeat(64);
    Toolbox::new().register(Says::new(&longest, "")).unwrap();
}

#[test]
fn tools_that_no_model_can_be_told_of_are_refused() {
    let toolbox = Toolbox::new();
    let blank = ToolSchema {
        description: " \n".into(),
        ..schema("blank")
    };
    let error = toolbox.register(Says::of(blank, "")).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::EmptyDescription {
            name: "blank".into()
        }
    );
    let deep = (0..100).fold(json!({}), |inner, _| json!({"items": inner}));
    let with = |property: Value| json!({"type": "object", "properties": {"a": property}});
    let bad: [(Value, &str); 14] = [
        (Value::Null, "no JSON object"),
        (json!(true), "no JSON object"),
        (json!({}), "\"type\":\"object\""),
        (
            json!({"type": "array", "properties": {}}),
            "\"type\":\"object\"",
        ),
        (json!({"type": "object"}), "\"properties\""),
        (with(json!({"type": "int"})), "a: `type` is \"int\""),
        (with(json!({"type": ["string", 1]})), "a: `type` is"),
        (with(json!({"type": []})), "a: `type` is"),
        (with(json!({"items": {"enum": 1}})), "a.items: `enum`"),
        (
            with(json!({"anyOf": [{}, {"required": "b"}]})),
            "a.anyOf[1]: `required`",
        ),
        (
            with(json!({"properties": []})),
            "a.properties: it is no object",
        ),
        (
            with(json!({"$ref": "#/$defs/none"})),
            "a: `$ref` is \"#/$defs/none\"",
        ),
        (
            with(json!({"$ref": "https://example.org/"})),
            "a: `$ref` is",
        ),
        (with(deep), "deeper"),
    ];
    for (parameters, words) in bad {
        let schema = ToolSchema {
            parameters,
            ..schema("bad")
        };
        let error = toolbox.register(Says::of(schema, "")).unwrap_err();
        assert!(matches!(&error, ToolboxError::InvalidSchema { name, .. } if name == "bad"));
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(toolbox.is_empty());
    let tree = json!({
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/node"}, "any": true, "none": {"type": ["null", "string"]}},
        "$defs": {"node": {"type": "object", "properties": {"below": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
    });
    let schema = ToolSchema {
        parameters: tree,
        ..schema("good")
    };
    toolbox.register(Says::of(schema, "")).unwrap();
}

#[test]
fn a_replaced_tool_keeps_its_place() {
    let toolbox = Toolbox::new();
    for name in ["c", "a", "b"] {
        toolbox.register(Says::new(name, "old")).unwrap();
    }
    toolbox.replace(Says::new("a", "new")).unwrap();
    assert_eq!(registered(&toolbox), ["c", "a", "b"]);
    assert_eq!(says(&toolbox, "a"), "new");
    let error = toolbox.replace(Says::new("d", "new")).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::Unknown {
            name: "d".into(),
            tools: 3
        }
    );
}

#[test]
fn a_tool_that_comes_back_comes_last() {
    let toolbox = Toolbox::new();
    for name in ["a", "b"] {
        toolbox.register(Says::new(name, "")).unwrap();
    }
    toolbox
        .apply(Edit::new().remove("a").register(Says::new("a", "")))
        .unwrap();
    assert_eq!(registered(&toolbox), ["b", "a"]);
}

#[test]
fn a_removed_tools_running_call_finishes() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("slow", "done")).unwrap();
    let tool = toolbox.get("slow").unwrap();
    let cx = CallContext::new();
    let running = tool.prepare(Arguments::default(), &cx).unwrap();
    toolbox.remove("slow").unwrap();
    drop(tool);
    assert!(!toolbox.contains("slow"));
    assert_eq!(now(running.run(&cx)).unwrap().into_text(), "done");
}

#[test]
fn a_call_that_runs_under_a_broker_ends_after_its_tool_is_gone() {
    let toolbox = Toolbox::new();
    for name in ["removed", "replaced"] {
        let slow = Probe::new(name, |_, _| async {
            turn().await;
            Ok("the old one")
        });
        toolbox.register(slow).unwrap();
    }
    let broker = Broker::builder(toolbox.clone()).without_timer().build();
    let broker = broker.unwrap();
    let begin = |name: &str| Box::pin(broker.call(raw(name, "{}"), CallContext::new()));
    let (mut removed, mut replaced) = (begin("removed"), begin("replaced"));
    assert!(poll_once(&mut removed).is_none() && poll_once(&mut replaced).is_none());
    toolbox.remove("removed").unwrap();
    toolbox
        .replace(Says::new("replaced", "the new one"))
        .unwrap();
    for call in [&mut removed, &mut replaced] {
        assert_eq!(poll_once(call).unwrap().text(), "the old one");
    }
    assert!(now(begin("removed")).error().is_some());
    assert_eq!(now(begin("replaced")).text(), "the new one");
}

#[test]
fn an_edit_is_all_or_nothing() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("a", "")).unwrap();
    let (_, mut changes) = toolbox.subscribe();
    let edit = Edit::new()
        .register(Says::new("b", ""))
        .remove("a")
        .remove("nobody");
    let error = toolbox.apply(edit).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::Unknown {
            name: "nobody".into(),
            tools: 1
        }
    );
    assert_eq!((toolbox.names(), toolbox.version()), (vec!["a".into()], 1));
    assert_eq!(changes.try_next(), None);
    let twice = Edit::new()
        .register(Says::new("b", ""))
        .register(Says::new("b", ""));
    assert!(matches!(
        toolbox.apply(twice),
        Err(ToolboxError::Taken { .. })
    ));
    let gone = Edit::new().remove("a").replace(Says::new("a", ""));
    assert!(matches!(
        toolbox.apply(gone),
        Err(ToolboxError::Unknown { .. })
    ));
    assert_eq!((toolbox.names(), toolbox.version()), (vec!["a".into()], 1));
}

#[test]
fn an_edit_that_changes_nothing_has_no_version() {
    let toolbox = Toolbox::new();
    assert_eq!(toolbox.apply(Edit::new()), Ok(0));
    toolbox.register(Says::new("a", "")).unwrap();
    toolbox.show("a").unwrap();
    let there_and_back = Edit::new().register(Says::new("b", "")).remove("b");
    assert_eq!(toolbox.apply(there_and_back), Ok(1));
    assert_eq!(toolbox.version(), 1);
}

#[test]
fn a_hidden_tool_can_be_called_and_is_nowhere_listed() {
    let toolbox = Toolbox::new();
    for name in ["a", "b", "c"] {
        toolbox.register(Says::new(name, name)).unwrap();
    }
    let (_, mut changes) = toolbox.subscribe();
    toolbox.hide("b").unwrap();
    assert_eq!(toolbox.names(), ["a", "c"]);
    assert_eq!(registered(&toolbox), ["a", "c"]);
    assert_eq!(toolbox.registry().names(), ["a", "c"]);
    assert_eq!(toolbox.len(), 2);
    assert_eq!(says(&toolbox, "b"), "b");
    assert!(toolbox.contains("b"));
    assert!(toolbox.register(Says::new("b", "")).is_err());
    toolbox.show("b").unwrap();
    assert_eq!(registered(&toolbox), ["a", "b", "c"]);
    let hidden = changes.try_next().unwrap();
    assert_eq!(hidden.removed().collect::<Vec<_>>(), ["b"]);
    let shown = changes.try_next().unwrap();
    assert_eq!(shown.added().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn a_subset_is_a_toolbox_of_its_own() {
    let toolbox = Toolbox::new();
    for name in ["c", "a", "b"] {
        toolbox.register(Says::new(name, name)).unwrap();
    }
    let subset = toolbox.subset(["b", "c"]).unwrap();
    assert_eq!(registered(&subset), ["c", "b"]);
    subset.remove("b").unwrap();
    assert!(toolbox.contains("b"));
    toolbox.replace(Says::new("c", "new")).unwrap();
    assert_eq!(says(&subset, "c"), "c");
    let error = toolbox.subset(["a", "nobody"]).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::Unknown {
            name: "nobody".into(),
            tools: 3
        }
    );
}

#[test]
fn what_may_overlap_is_told_in_the_order_of_registration() {
    let toolbox = Toolbox::new();
    for (name, concurrent) in [("d", true), ("a", false), ("c", true), ("b", true)] {
        let tool = Says::new(name, "").define(|tool| tool.with_concurrent(concurrent));
        toolbox.register(tool).unwrap();
    }
    let names = || {
        let concurrent = toolbox.concurrent();
        let name = |tool: &Arc<dyn DynTool>| tool.definition().name().to_owned();
        concurrent.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(), ["d", "c", "b"]);
    toolbox.hide("c").unwrap();
    toolbox.replace(Says::new("d", "")).unwrap();
    assert_eq!(names(), ["b"]);
}

#[test]
fn the_system_prompt_holds_what_listed_core_tools_say_in_the_order_of_registration() {
    let toolbox = Toolbox::new();
    let tools = [
        ("z", true, Some("Z first.")),
        ("quiet", true, None),
        ("found", false, Some("Said where it is found.")),
        ("a", true, Some("Then A.")),
    ];
    for (name, core, prompt) in tools {
        let tool = Says::new(name, "").define(|tool| {
            let tool = tool.with_core(core);
            match prompt {
                Some(prompt) => tool.with_system_prompt(prompt),
                None => tool,
            }
        });
        toolbox.register(tool).unwrap();
    }
    assert_eq!(toolbox.system_prompts(), ["Z first.", "Then A."]);
    let other = Says::new("z", "").define(|tool| {
        let tool = tool.with_core(true);
        tool.with_system_prompt("Z anew.")
    });
    toolbox.replace(other).unwrap();
    assert_eq!(toolbox.system_prompts(), ["Z anew.", "Then A."]);
    toolbox.hide("z").unwrap();
    assert_eq!(toolbox.system_prompts(), ["Then A."]);
    toolbox.remove("a").unwrap();
    assert!(toolbox.system_prompts().is_empty());
}

#[test]
fn a_namespace_keeps_names_legal_and_apart() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("git_log", "mine")).unwrap();
    let git = toolbox.namespace("git_").unwrap();
    assert!(matches!(
        git.register(Says::new("log", "theirs")),
        Err(ToolboxError::Taken { name }) if name == "git_log"
    ));
    git.register(Echo::tool()).unwrap();
    assert_eq!(toolbox.names(), ["git_echo", "git_log"]);
    assert_eq!(git.names(), ["echo", "log"]);
    let echo = git.get("echo").unwrap();
    assert_eq!(echo.definition().name(), "git_echo");
    assert_eq!(
        echo.definition().schema().parameters,
        Echo::schema().parameters
    );
    let said = now(echo.call(r#"{"text":"x"}"#.into(), &CallContext::new()));
    assert_eq!(said.unwrap().into_text(), "x");
    let long = Says::new(&"n".repeat(61), "");
    assert!(matches!(
        git.register(long),
        Err(ToolboxError::BadName {
            reason: BadName::Long(65),
            ..
        })
    ));
    for prefix in ["", "1_", "a.b", "über_"] {
        assert!(toolbox.namespace(prefix).is_err(), "{prefix}");
    }
    git.remove("echo").unwrap();
    assert_eq!(toolbox.names(), ["git_log"]);
}

#[test]
fn a_namespace_is_changed_as_one() {
    let toolbox = Toolbox::new();
    let server = toolbox.namespace("srv-").unwrap();
    server
        .apply(Edit::new().register(Echo::tool()).register(Clock::tool()))
        .unwrap();
    let (before, mut changes) = toolbox.subscribe();
    let edit = Edit::new()
        .remove("clock")
        .replace(Echo::tool())
        .register(Says::new("x", ""));
    assert_eq!(server.apply(edit), Ok(2));
    let change = changes.try_next().unwrap();
    assert_eq!((change.from(), change.to()), (before.version(), 2));
    assert_eq!(change.added().collect::<Vec<_>>(), ["srv-x"]);
    assert_eq!(change.replaced().collect::<Vec<_>>(), ["srv-echo"]);
    assert_eq!(change.removed().collect::<Vec<_>>(), ["srv-clock"]);
    assert_eq!(changes.try_next(), None);
}

#[test]
fn changes_end_with_the_toolbox() {
    let toolbox = Toolbox::new();
    let (_, mut changes) = toolbox.subscribe();
    toolbox.register(Says::new("a", "")).unwrap();
    let other = toolbox.clone();
    drop(toolbox);
    drop(other);
    assert_eq!(
        now(changes.next()).unwrap().added().collect::<Vec<_>>(),
        ["a"]
    );
    assert_eq!(now(changes.next()), None);
}

#[test]
fn a_listener_far_behind_misses_nothing() {
    let toolbox = Toolbox::new();
    let (start, mut changes) = toolbox.subscribe();
    for number in 0..1500 {
        toolbox
            .register(Says::new(&format!("t{number}"), ""))
            .unwrap();
        if number % 3 == 0 {
            toolbox.remove(&format!("t{number}")).unwrap();
        }
    }
    let mut names = listed(&start);
    let mut at = start.version();
    let mut events = 0;
    while let Some(change) = changes.try_next() {
        assert_eq!(change.from(), at);
        at = change.to();
        follow(&mut names, &change);
        events += 1;
    }
    assert_eq!(at, toolbox.version());
    assert_eq!(names, toolbox.names().into_iter().collect());
    assert!(events < 2000, "{events} events wait for one listener");
}

fn listed(surface: &Surface) -> BTreeSet<String> {
    surface
        .registry()
        .names()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// Does to a set of names what a change says; every part of it must fit.
fn follow(names: &mut BTreeSet<String>, change: &Change) {
    for name in change.added() {
        assert!(names.insert(name.to_owned()), "{name} was added twice");
    }
    for name in change.replaced() {
        assert!(names.contains(name), "{name} was replaced and not there");
    }
    for name in change.removed() {
        assert!(names.remove(name), "{name} was removed and not there");
    }
    for part in [
        change.added().collect::<Vec<_>>(),
        change.replaced().collect(),
        change.removed().collect(),
    ] {
        assert!(part.is_sorted());
    }
}

/// One step of an edit, over few names so that steps meet.
#[derive(Debug, Clone)]
enum Step {
    Register(u8, u8),
    Replace(u8, u8),
    Remove(u8),
    Hide(u8),
    Show(u8),
}

fn step() -> impl Strategy<Value = Step> {
    (0..5u8, 0..6u8, any::<u8>()).prop_map(|(kind, name, text)| match kind {
        0 => Step::Register(name, text),
        1 => Step::Replace(name, text),
        2 => Step::Remove(name),
        3 => Step::Hide(name),
        _ => Step::Show(name),
    })
}

fn name(number: u8) -> String {
    format!("t{number}")
}

fn tool(number: u8, text: u8) -> Probe {
    Says::new(&name(number), &text.to_string())
}

fn edit(steps: &[Step]) -> Edit {
    steps.iter().fold(Edit::new(), |edit, step| match *step {
        Step::Register(number, text) => edit.register(tool(number, text)),
        Step::Replace(number, text) => edit.replace(tool(number, text)),
        Step::Remove(number) => edit.remove(name(number)),
        Step::Hide(number) => edit.hide(name(number)),
        Step::Show(number) => edit.show(name(number)),
    })
}

/// The oracle: a list of name, text and whether it is hidden.
type Model = Vec<(u8, u8, bool)>;

/// What one step makes of the list; none if it can't be done.
fn model(mut list: Model, step: &Step) -> Option<Model> {
    let find = |list: &Model, number: u8| list.iter().position(|entry| entry.0 == number);
    match *step {
        Step::Register(number, text) => {
            if find(&list, number).is_some() {
                return None;
            }
            list.push((number, text, false));
        }
        // A new tool is a listed one.
        Step::Replace(number, text) => {
            let place = find(&list, number)?;
            list[place] = (number, text, false);
        }
        Step::Remove(number) => {
            let place = find(&list, number)?;
            list.remove(place);
        }
        Step::Hide(number) | Step::Show(number) => {
            let place = find(&list, number)?;
            list[place].2 = matches!(step, Step::Hide(_));
        }
    }
    Some(list)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_toolbox_does_what_a_list_does(edits in prop::collection::vec(prop::collection::vec(step(), 1..5), 0..20)) {
        let toolbox = Toolbox::new();
        let mut list = Model::new();
        let (surface, mut changes) = toolbox.subscribe();
        let mut names = listed(&surface);
        for steps in edits {
            let before = toolbox.version();
            let wanted = steps.iter().try_fold(list.clone(), model);
            let done = toolbox.apply(edit(&steps));
            prop_assert_eq!(done.is_ok(), wanted.is_some(), "{:?}", done);
            list = wanted.unwrap_or(list);
            prop_assert!(toolbox.version() <= before + 1);
            if let Some(change) = changes.try_next() {
                prop_assert_eq!((change.from(), change.to()), (before, before + 1));
                follow(&mut names, &change);
            } else {
                prop_assert_eq!(toolbox.version(), before);
            }
            prop_assert_eq!(changes.try_next(), None);
            let shown: Vec<String> = list.iter().filter(|e| !e.2).map(|e| name(e.0)).collect();
            prop_assert_eq!(registered(&toolbox), shown.clone());
            prop_assert_eq!(&names, &shown.into_iter().collect());
            for number in 0..6 {
                let there = list.iter().find(|entry| entry.0 == number);
                prop_assert_eq!(toolbox.contains(&name(number)), there.is_some());
                if let Some((_, text, _)) = there {
                    prop_assert_eq!(says(&toolbox, &name(number)), text.to_string());
                }
            }
        }
    }
}

proptest! {
    /// Whatever prefix and names: a name in a namespace is legal and nobody else's, or is refused.
    #[test]
    fn a_namespace_makes_no_illegal_and_no_colliding_name(
        prefixes in prop::collection::vec("[a-c_-]{0,3}|[a-z]{60}|\\PC{0,3}", 1..4),
        names in prop::collection::vec("[a-c_-]{0,4}|find_tool|\\PC{0,3}", 1..6),
    ) {
        let toolbox = Toolbox::new();
        let legal = regex::Regex::new("^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$").unwrap();
        let mut taken = BTreeSet::new();
        for prefix in &prefixes {
            let Ok(space) = toolbox.namespace(prefix) else {
                prop_assert!(!legal.is_match(prefix), "{prefix}");
                continue;
            };
            for name in &names {
                let full = format!("{prefix}{name}");
                let reserved = ["find_tool", "call_tool"].contains(&full.as_str());
                let takes = legal.is_match(&full) && !reserved && !taken.contains(&full);
                let registered = space.register(Says::new(name, &full));
                prop_assert_eq!(registered.is_ok(), takes, "{} {}: {:?}", prefix, name, registered);
                if takes {
                    prop_assert_eq!(says(&toolbox, &full), full.clone());
                    taken.insert(full);
                }
            }
        }
        prop_assert_eq!(toolbox.names().into_iter().collect::<BTreeSet<_>>(), taken);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Threads with random edits, and readers that check everything a reader can see.
    #[test]
    fn readers_see_one_version_at_a_time(scripts in prop::collection::vec(prop::collection::vec(step(), 1..40), 3)) {
        let toolbox = Toolbox::new();
        let (start, mut changes) = toolbox.subscribe();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| while !stop.load(Ordering::Relaxed) { look(&toolbox); });
            }
            let toolbox = &toolbox;
            let writers: Vec<_> = scripts.iter().map(|script| scope.spawn(move || {
                for step in script {
                    let _ = toolbox.apply(edit(std::slice::from_ref(step)));
                }
            })).collect();
            let ended: Vec<_> = writers.into_iter().map(thread::ScopedJoinHandle::join).collect();
            stop.store(true, Ordering::Relaxed);
            assert!(ended.iter().all(Result::is_ok));
        });
        let mut names = listed(&start);
        let mut at = start.version();
        while let Some(change) = changes.try_next() {
            prop_assert_eq!(change.from(), at);
            at = change.to();
            follow(&mut names, &change);
        }
        prop_assert_eq!(at, toolbox.version());
        prop_assert_eq!(names, toolbox.names().into_iter().collect());
    }
}

/// What must hold for every reader at every moment.
fn look(toolbox: &Toolbox) {
    let early = toolbox.version();
    let surface = toolbox.surface();
    let late = toolbox.version();
    assert!((early..=late).contains(&surface.version()));
    let tools: Vec<&str> = surface
        .tools()
        .map(|tool| tool.definition().name())
        .collect();
    let entries = surface
        .registry()
        .schemas()
        .map(|schema| schema.name.as_str());
    assert_eq!(tools, entries.collect::<Vec<_>>());
    if early == late {
        // Nothing changed in between: one surface per version.
        assert!(Arc::ptr_eq(&surface, &toolbox.surface()) || toolbox.version() != late);
    }
    for tool in tools {
        // Listed and not callable: only if the toolbox went on meanwhile.
        assert!(toolbox.contains(tool) || toolbox.version() != surface.version());
    }
}
