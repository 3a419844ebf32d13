//! Any schema as that of a type: it is brought into the canonical form, or refused in words.

use std::borrow::Cow;
use std::cell::RefCell;

use loopd_tools::{Arguments, CallContext, Dialect, DynTool, FnTool, JsonSchema, parameters_of};
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use super::text;

thread_local! {
    static SCHEMA: RefCell<Schema> = RefCell::new(Schema::default());
}

/// A type that says the schema of the moment of itself.
struct Said;

impl JsonSchema for Said {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Said")
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        SCHEMA.with_borrow(Clone::clone)
    }
}

fn said(schema: Value) -> Option<Value> {
    let schema = Schema::try_from(schema).ok()?;
    SCHEMA.set(schema);
    parameters_of::<Said>().ok()
}

/// The form is the same each time, all of it can be checked, and every consumer can be told of it.
pub fn canonical(data: &[u8]) {
    let Some(schema) = text(data).and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
        return;
    };
    let Some(form) = said(schema.clone()) else {
        return;
    };
    let again = said(schema).expect("what was brought into the form once");
    assert_eq!(again.to_string(), form.to_string());
    assert_eq!(form["type"], "object", "{form}");
    assert!(form["properties"].is_object(), "{form}");
    let (tool, problems) = FnTool::foreign("tool", "Any.", form.clone(), |_, _| async { "" });
    assert_eq!(problems, [], "{form}");
    shown(&tool, &form);
    for dialect in Dialect::ALL {
        let lowered = tool.definition().schema().lower(dialect);
        let again = tool.definition().schema().lower(dialect);
        assert_eq!(lowered.element.to_string(), again.element.to_string());
    }
}

/// The shape that an error shows is a value of the form.
fn shown(tool: &FnTool, form: &Value) {
    let cx = CallContext::new();
    let Some(error) = tool.prepare(Arguments::from("[]"), &cx).err() else {
        panic!("a list as arguments: {form}");
    };
    let shape = error
        .advice()
        .and_then(|advice| advice.strip_prefix("expected shape: "));
    // Text of a form that can't be made up is described in its place.
    if let Some(shape) = shape.filter(|shape| !shape.contains("text that ")) {
        let exact = Arguments::from(shape).with_exact(true);
        if let Err(error) = tool.prepare(exact, &cx) {
            panic!("{form}: {shape}: {error}");
        }
    }
}
