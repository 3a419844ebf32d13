//! Many calls at once.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use loopd_tools::broker::Call;
use loopd_tools::policy::{Access, Answers, Approval, Approver, Policy, Profile, Question};
use loopd_tools::{
    BoxFuture, Broker, CallContext, CallLimits, DenyReason, Outcome, Plan, ToolError, ToolRequest,
    Toolbox,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::drive::{now, poll_once, raw, request, turn};
use crate::tools::{Probe, Says};

fn calls(requests: &[ToolRequest], cx: &CallContext) -> Vec<Call> {
    let call = |(place, request): (usize, &ToolRequest)| {
        Call::new(request.clone(), cx.clone().with_call_id(place.to_string()))
    };
    requests.iter().enumerate().map(call).collect()
}

/// Drives a batch whose calls wait now and then, without a runtime.
fn run(broker: &Broker, requests: &[ToolRequest]) -> Vec<Outcome> {
    let mut batch = Box::pin(broker.call_all(calls(requests, &CallContext::new())));
    for _ in 0..10_000 {
        if let Some(outcomes) = poll_once(&mut batch) {
            return outcomes;
        }
    }
    panic!("the batch does not end");
}

/// The files of the model, and who is at work on which.
#[derive(Default)]
struct Files {
    contents: BTreeMap<String, String>,
    busy: BTreeMap<String, usize>,
    alone: bool,
    running: usize,
    most: usize,
}

type Disk = Arc<Mutex<Files>>;

/// What is done, in two halves with turns of others between them, so that an overlap shows.
async fn work(
    disk: &Disk,
    file: Option<String>,
    turns: u64,
    act: impl FnOnce(&mut Files) -> String,
) -> String {
    {
        let mut files = disk.lock().unwrap();
        assert!(!files.alone, "something runs beside a call that is alone");
        files.running += 1;
        files.most = files.most.max(files.running);
        if let Some(file) = &file {
            let busy = files.busy.entry(file.clone()).or_default();
            *busy += 1;
            assert_eq!(*busy, 1, "two calls work on one file");
        } else {
            assert_eq!(files.running, 1, "a call that is alone is not");
            files.alone = true;
        }
    }
    for _ in 0..turns {
        turn().await;
    }
    let mut files = disk.lock().unwrap();
    let said = act(&mut files);
    files.running -= 1;
    match &file {
        Some(file) => *files.busy.get_mut(file).unwrap() -= 1,
        None => files.alone = false,
    }
    said
}

fn on_file(mut plan: Plan, arguments: &Value) -> Plan {
    plan.resource = arguments["file"].as_str().map(str::to_owned);
    plan
}

/// Tools over the files: reading, writing, appending; listing, which sees all of them; and one that
/// can be prepared only once its file is there.
fn disk_tools(disk: &Disk) -> Broker {
    let toolbox = Toolbox::new();
    let tool = |name: &str, act: fn(&mut Files, &Value) -> String| {
        let disk = Arc::clone(disk);
        Probe::new(name, move |arguments, _| {
            let disk = Arc::clone(&disk);
            async move {
                let file = arguments["file"].as_str().map(str::to_owned);
                let turns = arguments["turns"].as_u64().unwrap_or_default();
                Ok(work(&disk, file, turns, |files| act(files, &arguments)).await)
            }
        })
        .define(|tool| tool.with_concurrent(true))
        .plan(|plan, arguments| Ok(on_file(plan, arguments)))
    };
    toolbox
        .register(tool("read", |files, arguments| {
            let file = arguments["file"].as_str().unwrap();
            files
                .contents
                .get(file)
                .cloned()
                .unwrap_or_else(|| "nothing".into())
        }))
        .unwrap();
    toolbox
        .register(tool("append", |files, arguments| {
            let file = arguments["file"].as_str().unwrap().to_owned();
            let content = files.contents.entry(file).or_default();
            content.push_str(arguments["text"].as_str().unwrap());
            content.len().to_string()
        }))
        .unwrap();
    let list = tool("list", |files, _| format!("{:?}", files.contents));
    toolbox
        .register(list.define(|tool| tool.with_concurrent(false)))
        .unwrap();
    let there = Arc::clone(disk);
    let open = tool("open", |files, arguments| {
        files.contents[arguments["file"].as_str().unwrap()].clone()
    });
    let open = open.plan(move |plan, arguments| {
        let plan = on_file(plan, arguments);
        let file = plan.resource.clone().unwrap();
        if there.lock().unwrap().contents.contains_key(&file) {
            return Ok(plan);
        }
        Err(ToolError::file_not_found(format!("{file} is not there")))
    });
    toolbox.register(open).unwrap();
    Broker::builder(toolbox)
        .without_timer()
        .limits(CallLimits::new().with_parallel(NonZeroUsize::new(3).unwrap()))
        .build()
        .unwrap()
}

fn a_call() -> impl Strategy<Value = ToolRequest> {
    let file = prop_oneof![Just("a"), Just("b"), Just("c")];
    (0..5u8, file, "[xyz]{1,3}", 0..4u64).prop_map(|(kind, file, text, turns)| match kind {
        0 => request("read", &json!({"file": file, "turns": turns})),
        1 | 2 => request(
            "append",
            &json!({"file": file, "text": text, "turns": turns}),
        ),
        3 => request("open", &json!({"file": file, "turns": turns})),
        _ => request("list", &json!({"turns": turns})),
    })
}

proptest! {
    /// A batch gives what its calls give one by one, and leaves what they leave.
    #[test]
    fn a_batch_is_its_calls_one_by_one(requests in prop::collection::vec(a_call(), 0..14)) {
        let (together, apart) = (Disk::default(), Disk::default());
        let batch: Vec<String> = run(&disk_tools(&together), &requests)
            .iter()
            .map(|outcome| outcome.text().into_owned())
            .collect();
        let broker = disk_tools(&apart);
        let one_by_one: Vec<String> = requests
            .iter()
            .map(|request| run(&broker, std::slice::from_ref(request)).remove(0).text().into_owned())
            .collect();
        prop_assert_eq!(batch, one_by_one);
        let (together, apart) = (together.lock().unwrap(), apart.lock().unwrap());
        prop_assert_eq!(&together.contents, &apart.contents);
        prop_assert!(together.most <= 3, "more at once than the bound");
    }
}

#[test]
fn calls_that_may_overlap_do_up_to_the_bound() {
    let disk = Disk::default();
    let broker = disk_tools(&disk);
    let file = |name: &str| request("read", &json!({"file": name, "turns": 3}));
    let requests: Vec<ToolRequest> = ["a", "b", "c", "d", "e"].map(file).to_vec();
    assert_eq!(run(&broker, &requests).len(), 5);
    assert_eq!(disk.lock().unwrap().most, 3);
}

#[test]
fn no_calls_are_no_outcomes() {
    assert!(run(&disk_tools(&Disk::default()), &[]).is_empty());
}

#[test]
fn unknown_names_and_bad_arguments_have_their_places() {
    let disk = Disk::default();
    let requests = [
        request("append", &json!({"file": "a", "text": "x"})),
        raw("nobody", "{}"),
        raw("read", "no json"),
        request("read", &json!({"file": "a"})),
    ];
    let outcomes = run(&disk_tools(&disk), &requests);
    let ok: Vec<bool> = outcomes.iter().map(Outcome::is_ok).collect();
    assert_eq!(ok, [true, false, false, true]);
    assert_eq!(outcomes[3].text(), "x");
}

/// Answers by a list, and keeps what it was asked.
struct Person {
    answers: Vec<Approval>,
    asked: Arc<Mutex<Vec<Question>>>,
}

impl Approver for Person {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answers> {
        self.asked.lock().unwrap().push(question.clone());
        Box::pin(async { Answers::each(self.answers.clone()) })
    }
}

fn gated(answers: &[Approval]) -> (Broker, Arc<Mutex<Vec<Question>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let toolbox = Toolbox::new();
    for name in ["fetch", "post"] {
        let tool = Says::new(name, name).define(|tool| tool.with_concurrent(true));
        let tool = tool.plan(|plan, arguments| {
            let host = arguments["host"].as_str().unwrap();
            let need = loopd_tools::Requirement::new("net", format!("talk to {host}"));
            Ok(plan.with_requirement(need.with_resource(host)))
        });
        toolbox.register(tool).unwrap();
    }
    toolbox.register(Says::new("free", "free")).unwrap();
    let person = Person {
        answers: answers.to_vec(),
        asked: Arc::clone(&asked),
    };
    let profile = Profile::new("p", "1").with("net", Access::Gated);
    let policy = Policy::new(profile).with_approver(person);
    (
        Broker::builder(toolbox)
            .without_timer()
            .policy(policy)
            .build()
            .unwrap(),
        asked,
    )
}

#[test]
fn a_batch_is_asked_about_once_and_a_refusal_hits_its_call_only() {
    let (broker, asked) = gated(&[Approval::Approve, Approval::Deny, Approval::Approve]);
    let requests = [
        request("fetch", &json!({"host": "a.org"})),
        raw("free", "{}"),
        request("post", &json!({"host": "b.org"})),
        request("post", &json!({"host": "a.org"})),
        raw("nobody", "{}"),
    ];
    let cx = CallContext::new().with_interactive(true);
    let outcomes = now(broker.call_all(calls(&requests, &cx)));
    let ok: Vec<bool> = outcomes.iter().map(Outcome::is_ok).collect();
    assert_eq!(ok, [true, true, false, true, false]);
    assert_eq!(outcomes[2].denial().unwrap().reason(), &DenyReason::Refused);
    let asked = asked.lock().unwrap();
    let [question] = &asked[..] else {
        panic!("one question, not {}", asked.len());
    };
    // Each requirement once, with the calls that have it.
    let words: Vec<&str> = question
        .requirements
        .iter()
        .map(|r| r.words.as_str())
        .collect();
    assert_eq!(words, ["talk to a.org", "talk to b.org"]);
    let of: Vec<(&str, &str, &[usize])> = question
        .calls
        .iter()
        .map(|call| {
            (
                call.call_id.as_str(),
                call.tool.as_str(),
                &call.requirements[..],
            )
        })
        .collect();
    assert_eq!(
        of,
        [
            ("0", "fetch", &[0][..]),
            ("2", "post", &[1]),
            ("3", "post", &[0])
        ]
    );
}

#[test]
fn only_calls_with_a_person_are_asked_about_and_each_names_its_workspace() {
    let (broker, asked) = gated(&[Approval::Approve, Approval::Approve]);
    let one = request("fetch", &json!({"host": "a.org"}));
    let call = |interactive, directory: &str| {
        let cx = CallContext::new().with_interactive(interactive);
        Call::new(one.clone(), cx.with_working_directory(directory))
    };
    let batch = vec![
        call(false, "/"),
        call(true, "/"),
        call(false, "/"),
        call(true, "/proc"),
    ];
    let outcomes = now(broker.call_all(batch));
    let ok: Vec<bool> = outcomes.iter().map(Outcome::is_ok).collect();
    assert_eq!(ok, [false, true, false, true]);
    let missing = vec!["net: a.org".to_owned()];
    assert_eq!(
        outcomes[0].denial().unwrap().reason(),
        &DenyReason::ApprovalRequired { missing }
    );
    let asked = asked.lock().unwrap();
    assert_eq!((asked.len(), asked[0].calls.len()), (1, 2));
    let text = asked[0].to_string();
    assert!(text.contains("\n   in the workspace /proc\n"), "{text}");
    assert!(text.ends_with("\nworkspace: /"), "{text}");
}

#[test]
fn calls_without_an_answer_are_refused() {
    let (broker, _) = gated(&[Approval::Approve]);
    let one = request("fetch", &json!({"host": "a.org"}));
    let cx = CallContext::new().with_interactive(true);
    let outcomes = now(broker.call_all(calls(&[one.clone(), one], &cx)));
    assert!(outcomes[0].is_ok());
    assert_eq!(outcomes[1].denial().unwrap().reason(), &DenyReason::Refused);
}

#[test]
fn a_tool_that_an_earlier_call_takes_out_is_gone_for_a_later_one() {
    let toolbox = Toolbox::new();
    let inside = toolbox.clone();
    let remove = Probe::new("remove", move |_, _| {
        let removed = inside.remove("late");
        async move { removed.map(|()| "removed").map_err(ToolError::execution) }
    });
    toolbox.register(remove).unwrap();
    // Is there, can't be prepared yet, and is tried again.
    let late = Says::new("late", "").plan(|_, _| Err(ToolError::file_not_found("not there")));
    toolbox.register(late).unwrap();
    let broker = Broker::builder(toolbox).without_timer().build().unwrap();
    let outcomes = run(&broker, &[raw("remove", "{}"), raw("late", "{}")]);
    assert!(outcomes[0].is_ok());
    assert!(outcomes[1].text().starts_with("no tool is named \"late\""));
    assert_eq!(
        (outcomes[1].tool.as_str(), outcomes[1].digest),
        ("late", None)
    );
}

#[test]
fn a_batch_that_is_let_go_leaves_nothing_behind() {
    let ended = Arc::new(AtomicUsize::new(0));
    let flag = Arc::clone(&ended);
    let toolbox = Toolbox::new();
    let slow = Probe::new("slow", move |_, _| {
        let ended = Arc::clone(&flag);
        async move {
            for _ in 0..5 {
                turn().await;
            }
            ended.fetch_add(1, Ordering::SeqCst);
            Ok("done")
        }
    });
    let slow = slow
        .define(|tool| tool.with_concurrent(true))
        .plan(|plan, arguments| Ok(on_file(plan, arguments)));
    toolbox.register(slow).unwrap();
    let broker = Broker::builder(toolbox).without_timer().build().unwrap();
    let requests: Vec<ToolRequest> = ["a", "a", "b"]
        .map(|file| request("slow", &json!({"file": file})))
        .to_vec();
    let mut batch = Box::pin(broker.call_all(calls(&requests, &CallContext::new())));
    assert!(poll_once(&mut batch).is_none());
    assert_eq!((broker.in_flight(), broker.held()), (3, 2));
    drop(batch);
    assert_eq!((broker.in_flight(), broker.held()), (0, 0));
    assert_eq!(ended.load(Ordering::SeqCst), 0);
}
