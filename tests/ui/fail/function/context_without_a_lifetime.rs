//! The context is known by its lifetime.

use loopd_tools::{Context, tool};

/// Looks for words.
#[tool]
fn search(cx: Context, query: String) -> String {
    format!("{}{query}", cx.session_id())
}

fn main() {}
