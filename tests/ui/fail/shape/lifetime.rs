use loopd_tools::Tool;
use serde::Deserialize;

use std::marker::PhantomData;

/// Returns its text.
#[derive(Tool, Deserialize)]
struct Echo<'a> {
    text: String,
    #[serde(skip)]
    of: PhantomData<&'a str>,
}

fn main() {}
