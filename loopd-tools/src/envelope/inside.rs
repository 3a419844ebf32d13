//! The envelope as the arguments of the very tool that it calls.

use serde_json::Value;

use super::members::{Members, string};
use crate::registry::Registry;

/// The arguments in `{"name":tool,"arguments":{..}}`, if `tool` has neither of these parameters: then
/// nothing else can be meant.
pub(super) fn read(registry: &Registry, tool: &str, arguments: &str) -> Option<String> {
    let parameters = &registry.get(tool)?.schema.parameters;
    let properties = parameters.get("properties").and_then(Value::as_object)?;
    let is_closed = parameters.get("additionalProperties") == Some(&Value::Bool(false));
    if !is_closed || properties.contains_key("name") || properties.contains_key("arguments") {
        return None;
    }
    let members = Members::read(arguments)?;
    if members.0.len() != 2 || string(members.get("name")?)? != tool {
        return None;
    }
    let inner = members.get("arguments")?;
    Members::read(inner).map(|_| inner.to_owned())
}
