//! Arguments of a tool that has none.

use serde::de::IgnoredAny;
use serde::de::value::UnitDeserializer;
use serde::{Deserialize, Deserializer};

/// Reads an object, already checked to be one, as the unit struct that serde knows as `null`.
///
/// # Errors
///
/// If what is read is no JSON, or the struct does not take `null`.
pub fn decode_unit<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    IgnoredAny::deserialize(deserializer)?;
    T::deserialize(UnitDeserializer::new())
}
