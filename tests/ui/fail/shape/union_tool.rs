use loopd_tools::Tool;

/// Either.
#[derive(Tool)]
union Either {
    left: u32,
    right: f32,
}

fn main() {}
