//! Any schema as that of a type: it is brought into the canonical form, or refused in words.

use std::borrow::Cow;
use std::cell::RefCell;

use loopd_tools::{FnTool, JsonSchema, parameters_of};
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

/// The form is its own form, and all of it can be checked.
pub fn canonical(data: &[u8]) {
    let Some(schema) = text(data).and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
        return;
    };
    let Some(form) = said(schema) else {
        return;
    };
    let again = said(form.clone()).expect("the canonical form of a canonical form");
    assert_eq!(again.to_string(), form.to_string());
    let (_, problems) = FnTool::foreign("tool", "Any.", form.clone(), |_, _| async { "" });
    for problem in problems {
        // A pattern can be beyond the engine; a form has no keyword that is not checked.
        assert!(problem.message().contains("pattern"), "{problem}: {form}");
    }
}
