//! Every nesting in which a call can come in: the policy judges the tool that is meant, with the
//! arguments that it runs with, and a shape that nobody may guess at reaches no tool.
//!
//! Each shape goes through each door. A new door, such as a host that reads more shapes, is one line
//! in `doors`.

mod doors;
mod host;
mod shapes;

use std::collections::BTreeSet;
use std::sync::Mutex;

use loopd_tools::{CALL_TOOL, FIND_TOOL};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::json;

use crate::drive::{raw, request};
use doors::{Reading, doors};
use host::{Host, OPEN, SHUT, Use};
use shapes::{Means, envelope, shapes};

/// What must hold whatever came in: what ran was judged, as the same tool with the same arguments;
/// nothing that is denied ran; and nobody judges the host's own two names.
fn laws(judged: &[Use], ran: &[Use]) -> Result<(), String> {
    if let Some(one) = ran.iter().find(|one| !judged.contains(one)) {
        return Err(format!("{one:?} ran and was not judged: {judged:?}"));
    }
    if let Some(one) = ran.iter().find(|(_, with)| with.starts_with(SHUT)) {
        return Err(format!("{one:?} is denied and ran"));
    }
    if ran.len() > judged.len() {
        return Err(format!("{ran:?} ran and {judged:?} was judged"));
    }
    let own = |name: &str| [CALL_TOOL, FIND_TOOL].contains(&name);
    match judged.iter().find(|(name, _)| own(name)) {
        Some(one) => Err(format!("{one:?} was judged, and not what it means")),
        None => Ok(()),
    }
}

#[test]
fn every_shape_through_every_door_is_judged_as_the_tool_that_is_meant() {
    let host = Host::new();
    for door in doors() {
        for site in [OPEN, SHUT] {
            let fetch = ("fetch".to_owned(), format!("{site}:443"));
            for (means, shape) in shapes(site) {
                let place = format!("{}: {shape}", door.name);
                let text = (door.call)(&host, raw(CALL_TOOL, &shape));
                let (judged, ran) = host.log.take();
                laws(&judged, &ran).unwrap_or_else(|broken| panic!("{place}: {broken}"));
                assert!(!text.is_empty(), "{place}: the model reads nothing");
                let reads = judged.contains(&fetch);
                match (means, door.reading) {
                    (Means::Fetch, _) => assert!(reads, "{place}: {text}"),
                    // Read, if it can mean one thing only: what was judged is checked below.
                    (_, Reading::Lenient) => {}
                    _ => assert!(!reads, "{place}: {text}"),
                }
                if reads {
                    assert_eq!(judged, [fetch.clone()], "{place}");
                    assert_eq!(ran.is_empty(), site == SHUT, "{place}: {text}");
                    assert_eq!(text == "fetched", site == OPEN, "{place}: {text}");
                } else {
                    let others = ran.iter().all(|(name, _)| name != "fetch");
                    assert!(others, "{place}: {ran:?}");
                }
            }
        }
    }
}

#[test]
fn a_core_tool_is_called_by_its_name_and_judged_by_it() {
    let host = Host::new();
    for door in doors() {
        let called = (door.call)(&host, raw("peek", "{}"));
        let (judged, ran) = host.log.take();
        assert_eq!(called, "noted", "{}", door.name);
        assert_eq!((judged.len(), ran.len()), (1, 1));
        let envelope = json!({"name": "peek", "arguments": {}});
        let text = (door.call)(&host, request(CALL_TOOL, &envelope));
        assert_eq!(host.log.take(), (vec![], vec![]), "{}: {text}", door.name);
    }
}

/// An envelope that comes in under the target's own name is no envelope: it does not fit.
#[test]
fn a_shape_under_the_tools_own_name_reaches_nothing_that_it_names() {
    let host = Host::new();
    let strict = doors()
        .into_iter()
        .filter(|door| door.reading == Reading::Strict);
    for door in strict {
        for (_, shape) in shapes(SHUT).into_iter().chain(shapes(OPEN)) {
            for tool in ["fetch", FIND_TOOL, "nobody"] {
                let text = (door.call)(&host, raw(tool, &shape));
                assert_eq!(
                    host.log.take(),
                    (vec![], vec![]),
                    "{} {tool} {shape}: {text}",
                    door.name
                );
            }
        }
    }
}

#[test]
fn whatever_comes_in_what_runs_was_judged_and_allowed() {
    let host = Host::new();
    let doors = doors();
    let read = Mutex::new(BTreeSet::new());
    let mut runner = TestRunner::new(ProptestConfig::with_cases(400));
    let checked = runner.run(&envelope(), |envelope| {
        for door in &doors {
            (door.call)(&host, request(CALL_TOOL, &envelope));
            let (judged, ran) = host.log.take();
            laws(&judged, &ran).map_err(|broken| {
                TestCaseError::fail(format!("{}: {envelope}: {broken}", door.name))
            })?;
            read.lock()
                .unwrap()
                .extend(judged.into_iter().map(|(name, _)| name));
        }
        Ok(())
    });
    checked.unwrap();
    assert!(
        read.lock().unwrap().contains("fetch"),
        "no call of `fetch` came in"
    );
}
