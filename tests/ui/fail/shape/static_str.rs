use loopd_tools::Tool;

/// Returns its text.
#[derive(Tool)]
struct Echo {
    text: &'static str,
}

fn main() {}
