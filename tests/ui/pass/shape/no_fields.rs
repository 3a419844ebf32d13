use loopd_tools::Tool;
use serde::Deserialize;

/// Tells the time.
#[derive(Tool, Deserialize)]
struct Clock {}

fn main() {
    assert!(Clock::schema().parameters["properties"].as_object().unwrap().is_empty());
}
