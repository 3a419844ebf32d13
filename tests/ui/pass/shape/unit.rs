use loopd_tools::Tool;
use serde::Deserialize;

/// Tells the time.
#[derive(Tool, Deserialize)]
struct Clock;

fn main() {
    assert_eq!(
        Clock::schema().parameters.to_string(),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}
