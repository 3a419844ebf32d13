//! A tool whose output is a type: the model reads compact JSON, the host has a schema of it and
//! gets the type back.

use std::collections::BTreeMap;
use std::error::Error;

use loopd_tools::{
    CallContext, Context, DynTool, Json, JsonSchema, Run, Tool, ToolError, ToolOutput,
};
use serde::{Deserialize, Serialize};

/// How often each word is in a text.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Counts {
    /// How many words there are.
    total: usize,
    /// How often each word is there.
    words: BTreeMap<String, usize>,
}

/// Counts the words of a text, whatever their case.
#[derive(Tool, Deserialize)]
#[tool(read_only, open_world = false, concurrent, output = Json<Counts>)]
#[tool(example = r#"{"text": "to be or not to be"}"#)]
struct CountWords {
    /// The text.
    text: String,
}

impl Run for CountWords {
    async fn run(self, _cx: Context<'_>) -> Result<Json<Counts>, ToolError> {
        let mut words = BTreeMap::new();
        for word in self.text.split_whitespace() {
            *words.entry(word.to_lowercase()).or_default() += 1;
        }
        let total = words.values().sum();
        Ok(Json(Counts { total, words }))
    }
}

async fn demonstrate() -> Result<ToolOutput, ToolError> {
    let tool = CountWords::tool();
    let arguments = r#"{"text": "To be or not to be"}"#;
    tool.call(arguments.into(), &CallContext::new()).await
}

fn main() -> Result<(), Box<dyn Error>> {
    let schema = CountWords::definition()
        .output()
        .cloned()
        .unwrap_or_default();
    println!("the output's schema: {schema}");
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let output = runtime.block_on(demonstrate())?;
    println!("the model reads:     {}", output.text_content());
    if let Some(counts) = output.structured_as::<Counts>() {
        println!("the host has:        {counts:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_gets_the_type_back_and_the_schema_describes_it() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let output = runtime.block_on(demonstrate()).unwrap();
        assert_eq!(
            output.text_content(),
            r#"{"total":6,"words":{"be":2,"not":1,"or":1,"to":2}}"#
        );
        let counts: Counts = output.structured_as().unwrap();
        assert_eq!((counts.total, counts.words["be"]), (6, 2));
        let schema = CountWords::definition().output().cloned().unwrap();
        assert_eq!(schema["properties"]["total"]["type"], "integer");
        loopd_tools::testing::check(&CountWords::tool()).assert_ok();
    }
}
