//! A crate that knows loopd-tools and serde by way of another crate alone.
#![cfg(test)]

use hygiene_facade::parts::{serde, tools};
use hygiene_facade::{Place, place_tool};
use tools::{CallContext, Context, DynTool, JsonSchema, Run, Tool, ToolError, ToolOutput};

place_tool! {
    /// Goes to a place.
    GoTo
}

/// Goes from one place to another.
#[derive(Debug, Tool, serde::Deserialize)]
#[serde(crate = "serde")]
#[tool(crate = tools)]
struct Travel {
    /// Where from.
    from: Place,
    /// How.
    by: Means,
}

/// A means of travel.
#[derive(Debug, JsonSchema, serde::Deserialize)]
#[serde(crate = "serde", rename_all = "lowercase")]
#[tool(crate = tools)]
enum Means {
    Train,
    Foot,
}

impl Run for Travel {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(format!("{} by {:?}", self.from.name, self.by).into())
    }

    fn audit(&self, _cx: Context<'_>) -> String {
        format!("{} by {:?}", self.from.name, self.by)
    }
}

#[test]
fn the_schema_to_the_byte() {
    let place = r#"{"type":"object","description":"WORDS","properties":{"name":{"type":"string","description":"The place in words."}},"required":["name"],"additionalProperties":false}"#;
    let go_to = GoTo::schema();
    assert_eq!((&*go_to.name, &*go_to.description), ("go_to", "Goes to a place."));
    assert_eq!(
        go_to.parameters["properties"]["place"].to_string(),
        place.replace("WORDS", "Where.")
    );
    let travel = Travel::schema().parameters;
    assert_eq!(
        travel["properties"]["from"].to_string(),
        place.replace("WORDS", "Where from.")
    );
    assert_eq!(
        travel["properties"]["by"].to_string(),
        r#"{"type":"string","description":"How.","enum":["train","foot"]}"#
    );
}

#[test]
fn arguments_are_decoded() {
    let cx = CallContext::new();
    let arguments = r#"{"from": {"name": "Ulm"}, "by": "train"}"#;
    let call = Travel::tool().prepare(arguments.into(), &cx).unwrap();
    assert_eq!(call.plan().audit, "Ulm by Train");
    assert!(GoTo::tool().prepare(r#"{"place": {}}"#.into(), &cx).is_err());
}
