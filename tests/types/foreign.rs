//! Types of other crates, through schemars' features.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Chrono {
    /// When.
    at: chrono::DateTime<chrono::Utc>,
    day: chrono::NaiveDate,
    time: chrono::NaiveTime,
    local: chrono::NaiveDateTime,
    weekday: Option<chrono::Weekday>,
}

#[derive(Deserialize, JsonSchema)]
pub struct ChronoDelta {
    delta: chrono::TimeDelta,
}

#[derive(Deserialize, JsonSchema)]
pub struct Jiff {
    /// When.
    at: jiff02::Timestamp,
    day: jiff02::civil::Date,
    zoned: Option<jiff02::Zoned>,
    span: jiff02::Span,
}

#[derive(Deserialize, JsonSchema)]
pub struct Identifiers {
    /// Where.
    url: url::Url,
    id: uuid::Uuid,
}

pub fn kinds() -> Vec<Kind> {
    let mut kinds = list![ChronoDelta];
    kinds.extend(
        list![Chrono, Jiff, Identifiers]
            .into_iter()
            .map(Kind::inexact),
    );
    kinds
}
