//! Every nesting in which a call can come in: the policy judges the tool that is meant, with the
//! arguments that it runs with, and a shape that nobody may guess at reaches no tool.
//!
//! Each shape goes through each door. A new door, such as a host that reads more shapes, is one line
//! in [`doors`].

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use loopd_tools::broker::{BrokerPort, Call};
use loopd_tools::policy::{Access, AccessSource, Asked, Policy, Profile};
use loopd_tools::{
    Broker, CALL_TOOL, CallContext, Context, Dispatcher, FIND_TOOL, PortAnswer, Requirement, Run,
    Tool, ToolError, ToolOutput, ToolPort, ToolRequest, ToolResponse, Toolbox,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::drive::{now, raw, request};
use crate::tools::Probe;

/// A tool and what it works on.
type Use = (String, String);

/// What was judged and what ran, in that order.
#[derive(Clone, Default)]
struct Log {
    judged: Arc<Mutex<Vec<Use>>>,
    ran: Arc<Mutex<Vec<Use>>>,
}

impl Log {
    fn take(&self) -> (Vec<Use>, Vec<Use>) {
        let take = |list: &Mutex<Vec<Use>>| std::mem::take(&mut *list.lock().unwrap());
        (take(&self.judged), take(&self.ran))
    }
}

/// Reads a page of the web.
#[derive(Tool, Deserialize)]
#[tool(state = Log)]
struct Fetch {
    /// The host.
    host: String,
    /// The port.
    port: u16,
}

impl Fetch {
    fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl Run for Fetch {
    async fn run(self, cx: Context<'_, Log>) -> Result<ToolOutput, ToolError> {
        let ran = (Self::NAME.to_owned(), self.place());
        cx.state().ran.lock().unwrap().push(ran);
        Ok("fetched".into())
    }

    fn requires(&self, _cx: Context<'_, Log>) -> Vec<Requirement> {
        vec![Requirement::new("net", "read a page").with_resource(self.place())]
    }
}

/// Grants what is on an open host, and writes down what it is asked for.
struct Watched(Log);

impl AccessSource for Watched {
    fn access(&self, asked: &Asked<'_>) -> Option<Access> {
        let resource = asked.requirement.resource.clone().unwrap_or_default();
        let access = if resource.starts_with(SHUT) {
            Access::Deny
        } else {
            Access::Allow
        };
        let judged = (asked.tool.name().to_owned(), resource);
        self.0.judged.lock().unwrap().push(judged);
        Some(access)
    }
}

const OPEN: &str = "open.org";
const SHUT: &str = "shut.org";

/// A broker with `fetch`, with a core tool that needs the same, and with one that takes anything.
struct Host {
    broker: Broker,
    port: Arc<BrokerPort>,
    log: Log,
}

impl Host {
    fn new() -> Self {
        let log = Log::default();
        let toolbox = Toolbox::new();
        toolbox.register(Fetch::with(log.clone())).unwrap();
        for (name, core) in [("note", false), ("peek", true)] {
            let ran = log.clone();
            let tool = Probe::new(name, move |arguments, _| {
                let ran = Arc::clone(&ran.ran);
                async move {
                    let ran_with = (name.to_owned(), arguments.to_string());
                    ran.lock().unwrap().push(ran_with);
                    Ok("noted")
                }
            });
            let tool = tool.define(|tool| tool.with_core(core));
            let tool = tool.plan(|plan, arguments| {
                let need = Requirement::new("net", "keep it");
                Ok(plan.with_requirement(need.with_resource(arguments.to_string())))
            });
            toolbox.register(tool).unwrap();
        }
        let profile = Profile::new("p", "1").with("net", Watched(log.clone()));
        let broker = Broker::builder(toolbox).policy(Policy::new(profile));
        let broker = broker.build().unwrap();
        let port = Arc::new(broker.port(CallContext::new()).unwrap());
        Self { broker, port, log }
    }

    fn dispatcher(&self) -> Dispatcher {
        Dispatcher::new(self.broker.toolbox().registry(), Arc::clone(&self.port))
    }
}

/// What a door makes of shapes that are no envelopes to the letter.
#[derive(Clone, Copy, PartialEq)]
enum Reading {
    /// They reach no tool.
    Strict,
    /// They may be read, where they can mean one thing only.
    #[expect(dead_code, reason = "for doors of hosts that read more shapes")]
    Lenient,
}

struct Door {
    name: &'static str,
    reading: Reading,
    /// What the model reads of a call.
    call: Box<dyn Fn(&Host, ToolRequest) -> String>,
}

/// All ways into a broker.
fn doors() -> Vec<Door> {
    use Reading::Strict;
    vec![
        door("call", Strict, |host, request| {
            let outcome = now(host.broker.call(request, CallContext::new()));
            outcome.text().into_owned()
        }),
        door("call_all", Strict, |host, request| {
            text_of_batch(host, vec![request], 0)
        }),
        door("call_all among others", Strict, |host, request| {
            let other = || raw("nobody", "{}");
            text_of_batch(host, vec![other(), request, other()], 1)
        }),
        door("tower service", Strict, |host, request| {
            let call = Call::new(request, CallContext::new());
            // Not in scope of the file: its `call_all` is another.
            let outcome = tower::ServiceExt::oneshot(host.broker.clone(), call);
            now(outcome).unwrap().text().into_owned()
        }),
        door("port", Strict, |host, request| {
            text_of_response(host.port.call(&request))
        }),
        door("port, as a trait object", Strict, |host, request| {
            let port: Arc<dyn ToolPort> = host.port.clone();
            text_of_response(port.call(&request))
        }),
        door("port, the outcome", Strict, |host, request| {
            host.port.outcome(&request).text().into_owned()
        }),
        door("port, the answer", Strict, |host, request| {
            match host.port.answer(&request, 1000) {
                PortAnswer::Outcome(outcome) => outcome.text().into_owned(),
                other => panic!("{other:?}"),
            }
        }),
        door("dispatcher", Strict, |host, request| {
            host.dispatcher()
                .call(&request.tool, &request.arguments)
                .text
        }),
    ]
}

fn door(
    name: &'static str,
    reading: Reading,
    call: impl Fn(&Host, ToolRequest) -> String + 'static,
) -> Door {
    Door {
        name,
        reading,
        call: Box::new(call),
    }
}

fn text_of_batch(host: &Host, requests: Vec<ToolRequest>, place: usize) -> String {
    let call = |request| Call::new(request, CallContext::new());
    let calls = requests.into_iter().map(call).collect();
    let outcomes = now(host.broker.call_all(calls));
    outcomes[place].text().into_owned()
}

fn text_of_response(response: ToolResponse) -> String {
    match response {
        ToolResponse::Result { text, .. } => text,
        ToolResponse::Failed { message } => message,
        ToolResponse::Denied { reason } => reason.to_string(),
    }
}

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

/// What a shape means.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Means {
    /// An envelope to the letter: a call of `fetch`.
    Fetch,
    /// No envelope to the letter, though it can mean a call of `fetch` only.
    Misshapen,
    /// No call of `fetch`, whoever reads it.
    Nothing,
}

/// All shapes that a call of `fetch` has come in, and some that must never be one.
fn shapes(host: &str) -> Vec<(Means, String)> {
    use Means::{Fetch, Misshapen, Nothing};
    let target = json!({"host": host, "port": 443});
    let text = target.to_string();
    let exact = json!({"name": "fetch", "arguments": target});
    let shape = |(means, value): (Means, Value)| (means, value.to_string());
    let values = [
        (Fetch, exact.clone()),
        (
            Fetch,
            json!({"arguments": target, "why": "x", "name": "fetch"}),
        ),
        // The tool's own schema mends what is inside.
        (
            Fetch,
            json!({"name": "fetch", "arguments": {"host": host, "port": "443"}}),
        ),
        (
            Fetch,
            json!({"name": "fetch", "arguments": {"HOST": host, "port": "443"}}),
        ),
        // Other names for the two keys.
        (
            Misshapen,
            json!({"tool_name": "fetch", "arguments": target}),
        ),
        (Misshapen, json!({"tool": "fetch", "arguments": target})),
        (Misshapen, json!({"name": "fetch", "args": target})),
        (Misshapen, json!({"name": "fetch", "parameters": target})),
        (Misshapen, json!({"tool_name": "fetch", "args": target})),
        (
            Misshapen,
            json!({"tool_name": "fetch", "parameters": target}),
        ),
        // Text in place of the object.
        (Misshapen, json!({"name": "fetch", "arguments": text})),
        (Misshapen, json!({"tool_name": "fetch", "args": text})),
        (Misshapen, json!(exact.to_string())),
        // The target's arguments beside its name.
        (
            Misshapen,
            json!({"name": "fetch", "host": host, "port": 443}),
        ),
        (
            Misshapen,
            json!({"tool_name": "fetch", "host": host, "port": "443"}),
        ),
        // The envelope one deeper.
        (
            Misshapen,
            json!({"parameters": {"tool_name": "fetch", "host": host, "port": 443}}),
        ),
        (
            Misshapen,
            json!({"parameters": {"tool_name": "fetch", "parameters": target}}),
        ),
        (Misshapen, json!({"parameters": exact})),
        (Misshapen, json!({"arguments": exact})),
        // The host's own names never call themselves.
        (Nothing, json!({"name": CALL_TOOL, "arguments": exact})),
        (
            Nothing,
            json!({"name": CALL_TOOL, "arguments": {"name": CALL_TOOL, "arguments": exact}}),
        ),
        (Nothing, json!({"tool_name": CALL_TOOL, "arguments": exact})),
        (Nothing, json!({"name": FIND_TOOL, "arguments": exact})),
        (
            Nothing,
            json!({"name": FIND_TOOL, "arguments": {"query": exact.to_string()}}),
        ),
        // The arguments of another tool are that tool's.
        (Nothing, json!({"name": "note", "arguments": exact})),
        (Nothing, json!({"name": "nobody", "arguments": exact})),
        (Nothing, json!({"name": "peek", "arguments": exact})),
        // Two names, or what can be no name.
        (
            Nothing,
            json!({"name": "note", "tool_name": "fetch", "arguments": target}),
        ),
        (Nothing, json!({"name": ["fetch"], "arguments": target})),
        (Nothing, json!({"name": "fetch ", "arguments": [target]})),
        (Nothing, json!({"name": "fetch", "arguments": [target]})),
        (Nothing, json!({"name": "fetch", "arguments": null})),
        (Nothing, json!({"name": "fetch", "arguments": 7})),
        (Nothing, json!([exact])),
        (Nothing, json!(["fetch", target])),
        (Nothing, json!({"query": exact.to_string()})),
        (Nothing, Value::Null),
    ];
    let mut shapes: Vec<(Means, String)> = values.into_iter().map(shape).collect();
    let twice = |first: &str, second: &str| {
        format!(r#"{{"name":"{first}","name":"{second}","arguments":{text}}}"#)
    };
    shapes.extend([
        (
            Fetch,
            format!("\n {{ \"name\" : \"fetch\" , \"arguments\":{text} }}\n"),
        ),
        (Nothing, twice("note", "fetch")),
        (Nothing, twice("fetch", "note")),
        (
            Nothing,
            format!(r#"{{"name":"fetch","arguments":{text},"arguments":{text}}}"#),
        ),
        (Nothing, format!(r#"{{"name":"fetch","arguments":{text}"#)),
        (Nothing, "fetch".to_owned()),
        (Nothing, String::new()),
    ]);
    shapes
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
                    (Means::Misshapen, Reading::Lenient) => {}
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
    for door in doors() {
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

/// Envelopes in envelopes, with keys and names that mean something and in any mixture.
fn envelope() -> impl Strategy<Value = Value> {
    let name = || {
        prop_oneof![
            4 => Just(json!("fetch")),
            2 => Just(json!("note")),
            1 => Just(json!("peek")),
            2 => Just(json!(CALL_TOOL)),
            1 => Just(json!(FIND_TOOL)),
            1 => Just(json!("nobody")),
        ]
    };
    let target = prop_oneof![Just(OPEN), Just(SHUT)].prop_flat_map(|host| {
        let target = json!({"host": host, "port": 443});
        prop_oneof![
            4 => Just(target.clone()),
            2 => Just(json!({"host": host, "port": "443"})),
            1 => Just(json!({"host": host})),
            1 => Just(json!(target.to_string())),
            1 => Just(json!(host)),
            1 => Just(Value::Null),
        ]
    });
    target.prop_recursive(4, 24, 4, move |inner| {
        let named = prop_oneof![
            4 => Just("name"), 1 => Just("tool_name"), 1 => Just("tool"), 1 => Just("query"),
        ];
        let with = prop_oneof![
            4 => Just("arguments"), 1 => Just("args"), 1 => Just("parameters"), 1 => Just("host"),
        ];
        let pair = || {
            prop_oneof![
                (named.clone(), name()),
                (with.clone(), inner.clone()),
                (Just("port"), Just(json!(443))),
            ]
        };
        let pairs = (
            (named.clone(), name()),
            (with.clone(), inner.clone()),
            prop::collection::vec(pair(), 0..3),
        );
        let object = pairs.prop_map(|(first, second, others)| {
            // Of two keys that are the same the first one stays.
            let mut object = serde_json::Map::new();
            for (key, value) in [first, second].into_iter().chain(others) {
                object.entry(key).or_insert(value);
            }
            Value::Object(object)
        });
        prop_oneof![
            8 => object.clone(),
            1 => object.prop_map(|object| object.to_string().into()),
            1 => inner.prop_map(|inner| json!([inner])),
        ]
    })
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
