//! Tools that are functions: `#[tool]` writes the struct, the derive does the rest.

use std::sync::atomic::{AtomicU64, Ordering};

use loopd_tools::{CallContext, Context, DynTool, Json, JsonSchema, Tool, ToolError, tool};
use serde::Serialize;

/// Finds the lines of a text that hold a word.
///
/// # Arguments
///
/// * `text` - the text to look in
/// * `word` - the word to look for, in any case
/// * `limit` - how many lines at the most; all of them if it is left out
#[tool(read_only, concurrent)]
async fn find_lines(
    cx: Context<'_, Searches>,
    text: &str,
    word: &str,
    limit: Option<usize>,
) -> Result<Json<Found>, ToolError> {
    if word.trim().is_empty() {
        return Err(ToolError::invalid_input("the word is empty").with_advice("name a word"));
    }
    cx.state().0.fetch_add(1, Ordering::Relaxed);
    let word = word.to_lowercase();
    let lines = text
        .lines()
        .filter(|line| line.to_lowercase().contains(&word));
    Ok(Json(Found {
        lines: lines
            .take(limit.unwrap_or(usize::MAX))
            .map(str::to_owned)
            .collect(),
    }))
}

/// What all searches share: how many there were.
struct Searches(AtomicU64);

#[derive(Serialize, JsonSchema)]
struct Found {
    /// The lines, in their order.
    lines: Vec<String>,
}

/// Adds numbers.
#[tool]
fn add(
    /// The numbers to add.
    numbers: &[f64],
) -> String {
    numbers.iter().sum::<f64>().to_string()
}

fn main() -> std::io::Result<()> {
    // Any runtime will do: nothing here depends on one.
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(show());
    Ok(())
}

async fn show() {
    let find_lines = find_lines::with(Searches(AtomicU64::new(0)));
    let add_numbers = add::tool();
    let cx = CallContext::new();
    println!("{}", find_lines.definition().schema().parameters);

    let calls: [(&dyn DynTool, &str); 4] = [
        (
            &find_lines,
            r#"{"text":"Tea\ncoffee\ntea again","word":"TEA"}"#,
        ),
        (&find_lines, r#"{"text":"tea","word":""}"#),
        (&find_lines, r#"{"text":"tea"}"#),
        (&add_numbers, r#"{"numbers":[1,2.5]}"#),
    ];
    for (tool, arguments) in calls {
        match tool.call(arguments.into(), &cx).await {
            Ok(output) => println!("{}: {}", tool.definition().name(), output.into_text()),
            Err(error) => println!("{}: {error}", tool.definition().name()),
        }
    }

    // A function under `#[tool]` is still a function.
    println!("{}", add(&[1.0, 2.0]));
}

#[cfg(test)]
mod tests {
    use loopd_tools::testing::Check;
    use serde_json::json;

    use super::*;

    #[test]
    fn both_meet_every_point() {
        Check::new(&find_lines::with(Searches(AtomicU64::new(0))))
            .with_arguments(json!({"text": "tea for two\ncoffee", "word": "coffee"}))
            .run()
            .assert_ok();
        Check::new(&add::tool())
            .with_arguments(json!({"numbers": [1, 2.5]}))
            .run()
            .assert_ok();
    }
}
