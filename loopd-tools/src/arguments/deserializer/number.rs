//! Numbers as serde has them.

use serde::de::{self, Visitor};

use crate::arguments::number::Number;

/// Reads a number as an integer where it is one, whatever its notation.
#[expect(
    clippy::same_functions_in_if_condition,
    reason = "each branch parses another type"
)]
pub(super) fn visit_integer<'de, V: Visitor<'de>, E: de::Error>(
    number: &Number<'_>,
    visitor: V,
) -> Result<V::Value, E> {
    let Some(text) = number.integer_text() else {
        return visitor.visit_f64(number.as_f64());
    };
    if let Ok(value) = text.parse() {
        visitor.visit_u64(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_i64(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_u128(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_i128(value)
    } else {
        visitor.visit_f64(number.as_f64())
    }
}

/// Reads a number without being told what is wanted.
///
/// An integer beyond 64 bits is given as `f64`: what serde keeps for flattened and untagged types
/// has no place for more.
pub(super) fn visit_number<'de, V: Visitor<'de>, E: de::Error>(
    number: &Number<'_>,
    visitor: V,
) -> Result<V::Value, E> {
    if number.is_plain() && number.text() != "-0" {
        if let Ok(value) = number.text().parse() {
            return visitor.visit_u64(value);
        }
        if let Ok(value) = number.text().parse() {
            return visitor.visit_i64(value);
        }
    }
    visitor.visit_f64(number.as_f64())
}
