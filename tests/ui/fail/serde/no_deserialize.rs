use loopd_tools::Tool;

/// Lists graphs.
#[derive(Tool)]
struct List {
    path: String,
}

fn main() {}
