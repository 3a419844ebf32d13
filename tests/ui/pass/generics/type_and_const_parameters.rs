use loopd_tools::{JsonSchema, Tool};
use serde::Deserialize;

/// Stores values.
#[derive(Tool, Deserialize)]
#[tool(name = "store", resource = name)]
struct Store<T: Clone, U = u8, const N: usize = 4>
where
    U: Default,
{
    name: Option<String>,
    values: Vec<Value<T>>,
    #[serde(default)]
    other: U,
}

#[derive(JsonSchema, Deserialize, Clone)]
struct Value<T> {
    value: T,
    next: Option<Box<Value<T>>>,
}

fn main() {
    let parameters = Store::<String>::schema().parameters;
    let value = &parameters["properties"]["values"]["items"];
    assert!(value.to_string().contains("string") || value.get("$ref").is_some());
    let store: Store<u8> = serde_json::from_str(r#"{"values": [{"value": 1}]}"#).unwrap();
    assert!(store.values[0].value == 1 && store.values[0].next.is_none());
    assert!(store.name.is_none() && store.other == 0);
}
