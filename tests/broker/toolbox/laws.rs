//! A toolbox does what a list does, and a reader sees one version at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use loopd_tools::{Edit, Toolbox};
use proptest::prelude::*;

use super::{follow, listed, registered, says};
use crate::tools::{Probe, Says};

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
