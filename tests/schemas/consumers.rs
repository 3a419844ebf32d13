//! The dump that `tests/consumers/run` feeds to real consumers.

use std::fmt::Write;

use loopd_tools::{
    Dialect, Strictness, ToolSchema, call_tool_schema, clock_schema, echo_schema, find_tool_schema,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::laws::{parameters_in, with_null};
use crate::types::kinds;
use crate::types::values::allowed;

/// Where the dump goes.
const TARGET: &str = "LOOPD_TOOLS_DUMP";
/// Values for each schema.
const SAMPLES: usize = 4;

fn tools() -> Vec<ToolSchema> {
    let builtin = [
        clock_schema(),
        echo_schema(),
        find_tool_schema(),
        call_tool_schema(),
    ];
    let types = kinds().into_iter().map(|kind| ToolSchema {
        name: kind.name.to_owned(),
        description: "Does what its arguments say.".to_owned(),
        parameters: (kind.schema)().expect("a schema"),
    });
    builtin.into_iter().chain(types).collect()
}

/// Some values that the schema allows, in characters that JSON has one spelling for: what others
/// escape to is the writer's choice, and some grammars know one spelling alone.
fn samples(schema: &Value) -> Vec<Value> {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let values = allowed(schema).prop_map(plain);
    std::iter::repeat_with(|| values.new_tree(&mut runner).expect("a value").current())
        .take(SAMPLES)
        .collect()
}

/// The value with an `a` for each character that is written in more than one way. Keys, and texts
/// that are not free, have none.
fn plain(value: Value) -> Value {
    let once = |c: char| matches!(c, ' ' | '!' | '#'..='[' | ']'..='~');
    match value {
        Value::String(text) => text
            .chars()
            .map(|c| if once(c) { c } else { 'a' })
            .collect::<String>()
            .into(),
        Value::Array(list) => list.into_iter().map(plain).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (key, plain(value)))
            .collect(),
        other => other,
    }
}

#[test]
#[ignore = "writes a file for tests/consumers/run"]
fn dump() {
    let path = std::env::var(TARGET).unwrap_or_else(|_| panic!("{TARGET} names the file to write"));
    let mut text = String::new();
    for tool in tools() {
        let samples = samples(&tool.parameters);
        for dialect in Dialect::ALL {
            let lowered = tool.lower(dialect);
            let strict = lowered.strict == Strictness::Strict;
            let parameters = parameters_in(&lowered.element);
            let all_required = strict && dialect == Dialect::OpenAiStrict;
            let samples: Vec<Value> = samples
                .iter()
                .map(|value| match all_required {
                    true => with_null(value, &parameters, &parameters),
                    false => value.clone(),
                })
                .collect();
            let row = json!({
                "name": tool.name,
                "dialect": dialect.name(),
                "strict": strict,
                "element": lowered.element,
                "parameters": parameters,
                "samples": samples,
            });
            writeln!(text, "{row}").expect("a string takes it");
        }
    }
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
}
