use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
enum Page {
    Numbered { number: Number },
}

#[derive(Deserialize)]
struct Number(u32);

fn main() {}
