//! What the fuzz targets do with their input, apart from libFuzzer: on stable the same bodies run as
//! property tests (`tests/fuzzing`). Each panics on what must never be.

mod canonical;
mod decode;
mod dispatch;
mod repair;
mod tools;

pub use canonical::canonical;
pub use decode::decode;
pub use dispatch::dispatch;
pub use repair::repair;

/// The input as text; what is no UTF-8 never reaches the adapter.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Two texts: what stands before the first blank line, and the rest.
fn halves(data: &[u8]) -> Option<(&str, &str)> {
    text(data)?.split_once("\n\n")
}
