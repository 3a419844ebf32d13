//! Both mistakes are told, each at its place.

use loopd_tools::tool;

/// Changes a text.
#[tool]
fn change(text: &mut String, count: Option<&u32>) -> String {
    format!("{text}{count:?}")
}

fn main() {}
