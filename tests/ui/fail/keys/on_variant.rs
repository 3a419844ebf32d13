use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
enum Sort {
    #[tool(name = "up")]
    Up,
    Down {
        #[tool(core)]
        by: String,
    },
}

fn main() {}
