//! A value as text whose numbers mean exactly what a validator reads in them.

use serde_json::Value;

/// From here on not every whole number is an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value as JSON. A large `f64` is written with all its digits: the shortest ones are another
/// number, as close as the next `f64` is far.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.abs() >= EXACT => format!("{float:.1}"),
            _ => number.to_string(),
        },
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(map) => {
            let members = map.iter().map(|(key, value)| {
                let key = Value::from(key.as_str());
                format!("{key}:{}", text(value))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}
