//! The tools of this file, served by the Model Context Protocol: what `README.md` puts into a
//! client's configuration.
//!
//! ```sh
//! cargo run --features mcp --example serve_mcp             # standard input and output
//! cargo run --features mcp --example serve_mcp -- --http   # HTTP, until standard input ends
//! ```

use std::time::Duration;

use loopd_tools::mcp::{HttpOptions, Server};
use loopd_tools::{
    Clock, Context, Echo, Json, JsonSchema, Run, Tool, ToolError, ToolOutput, Toolbox,
};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;

/// Counts the letters, words and lines of a text.
#[derive(Tool, Deserialize)]
#[tool(title = "Count", core, read_only, open_world = false, concurrent, output = Json<Counts>)]
struct Count {
    /// The text.
    text: String,
}

/// What a text has.
#[derive(Serialize, JsonSchema)]
struct Counts {
    /// Characters.
    characters: usize,
    /// Words, parted by white space.
    words: usize,
    /// Lines.
    lines: usize,
}

impl Run for Count {
    async fn run(self, _cx: Context<'_>) -> Result<Json<Counts>, ToolError> {
        Ok(Json(Counts {
            characters: self.text.chars().count(),
            words: self.text.split_whitespace().count(),
            lines: self.text.lines().count(),
        }))
    }
}

/// Waits, and tells how far it has come.
#[derive(Tool, Deserialize)]
#[tool(core, read_only, open_world = false, concurrent)]
struct Wait {
    /// How long, in milliseconds.
    #[schemars(range(max = 10_000))]
    milliseconds: u64,
}

impl Run for Wait {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        for step in 1..=10_u32 {
            let pause = tokio::time::sleep(Duration::from_millis(self.milliseconds / 10));
            cx.cancellation().race(pause).await?;
            cx.progress(f64::from(step) / 10.0, "waiting");
        }
        Ok("waited".into())
    }
}

fn toolbox() -> Result<Toolbox, Box<dyn std::error::Error>> {
    let toolbox = Toolbox::new();
    toolbox.register(Clock::tool())?;
    toolbox.register(Echo::tool())?;
    toolbox.register(Count::tool())?;
    toolbox.register(Wait::tool())?;
    Ok(toolbox)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server::of(toolbox()?)?
        .with_name("loopd-tools-example", env!("CARGO_PKG_VERSION"))
        .with_instructions("Small tools that need nothing.");
    match std::env::args().nth(1).as_deref() {
        None => server.serve_stdio(std::future::pending()).await?,
        Some("--http") => {
            let server = server.listen(HttpOptions::new()).await?;
            println!("{}", server.url());
            server.serve(end_of_input()).await;
        }
        Some(other) => return Err(format!("{other:?} is no option; --http is one").into()),
    }
    Ok(())
}

async fn end_of_input() {
    let mut input = tokio::io::stdin();
    let mut buffer = [0; 256];
    while matches!(input.read(&mut buffer).await, Ok(1..)) {}
}

#[cfg(test)]
mod tests {
    use loopd_tools::testing::{Check, check};
    use serde_json::json;

    use super::*;

    #[test]
    fn both_meet_every_point() {
        check(&Count::tool()).assert_ok();
        Check::new(&Wait::tool())
            .with_arguments(json!({"milliseconds": 10}))
            .run()
            .assert_ok();
    }
}
