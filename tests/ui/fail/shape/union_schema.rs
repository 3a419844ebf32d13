use loopd_tools::JsonSchema;

#[derive(JsonSchema)]
union Either {
    left: u32,
    right: f32,
}

fn main() {}
