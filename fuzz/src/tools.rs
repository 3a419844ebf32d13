//! Tools of every shape of schema, which answer with what they were given.

use std::collections::BTreeMap;

use loopd_tools::{Arguments, CallContext, DynTool, FnTool, Repair};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize, Serialize, JsonSchema)]
struct Plain {
    path: String,
    limit: Option<u8>,
    range: Option<Range>,
    mode: Option<Mode>,
    tags: Option<Vec<String>>,
    flag: Option<bool>,
    share: Option<f64>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Range {
    start: u64,
    end: Option<i128>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Text,
    Binary,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Unions {
    shape: Option<Shape>,
    place: Option<Place>,
    filter: Option<Filter>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Box { width: f64, height: Option<f64> },
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Place {
    Name(String),
    Point { x: f64, y: f64 },
    Index(u32),
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Filter {
    Is(String),
    Not(Box<Filter>),
    All(Vec<Filter>),
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Open {
    free: Option<Value>,
    counts: Option<BTreeMap<String, u32>>,
    lines: Option<BTreeMap<u64, String>>,
    names: Option<Vec<Option<String>>>,
}

fn typed<T>() -> FnTool
where
    T: serde::de::DeserializeOwned + Serialize + JsonSchema + Send + 'static,
{
    let show = |arguments: T, _cx: &CallContext| {
        serde_json::to_string(&arguments).expect("a type that can be written")
    };
    FnTool::typed_sync("show", "Shows its arguments.", show).expect("a truthful schema")
}

/// A tool of a foreign schema.
pub(crate) fn foreign(schema: Value) -> FnTool {
    let show = |arguments: Value, _cx| async move { arguments.to_string() };
    FnTool::foreign("show", "Shows its arguments.", schema, show).0
}

thread_local! {
    static TOOLS: [FnTool; 3] = [typed::<Plain>(), typed::<Unions>(), typed::<Open>()];
}

/// Does something with each tool.
pub(crate) fn each(mut use_it: impl FnMut(&FnTool)) {
    TOOLS.with(|tools| tools.iter().for_each(&mut use_it));
}

/// What the tool answers, and what was mended for it; none if the arguments are refused.
pub(crate) fn answer(tool: &FnTool, arguments: Arguments<'_>) -> Option<(String, Vec<Repair>)> {
    let cx = CallContext::new();
    match tool.prepare(arguments, &cx) {
        Ok(prepared) => {
            let repairs = prepared.plan().repairs;
            let mut future = prepared.run(&cx);
            let mut task = std::task::Context::from_waker(std::task::Waker::noop());
            match future.as_mut().poll(&mut task) {
                std::task::Poll::Ready(Ok(output)) => Some((output.into_text(), repairs)),
                _ => panic!("a tool fails or waits"),
            }
        }
        Err(error) => {
            assert!(
                !error.problems().is_empty(),
                "an error without problems: {error}"
            );
            // Bounded, whatever was sent.
            assert!(
                error.model_text().len() < 60_000,
                "{}",
                error.model_text().len()
            );
            None
        }
    }
}
