//! Maps say what their values are under one keyword; what their keys look like is said beside it,
//! where a consumer that does not know it still admits the values (case A26).

use serde_json::{Value, json};

use super::node::{Fault, Node, Path, take};

/// Keys that are whole numbers, as serde reads them: no sign but `-`, no leading zeros.
pub(crate) const SIGNED_KEYS: &str = "^(0|-?[1-9][0-9]*)$";
/// Keys that are whole numbers and not negative.
pub(crate) const UNSIGNED_KEYS: &str = "^(0|[1-9][0-9]*)$";

/// What schemars writes for the keys of signed and unsigned integers.
pub(super) const INTEGER_KEYS: [(&str, &str); 2] =
    [(r"^-?\d+$", SIGNED_KEYS), (r"^\d+$", UNSIGNED_KEYS)];

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    let Some(Value::Object(patterns)) = take(node, "patternProperties") else {
        return Ok(());
    };
    let patterns: Vec<(String, Value)> = patterns.into_iter().collect();
    let [(pattern, values)] = patterns.as_slice() else {
        return Err(Fault::new(
            path,
            "keys of more than one pattern",
            "use one map for each, or a map with `String` keys",
        ));
    };
    let own = INTEGER_KEYS.iter().find(|(theirs, _)| theirs == pattern);
    if own.is_some() && node.get("additionalProperties") != Some(&Value::Bool(false)) {
        // What flattens it has opened it: schemars closes a map with such keys.
        return Err(Fault::new(
            path,
            "serde can't read the integer keys of a flattened map",
            "give the map `String` keys, or a field of its own",
        ));
    }
    if node.contains_key("properties") {
        return Err(Fault::new(
            path,
            "keys of a pattern beside named fields",
            "give the map a field of its own",
        ));
    }
    let pattern = own.map_or(pattern.as_str(), |(_, own)| own);
    node.insert("additionalProperties".to_owned(), values.clone());
    node.insert(
        "propertyNames".to_owned(),
        json!({"type": "string", "pattern": pattern}),
    );
    Ok(())
}
