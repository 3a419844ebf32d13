//! Defaults that a model can send: no `null` for what may be absent, and numbers as they were
//! written, whichever way `serde_json` holds them.

use serde_json::{Number, Value};

use super::node::{Node, take};

pub(super) fn apply(node: &mut Node) {
    if let Some(mut default) = take(node, "default") {
        tidy(&mut default);
        if !default.is_null() {
            node.insert("default".to_owned(), default);
        }
    }
    if node.get("deprecated") == Some(&Value::Bool(false)) {
        take(node, "deprecated");
    }
}

fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        Value::Number(number) if number.is_f64() => {
            // A single-precision number comes as the double next to it, or as its own digits where
            // serde_json keeps digits.
            if let Some(short) = number.as_f64().and_then(shortest) {
                *number = short;
            }
        }
        _ => {}
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "exactness is what is asked"
)]
fn shortest(double: f64) -> Option<Number> {
    let single = double as f32;
    let double = if f64::from(single) == double {
        single.to_string().parse().ok()?
    } else {
        double
    };
    Number::from_f64(double)
}
