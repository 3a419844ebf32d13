use loopd_tools::Tool;
use serde::Deserialize;

/// Returns its text.
#[derive(Tool, Deserialize)]
struct Echo<'a> {
    #[serde(borrow)]
    text: Option<&'a [u8]>,
    again: std::borrow::Cow<'a, str>,
}

fn main() {}
