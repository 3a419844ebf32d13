//! Types inside of tools: recursion, the type's own name, and what stands around it.

use loopd_tools::{JsonSchema, Tool};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Makes a tree.
#[derive(Tool, Deserialize)]
struct Tree {
    label: String,
    children: Vec<Tree>,
    boxed: Option<Box<Self>>,
}

/// Makes a tree that is somewhere inside.
#[derive(Tool, Deserialize)]
struct Plant {
    at: Option<Branch>,
}

#[derive(JsonSchema, Deserialize)]
enum Branch {
    Leaf,
    Fork {
        left: Box<Branch>,
        right: Box<Branch>,
    },
}

#[test]
fn recursion_goes_through_definitions() {
    let parameters = Tree::schema().parameters;
    let reference = parameters["properties"]["children"]["items"]["$ref"].clone();
    assert_eq!(reference, "#/$defs/Tree");
    assert_eq!(
        parameters["$defs"]["Tree"]["required"],
        json!(["label", "children"])
    );
    let parameters = Plant::schema().parameters;
    assert!(parameters["$defs"]["Branch"].is_object(), "{parameters}");
}

/// Reads a page.
#[derive(Tool, Deserialize)]
#[serde(default = "Read::fallback")]
#[tool(state = Shelf<Read>, resource = path)]
struct Read {
    #[serde(default = "Read::path")]
    path: String,
    #[schemars(range(min = Read::FIRST, max = Self::LAST))]
    line: u32,
    #[schemars(example = Read::fallback().line, transform = Read::mark)]
    column: u32,
    #[schemars(schema_with = "Read::free_schema")]
    free: String,
    inner: Vec<Read>,
}

struct Shelf<T>(std::marker::PhantomData<T>);

impl Read {
    const FIRST: u32 = 1;
    const LAST: u32 = 99;

    fn path() -> String {
        "a.txt".to_owned()
    }

    fn fallback() -> Self {
        Self {
            path: String::new(),
            line: 3,
            column: 4,
            free: String::new(),
            inner: Vec::new(),
        }
    }

    fn mark(schema: &mut schemars::Schema) {
        schema.insert("maximum".to_owned(), 50.into());
    }

    fn free_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "maxLength": 5})
    }
}

#[test]
fn the_types_own_items_are_the_users() {
    let parameters = Read::schema().parameters;
    let of = |name: &str| &parameters["properties"][name];
    assert_eq!(of("path")["default"], "a.txt");
    assert_eq!(
        (
            of("line")["minimum"].as_u64(),
            of("line")["maximum"].as_u64()
        ),
        (Some(1), Some(99))
    );
    assert_eq!(of("line")["default"], 3);
    assert_eq!(of("column")["examples"], json!([3]));
    assert_eq!(of("column")["maximum"], 50);
    assert_eq!(of("free")["maxLength"], 5);
    assert!(parameters.get("required").is_none());
}

#[test]
fn types_inside_of_functions_are_types() {
    #[derive(JsonSchema, Deserialize)]
    struct Inner {
        number: u8,
    }

    /// Takes what is local.
    #[derive(Tool, Deserialize)]
    struct Local {
        inner: Inner,
    }

    let parameters = Local::schema().parameters;
    assert_eq!(
        parameters["properties"]["inner"]["required"],
        json!(["number"])
    );
}

/// A tool that is also inside of another.
#[derive(Tool, JsonSchema, Deserialize, Serialize)]
#[tool(name = "both", core)]
struct Both {
    /// A number.
    number: u8,
}

/// Holds a tool.
#[derive(Tool, Deserialize)]
struct Holder {
    both: Both,
}

#[test]
fn a_tool_can_be_nested_as_well() {
    assert_eq!(
        Holder::schema().parameters["properties"]["both"],
        json!({
            "type": "object",
            "description": "A tool that is also inside of another.",
            "properties": {
                "number": {"type": "integer", "description": "A number.", "minimum": 0, "maximum": 255}
            },
            "required": ["number"],
            "additionalProperties": false
        })
    );
}

/// Has fields for other builds.
#[derive(Tool, Deserialize)]
struct Configured {
    kept: u8,
    #[cfg(any())]
    removed: ATypeThatIsNowhere,
    #[cfg_attr(all(), serde(rename = "renamed"))]
    #[cfg_attr(any(), serde(skip))]
    other: u8,
}

#[test]
fn fields_that_cfg_removes_are_not_there() {
    assert_eq!(
        Configured::schema().parameters["required"],
        json!(["kept", "renamed"])
    );
}

mod shadowed {
    //! The user's scope gives these names another meaning.

    #![allow(non_snake_case)]

    use loopd_tools::Tool;
    use serde::Deserialize;

    struct Option;
    fn Some() {}
    #[allow(non_upper_case_globals)]
    const None: u8 = 0;

    /// Takes defaults.
    #[derive(Tool, Deserialize)]
    pub(super) struct Shadowed {
        #[serde(default = "three")]
        number: u8,
        #[serde(default)]
        text: String,
    }

    fn three() -> u8 {
        Some();
        let _ = Option;
        None + 3
    }
}

#[test]
fn the_users_names_stay_the_users() {
    let parameters = shadowed::Shadowed::schema().parameters;
    assert_eq!(parameters["properties"]["number"]["default"], 3);
    assert_eq!(parameters["properties"]["text"]["default"], "");
}
