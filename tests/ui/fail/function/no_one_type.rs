//! An argument is decoded as one type.

use loopd_tools::tool;

/// Shows values.
#[tool]
fn show(value: impl ToString, other: &dyn ToString) -> String {
    value.to_string() + &other.to_string()
}

fn main() {}
