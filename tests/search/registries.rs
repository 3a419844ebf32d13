//! The index belongs to the registry.

use loopd_tools::{Dispatcher, FakeTools, Registry};

use crate::{entry, office};

#[test]
fn a_registry_is_what_it_was_after_a_search() {
    let registry = office();
    let before = serde_json::to_string(&registry).unwrap();
    let clone = registry.clone();
    let first = registry.search("file", 5);
    assert_eq!(registry, clone);
    assert_eq!(serde_json::to_string(&registry).unwrap(), before);
    assert_eq!(clone.search("file", 5), first);
    assert!(
        std::ptr::eq(registry.index(), clone.index()),
        "clones share the index"
    );
    let read: Registry = serde_json::from_str(&before).unwrap();
    assert_eq!(read.search("file", 5), first);
}

#[test]
fn hits_are_places_of_entries() {
    let registry = office();
    for (place, known) in registry.entries().iter().enumerate() {
        let search = registry.search(&known.schema.name, 1);
        assert_eq!(search.hits[0].place, place);
    }
}

#[test]
fn a_refreshed_dispatcher_searches_the_new_tools() {
    let dispatcher = Dispatcher::new(office(), FakeTools::new()).ranked();
    let ask = || {
        dispatcher
            .call("find_tool", r#"{"query":"brew some tea"}"#)
            .text
    };
    assert!(
        ask().starts_with("No tool matches. 8 tool(s) were searched."),
        "{}",
        ask()
    );
    let more = office()
        .entries()
        .to_vec()
        .into_iter()
        .chain([entry("tea", "Brew tea.", &[])]);
    dispatcher.refresh(more.collect());
    assert!(
        ask().starts_with("1 tool(s) match, showing 1 of 1"),
        "{}",
        ask()
    );
    dispatcher.refresh(office());
    assert!(ask().starts_with("No tool matches."), "{}", ask());
}
