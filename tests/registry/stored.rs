//! A registry as it stands in a session file.

use loopd_tools::{Entry, Registry};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::laws::entries;
use crate::{core_entry, entry};

#[test]
fn the_form_is_the_list_of_entries() {
    let registry = Registry::new(vec![core_entry("a", "One."), entry("b", "Two.")]);
    let parameters = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    let stored = json!([
        {"schema": {"name": "a", "description": "One.", "parameters": parameters}, "core": true},
        {"schema": {"name": "b", "description": "Two.", "parameters": parameters}, "core": false},
    ]);
    assert_eq!(serde_json::to_string(&registry).unwrap(), stored.to_string());
    assert_eq!(serde_json::from_value::<Registry>(stored).unwrap(), registry);
}

#[test]
fn what_is_stored_is_read_strictly() {
    let a = serde_json::to_value(entry("a", "One.")).unwrap();
    let with = |key: &str, value: Value| {
        let mut entry = a.clone();
        entry[key] = value;
        entry
    };
    for (stored, fault) in [
        (json!([a, a]), "two tools are named `a`"),
        (json!([entry("find_tool", "Mine.")]), "`find_tool` is a name"),
        (json!([entry("call_tool", "Mine.")]), "`call_tool` is a name"),
        (json!([with("since", json!(1))]), "unknown field `since`"),
        (json!([{"schema": a["schema"]}]), "missing field `core`"),
        (json!([{"core": true}]), "missing field `schema`"),
        (json!([with("schema", json!({"name": "a", "description": ""}))]), "missing field `parameters`"),
        (json!([with("schema", json!({"name": "a", "description": "", "parameters": {}, "x": 1}))]), "unknown field `x`"),
        (json!({"a": a}), "invalid type: map"),
        (json!(null), "invalid type: null"),
    ] {
        let error = serde_json::from_value::<Registry>(stored.clone()).unwrap_err();
        assert!(error.to_string().contains(fault), "{stored}: {error}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again_to_the_byte(entries in entries()) {
        let registry = Registry::new(entries);
        let text = serde_json::to_string(&registry).unwrap();
        let read: Registry = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);
        prop_assert_eq!(read, registry);
    }

    /// An approval pins a schema's bytes, so that no number may change on its way.
    #[test]
    fn the_numbers_of_a_schema_come_back_as_they_were(number in any::<f64>(), whole in any::<i64>()) {
        prop_assume!(number.is_finite());
        let mut stored = core_entry("a", "One.");
        stored.schema.parameters = json!({"type": "object", "minimum": number, "maximum": whole});
        let text = serde_json::to_string(&stored).unwrap();
        prop_assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), stored);
    }
}
