//! What the check makes from a schema fits it, by the decoder's word, for the shapes that tools
//! have.

use std::collections::BTreeMap;

use loopd_tools::testing::{Report, Verdict, check};
use loopd_tools::{Context, FnTool, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

/// A span of lines.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only decoded")]
struct Span {
    #[schemars(range(min = 1, max = 3))]
    from: u8,
    to: Option<i64>,
}

/// What to do.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only decoded")]
enum Action {
    Keep,
    Replace {
        /// With what.
        text: String,
        spans: Vec<Span>,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Green,
}

/// A tree of names.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only decoded")]
struct Branch {
    name: String,
    branches: Vec<Branch>,
}

/// Takes all shapes.
#[derive(Tool, Deserialize)]
#[expect(dead_code, reason = "only decoded")]
struct AllShapes {
    /// A flag.
    flag: bool,
    /// A number.
    number: f32,
    /// A wide number.
    wide: u64,
    /// A short list.
    #[schemars(length(min = 1, max = 2))]
    short: Vec<String>,
    /// A text of a certain length.
    #[schemars(length(min = 3, max = 5))]
    word: String,
    /// Actions.
    actions: Vec<Action>,
    /// A colour, or not.
    colour: Option<Colour>,
    /// Numbers by name.
    numbers: BTreeMap<String, i16>,
    /// A pair.
    pair: (u8, String),
    /// A tree.
    tree: Branch,
    /// Anything.
    open: Value,
}

impl Run for AllShapes {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("x".into())
    }
}

fn accepted(report: &Report) -> (Verdict, &[String]) {
    let point = &report.points()[1];
    assert_eq!(point.name, "accepts");
    (point.verdict, &point.notes)
}

#[test]
fn what_is_made_from_a_derived_schema_is_accepted() {
    let report = check(&AllShapes::tool());
    report.assert_ok();
    let made = "0 example(s), 64 made from the schema".to_owned();
    assert_eq!(accepted(&report), (Verdict::Passed, &[made][..]));
}

#[test]
fn what_is_made_from_a_foreign_schema_is_accepted_or_said_to_be_beyond_it() {
    let tool = |member: Value| {
        let schema = json!({
            "type": "object",
            "properties": {"member": member},
            "required": ["member"],
            "additionalProperties": false,
        });
        FnTool::foreign(
            "foreign",
            "Takes what others wrote.",
            schema,
            |_, _| async { "x" },
        )
        .0
    };
    for made in [
        json!({"type": ["integer", "null"], "multipleOf": 7, "exclusiveMinimum": -3, "maximum": 20}),
        json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1e-3}),
        json!({"const": {"a": [1, null]}}),
        json!({"enum": [1, "a", null, [2]]}),
        json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]},
        ]}),
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}], "items": false}),
        json!({"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": true, "minItems": 1}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2}),
        json!({}),
    ] {
        let report = check(&tool(made.clone()));
        assert_eq!(accepted(&report).0, Verdict::Passed, "{made}\n{report}");
    }
    let report = check(&tool(json!({"type": "string", "pattern": "^a+$"})));
    assert_eq!(
        accepted(&report),
        (
            Verdict::Skipped,
            &["nothing can be made for `pattern`".to_owned()][..]
        )
    );
}
