//! Changes, what becomes of running calls, and what is listed.

use std::sync::Arc;

use loopd_tools::{Arguments, Broker, CallContext, DynTool, Edit, Toolbox, ToolboxError};

use super::{follow, listed, registered, says};
use crate::drive::{now, poll_once, raw, turn};
use crate::tools::{Probe, Says};

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
