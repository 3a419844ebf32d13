//! Types of the standard library that are read as objects or text.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{
    NonZeroI8, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroU32, NonZeroU128, NonZeroUsize,
};
use std::ops::{Bound, Range, RangeInclusive};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Paths {
    /// Where to look.
    path: PathBuf,
    more: Vec<PathBuf>,
}

#[derive(Deserialize, JsonSchema)]
pub struct NonZeros {
    unsigned: NonZeroU32,
    signed: NonZeroI8,
    optional: Option<NonZeroI32>,
    list: Vec<Option<NonZeroI8>>,
}

#[derive(Deserialize, JsonSchema)]
pub struct WideNonZeros {
    size: NonZeroUsize,
    long: NonZeroI64,
    widest: NonZeroU128,
    signed: NonZeroI128,
}

#[derive(Deserialize, JsonSchema)]
pub struct Times {
    /// How long to wait.
    timeout: Duration,
    since: Option<SystemTime>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Spans {
    range: Range<u32>,
    inclusive: RangeInclusive<i64>,
    bound: Bound<u8>,
    outcome: Result<u8, String>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Addresses {
    any: IpAddr,
    four: Ipv4Addr,
    socket: SocketAddr,
}

pub fn kinds() -> Vec<Kind> {
    let mut kinds = list![Paths, NonZeros, WideNonZeros, Spans];
    // serde carries nanoseconds over into seconds.
    kinds.extend(list![Times].into_iter().map(Kind::narrower));
    kinds.extend(list![Addresses].into_iter().map(Kind::inexact));
    kinds
}
