//! Tools and nested types with parameters.

use std::marker::PhantomData;

use loopd_tools::{Context, JsonSchema, Run, Tool, ToolError, ToolOutput, parameters_of};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Lists things.
#[derive(Tool, Deserialize)]
#[tool(name = "list", resource = of)]
struct List<T, U = u8, const N: usize = 2>
where
    U: Clone,
{
    /// Of what.
    of: Option<String>,
    first: T,
    #[serde(default)]
    second: U,
    more: Vec<Page<T>>,
    #[serde(skip)]
    never: PhantomData<[u8; N]>,
}

/// A page.
#[derive(JsonSchema, Deserialize, Clone)]
struct Page<T> {
    item: T,
    rest: Option<Box<Page<T>>>,
}

impl<T, U, const N: usize> Run for List<T, U, N>
where
    T: DeserializeOwned + JsonSchema + Send,
    U: DeserializeOwned + JsonSchema + Send + Clone + Default,
{
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(N.to_string().into())
    }
}

#[test]
fn a_generic_tool_has_the_schema_of_its_arguments() {
    let parameters = List::<String, bool, 7>::schema().parameters;
    assert_eq!(parameters["properties"]["first"]["type"], "string");
    assert_eq!(parameters["properties"]["second"]["type"], "boolean");
    assert_eq!(parameters["required"], json!(["first", "more"]));
    let numbers = List::<u8>::schema().parameters;
    assert_eq!(numbers["properties"]["first"]["maximum"], 255);
    assert_eq!(numbers["properties"]["second"]["maximum"], 255);
    assert_eq!(List::<u8>::tool().definition_name(), "list");
}

/// The name by way of the object-safe trait.
trait Named {
    fn definition_name(&self) -> String;
}

impl<T: loopd_tools::DynTool> Named for T {
    fn definition_name(&self) -> String {
        self.definition().name().to_owned()
    }
}

/// Has all that a default is taken from.
#[derive(Tool, Deserialize)]
#[tool(name = "defaulted")]
#[serde(default)]
struct Defaulted<T> {
    of: T,
}

impl Default for Defaulted<u8> {
    fn default() -> Self {
        Self { of: 9 }
    }
}

#[test]
fn a_default_of_the_whole_is_asked_for_as_a_whole() {
    let parameters = Defaulted::<u8>::schema().parameters;
    assert_eq!(parameters.get("required"), None);
    assert_eq!(parameters["properties"]["of"]["maximum"], 255);
}

#[derive(JsonSchema)]
struct Both {
    text: Page<String>,
    number: Page<u8>,
}

#[test]
fn two_uses_of_a_nested_type_are_two_schemas() {
    let parameters = parameters_of::<Both>().unwrap();
    let item = |field: &str| {
        let property = &parameters["properties"][field];
        let page = match property["$ref"].as_str() {
            Some(reference) => parameters.pointer(&reference[1..]).unwrap(),
            None => property,
        };
        page["properties"]["item"]["type"].clone()
    };
    assert_eq!(item("text"), "string");
    assert_eq!(item("number"), "integer");
}

/// Bounds are on the struct.
#[derive(Tool, Deserialize)]
#[tool(name = "bound")]
struct Bound<T: Clone + Into<u64>>
where
    Vec<T>: Clone,
{
    of: T,
}

#[test]
fn bounds_of_the_struct_are_kept() {
    assert_eq!(Bound::<u8>::schema().parameters["required"], json!(["of"]));
}
