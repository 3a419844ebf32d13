//! The same tool declared in every way: one definition, the same outputs, the same errors.

use loopd_tools::{
    ArgumentDecoder, Arguments, CallContext, Context, Definition, DynTool, FnTool, Hints,
    JsonSchema, Plan, Prepared, Run, Tool, ToolError, ToolOutput, ToolSchema, parameters_of,
    prepared, tool,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::driving::finished;

const NAME: &str = "cut";
const DESCRIPTION: &str = "Cuts a text to its first characters.";
const EXAMPLE: &str = r#"{"text": "abc", "count": 2}"#;

/// What all of them do.
fn cut(text: &str, count: u8, marks: &[String]) -> Result<String, ToolError> {
    if text.is_empty() {
        return Err(ToolError::not_found("there is nothing to cut"));
    }
    let cut: String = text.chars().take(count.into()).collect();
    Ok(cut + &marks.concat())
}

/// Cuts a text to its first characters.
#[derive(Tool, Deserialize)]
#[tool(
    name = "cut",
    core,
    title = "Cut",
    read_only,
    concurrent,
    resource = text,
    requires("text")
)]
#[tool(
    timeout = "2s",
    max_output = "1KiB",
    example = r#"{"text": "abc", "count": 2}"#
)]
struct ByDerive {
    /// The text.
    text: String,
    /// How many characters stay.
    #[schemars(range(min = 1, max = 100))]
    count: u8,
    /// What stands behind them.
    marks: Option<Vec<String>>,
}

impl Run for ByDerive {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let marks = self.marks.unwrap_or_default();
        Ok(cut(&self.text, self.count, &marks)?.into())
    }
}

/// Cuts a text to its first characters.
#[tool(name = "cut", core, title = "Cut", read_only, concurrent)]
#[tool(resource = text, requires("text"), timeout = "2s", max_output = "1KiB")]
#[tool(example = r#"{"text": "abc", "count": 2}"#)]
async fn by_function(
    /// The text.
    text: &str,
    /// How many characters stay.
    #[schemars(range(min = 1, max = 100))]
    count: u8,
    /// What stands behind them.
    marks: Option<&[String]>,
) -> Result<String, ToolError> {
    cut(text, count, marks.unwrap_or_default())
}

#[derive(Deserialize, JsonSchema)]
struct Cut {
    /// The text.
    text: String,
    /// How many characters stay.
    #[schemars(range(min = 1, max = 100))]
    count: u8,
    /// What stands behind them.
    marks: Option<Vec<String>>,
}

/// The same things by builder methods as the derive's keys say.
fn said(definition: Definition) -> Definition {
    definition
        .with_core(true)
        .with_title("Cut")
        .with_hints(Hints::UNSAID.with_read_only(true))
        .with_concurrent(true)
        .with_resource("text")
        .with_requires(["text"])
        .with_timeout(std::time::Duration::from_secs(2))
        .with_max_output(1024)
        .with_example(serde_json::from_str(EXAMPLE).unwrap())
}

fn by_schema_and_closure() -> FnTool {
    let parameters = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "The text."},
            "count": {
                "type": "integer",
                "description": "How many characters stay.",
                "minimum": 1,
                "maximum": 100,
            },
            "marks": {
                "type": "array",
                "description": "What stands behind them.",
                "items": {"type": "string"},
            },
        },
        "required": ["text", "count"],
        "additionalProperties": false,
    });
    let tool = FnTool::sync(NAME, DESCRIPTION, parameters, |arguments, _cx| {
        let Cut { text, count, marks } = serde_json::from_value(arguments)?;
        cut(&text, count, &marks.unwrap_or_default())
    });
    tool.unwrap().with_definition(said)
}

fn by_type_and_closure() -> FnTool {
    let tool = FnTool::typed(
        NAME,
        DESCRIPTION,
        |arguments: Cut, _cx: CallContext| async move {
            let Cut { text, count, marks } = arguments;
            cut(&text, count, &marks.unwrap_or_default())
        },
    );
    tool.unwrap().with_definition(said)
}

struct ByHand {
    definition: Definition,
    decoder: ArgumentDecoder,
}

impl ByHand {
    fn new() -> Self {
        let definition = said(Definition::new(ToolSchema {
            name: NAME.to_owned(),
            description: DESCRIPTION.to_owned(),
            parameters: parameters_of::<Cut>().unwrap(),
        }));
        let decoder = ArgumentDecoder::new(&definition).unwrap();
        Self {
            definition,
            decoder,
        }
    }
}

