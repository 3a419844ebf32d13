//! The spans of calls.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use loopd_tools::broker::Call;
use loopd_tools::{CallContext, DynTool, Echo, Tool, ToolError, ToolRequest};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use crate::drive::{now, over, raw, request};
use crate::tools::{Probe, Says};

/// What a span or an event has said, by field.
type Fields = BTreeMap<String, String>;

/// Keeps the fields of all spans and events.
#[derive(Clone, Default)]
struct Log {
    spans: Arc<Mutex<Vec<(Id, Fields)>>>,
    events: Arc<Mutex<Vec<Fields>>>,
}

struct Read<'a>(&'a mut Fields);

impl Visit for Read<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

impl<S: Subscriber> Layer<S> for Log {
    fn on_new_span(&self, span: &Attributes<'_>, id: &Id, _cx: Context<'_, S>) {
        let mut fields = Fields::new();
        fields.insert("name".into(), span.metadata().name().to_owned());
        span.record(&mut Read(&mut fields));
        self.spans.lock().unwrap().push((id.clone(), fields));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _cx: Context<'_, S>) {
        let mut spans = self.spans.lock().unwrap();
        let (_, fields) = spans.iter_mut().find(|(of, _)| of == id).unwrap();
        values.record(&mut Read(fields));
    }

    fn on_event(&self, event: &Event<'_>, _cx: Context<'_, S>) {
        let mut fields = Fields::new();
        event.record(&mut Read(&mut fields));
        self.events.lock().unwrap().push(fields);
    }
}

const ENVELOPE: &str = r#"{"name":"echo","arguments":{"text":"hunter2"}}"#;

/// The span and the events of one call.
fn traced(tool: impl DynTool + 'static, name: &str) -> (Fields, Vec<Fields>) {
    traced_call(tool, &request(name, &json!({"password": "hunter2"})))
}

fn traced_call(tool: impl DynTool + 'static, request: &ToolRequest) -> (Fields, Vec<Fields>) {
    let log = Log::default();
    let broker = over(tool).build().unwrap();
    let cx = CallContext::new().with_session_id("chat").with_call_id("7");
    tracing::subscriber::with_default(tracing_subscriber::registry().with(log.clone()), || {
        drop(now(broker.call(request.clone(), cx)));
    });
    let mut spans = log.spans.lock().unwrap().clone();
    assert_eq!(spans.len(), 1, "one span a call");
    let events = log.events.lock().unwrap().clone();
    let span = spans.remove(0).1;
    assert!(!format!("{span:?} {events:?}").contains("hunter2"));
    (span, events)
}

fn fields(pairs: &[(&str, &str)]) -> Fields {
    pairs
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn a_call_is_a_span_with_the_names_of_the_conventions() {
    let (span, events) = traced(Says::new("look", "x"), "look");
    let wanted = [
        ("name", "execute_tool"),
        ("otel.name", "execute_tool look"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "look"),
        ("gen_ai.tool.type", "function"),
        ("gen_ai.tool.call.id", "7"),
        ("gen_ai.conversation.id", "chat"),
    ];
    assert_eq!(span, fields(&wanted));
    assert!(events.is_empty());
}

#[test]
fn a_failure_is_an_error_type_and_an_event() {
    let tool = Probe::new("look", |_, _| async {
        Err::<String, _>(ToolError::not_found("no row"))
    });
    let (span, events) = traced(tool, "look");
    assert_eq!(span["error.type"], "not_found");
    assert_eq!(events[0]["error"], "no row");
}

#[test]
fn the_words_of_a_panic_are_in_the_log() {
    let tool = Probe::new("look", |_, _| async {
        assert_eq!(1, 2, "words for the log");
        Ok("never")
    });
    let (span, events) = traced(tool, "look");
    assert_eq!(span["error.type"], "panicked");
    assert!(
        events[0]["source"].contains("words for the log"),
        "{events:?}"
    );
}

#[test]
fn the_span_names_the_tool_that_is_meant() {
    let (span, _) = traced_call(Echo::tool(), &raw("call_tool", ENVELOPE));
    assert_eq!(span["gen_ai.tool.name"], "echo");
    assert_eq!(span["otel.name"], "execute_tool echo");
}

#[test]
fn each_call_of_a_batch_has_a_span_of_its_own() {
    let log = Log::default();
    let broker = over(Says::new("look", "x")).build().unwrap();
    let call =
        |name: &str, id: &str| Call::new(raw(name, "{}"), CallContext::new().with_call_id(id));
    tracing::subscriber::with_default(tracing_subscriber::registry().with(log.clone()), || {
        drop(now(
            broker.call_all(vec![call("look", "1"), call("nobody", "2")])
        ));
    });
    let spans = log.spans.lock().unwrap();
    let of: Vec<_> = spans
        .iter()
        .map(|(_, span)| {
            let error = span.get("error.type").map(String::as_str);
            (
                &*span["gen_ai.tool.call.id"],
                &*span["gen_ai.tool.name"],
                error,
            )
        })
        .collect();
    assert_eq!(
        of,
        [("1", "look", None), ("2", "nobody", Some("not_found"))]
    );
}

#[test]
fn an_unknown_name_is_escaped() {
    let log = Log::default();
    let broker = over(Says::new("look", "x")).build().unwrap();
    tracing::subscriber::with_default(tracing_subscriber::registry().with(log.clone()), || {
        drop(now(
            broker.call(raw("evil\u{1b}[0m", "{}"), CallContext::new())
        ));
    });
    let span = log.spans.lock().unwrap()[0].1.clone();
    assert_eq!(span["gen_ai.tool.name"], "evil\\u{1b}[0m");
}
