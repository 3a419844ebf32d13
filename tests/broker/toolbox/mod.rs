//! What a toolbox promises.

mod changes;
mod laws;
mod names;

use std::collections::BTreeSet;

use loopd_tools::{Arguments, CallContext, Change, Surface, Toolbox};

use crate::drive::now;

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