impl DynTool for ByHand {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let (arguments, repairs) = self.decoder.decode(&arguments)?;
        let Cut { text, count, marks } = arguments;
        let plan = Plan::on(&self.definition, &*text).with_repairs(repairs);
        Ok(prepared(plan, move |_cx| async move {
            cut(&text, count, &marks.unwrap_or_default())
        }))
    }
}

fn all() -> Vec<(&'static str, Box<dyn DynTool>)> {
    vec![
        ("derive", Box::new(ByDerive::tool())),
        ("function", Box::new(by_function::tool())),
        ("schema and closure", Box::new(by_schema_and_closure())),
        ("type and closure", Box::new(by_type_and_closure())),
        ("hand", Box::new(ByHand::new())),
    ]
}

#[test]
fn every_way_gives_one_definition_to_the_byte() {
    let derived = serde_json::to_string(&ByDerive::definition()).unwrap();
    for (way, tool) in all() {
        assert_eq!(tool.definition(), &ByDerive::definition(), "{way}");
        // In bytes as well: equality does not see the order of keys.
        assert_eq!(
            serde_json::to_string(tool.definition()).unwrap(),
            derived,
            "{way}"
        );
    }
}

/// Arguments as models send them, good, mended and bad.
const TABLE: &[&str] = &[
    r#"{"text": "abcdef", "count": 3}"#,
    r#"{"text": "abcdef", "count": 3, "marks": ["!", "?"]}"#,
    r#"{"text": "abcdef", "count": 3.0, "marks": null}"#,
    r#"{"text": "", "count": 3}"#,
    // Mended.
    r#"{"text": "abcdef", "count": "3"}"#,
    r#"{"text": "abcdef", "count": 3, "marks": "!"}"#,
    r#"{"Text": "abcdef", "COUNT": 3}"#,
    "```json\n{\"text\": \"abcdef\", \"count\": 3}\n```",
    r#""{\"text\": \"abcdef\", \"count\": 3}""#,
    // Refused.
    "",
    "null",
    "{}",
    "[]",
    "7",
    "nonsense",
    r#"{"text": "abc"#,
    r#"{"text": "abcdef"}"#,
    r#"{"text": 7, "count": 3}"#,
    r#"{"text": "abcdef", "count": 0}"#,
    r#"{"text": "abcdef", "count": 101}"#,
    r#"{"text": "abcdef", "count": 3.5}"#,
    r#"{"text": "abcdef", "count": -1, "marks": [1, {}], "colour": "red"}"#,
    r#"{"text": "abcdef", "count": 3, "count": 4}"#,
    r#"{"text": "abcdef", "count": 1e400}"#,
];

/// All that a call says before and after it runs.
fn told(tool: &dyn DynTool, arguments: &str) -> Value {
    let cx = CallContext::new();
    let call = match tool.prepare(arguments.into(), &cx) {
        Ok(call) => call,
        Err(error) => {
            return json!({
                "refused": format!("{:?}", error.kind()),
                "text": error.model_text(),
                "problems": error.problems(),
            });
        }
    };
    let plan = call.plan();
    let plan = json!({
        "requirements": plan.requirements,
        "resource": plan.resource,
        "concurrent": plan.concurrent,
        "audit": plan.audit,
        "repairs": plan.repairs,
    });
    let ran = |result: Result<ToolOutput, ToolError>| match result {
        Ok(output) => json!({"output": output.text_content()}),
        Err(error) => json!({
            "failed": format!("{:?}", error.kind()),
            "text": error.model_text(),
        }),
    };
    json!({
        "plan": plan,
        "run": ran(finished(call.run(&cx))),
        "called": ran(finished(tool.call(arguments.into(), &cx))),
    })
}

#[test]
fn every_way_gives_the_same_outputs_errors_and_plans() {
    let all = all();
    let (_, derived) = &all[0];
    let mut kinds = [0; 3];
    for arguments in TABLE {
        let expected = told(derived, arguments);
        let kind = match (&expected["refused"], &expected["plan"]["repairs"]) {
            (Value::String(_), _) => 2,
            (_, Value::Array(repairs)) => usize::from(!repairs.is_empty()),
            _ => 0,
        };
        kinds[kind] += 1;
        for (way, tool) in &all[1..] {
            assert_eq!(told(tool, arguments), expected, "{way}: {arguments}");
        }
    }
    // As taken, mended, refused: the table has all of them.
    assert_eq!(kinds, [4, 5, 15]);
}
