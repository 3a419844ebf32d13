//! A tool whose schema somebody else wrote: it came over a wire, or stands in a file.
//!
//! `FnTool::foreign` takes any name and any schema. What of the schema can't be checked is told, so
//! that the host decides whether to have the tool; everything else is checked before the closure
//! is called, and mended as for any other tool.

use std::error::Error;

use loopd_tools::{CallContext, DynTool, FnTool, SchemaProblem};
use serde_json::{Value, json};

/// As another program declares it: a name that consumers refuse, and keywords that no derive writes.
const DECLARED: &str = r##"{
    "name": "shop.find",
    "description": "Finds articles of a shop.",
    "inputSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "words": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true},
            "price": {"$ref": "#/$defs/range"},
            "sort": {"enum": ["price", "name"], "default": "name"}
        },
        "required": ["words"],
        "unevaluatedProperties": false,
        "$defs": {
            "range": {
                "type": "object",
                "properties": {
                    "from": {"type": "number", "minimum": 0},
                    "to": {"type": "number", "exclusiveMinimum": 0}
                },
                "additionalProperties": false
            }
        }
    }
}"##;

fn import(declared: &Value) -> Result<(FnTool, Vec<SchemaProblem>), Box<dyn Error>> {
    let text = |key: &str| declared[key].as_str().ok_or(format!("no `{key}`"));
    // The host gives the tool a name that every consumer takes.
    let name = text("name")?.replace('.', "_");
    let parameters = declared["inputSchema"].clone();
    let (tool, problems) = FnTool::foreign(name, text("description")?, parameters, found);
    let tool = tool.with_definition(|definition| {
        definition
            .with_untrusted(true)
            .with_requires(["shop.read"])
            .with_example(json!({"words": ["tea"]}))
    });
    Ok((tool, problems))
}

/// Stands for the other program, which would be asked here.
async fn found(arguments: Value, _cx: CallContext) -> String {
    let words = arguments["words"].as_array();
    let words = words.into_iter().flatten().filter_map(Value::as_str);
    format!("articles with {}", words.collect::<Vec<_>>().join(" and "))
}

async fn demonstrate() -> Result<Vec<String>, Box<dyn Error>> {
    let (tool, problems) = import(&serde_json::from_str(DECLARED)?)?;
    let mut told = vec![format!("{}:", tool.definition().name())];
    told.extend(
        problems
            .iter()
            .map(|problem| format!("not checked: {problem}")),
    );
    for arguments in [
        r#"{"words": ["tea", "green"], "price": {"to": 20}}"#,
        // Mended: one word for a list of them.
        r#"{"words": "tea"}"#,
        r#"{"words": ["tea", "tea"], "price": {"from": -1}, "sort": "age"}"#,
    ] {
        told.push(
            match tool.call(arguments.into(), &CallContext::new()).await {
                Ok(output) => output.into_text(),
                Err(error) => error.model_text(),
            },
        );
    }
    Ok(told)
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for line in runtime.block_on(demonstrate())? {
        println!("{line}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_checked_is_told_and_the_rest_is_checked() {
        let (tool, problems) = import(&serde_json::from_str(DECLARED).unwrap()).unwrap();
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            ["the keyword `unevaluatedProperties` is not checked"]
        );
        let cx = CallContext::new();
        let refused = tool.prepare(r#"{"words": [], "sort": "age"}"#.into(), &cx);
        let refused = refused.err().unwrap();
        assert_eq!(refused.problems().len(), 2, "{refused}");
        assert_eq!(tool.definition().name(), "shop_find");
    }
}
