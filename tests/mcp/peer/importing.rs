//! Importing a server's tools and calling all of them.

use std::time::Duration;

use loopd_tools::mcp::{ImportOptions, Transport, import};
use loopd_tools::testing::arguments_for;
use loopd_tools::{Broker, CallContext, DynTool, Outcome, ToolErrorKind, ToolRequest, Toolbox};

/// How often each tool is called, each time with other arguments.
const CALLS: u64 = 3;

/// How long a call may take; a tool that waits for more is told to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a call may take to end once it is told to stop, before it counts as one that hangs.
const GRACE: Duration = Duration::from_secs(5);

pub(crate) async fn call_all(
    prefix: &str,
    command: &[&str],
) -> Result<(), Box<dyn std::error::Error>> {
    let transport = match command {
        [url] if url.starts_with("http") => Transport::http(*url),
        [program, arguments @ ..] => Transport::command(*program, arguments.iter().copied()),
        [] => return Err("there is no command".into()),
    };
    let toolbox = Toolbox::new();
    let options = ImportOptions::new(&toolbox, prefix).with_timeout(PATIENCE);
    let imported = import(transport, options).await?;
    let report = imported.report();
    for skipped in &report.skipped {
        println!("skipped {}: {}", skipped.server_name, skipped.reason);
    }
    for unchecked in &report.unchecked {
        println!(
            "unchecked {}: {:?}",
            unchecked.server_name, unchecked.problem
        );
    }
    let broker = Broker::builder(toolbox.clone()).build()?;
    let mut well = 0;
    for tool in toolbox.all() {
        well += usize::from(call(&broker, &*tool).await?);
    }
    println!(
        "imported={} skipped={} called={well}",
        report.tools.len(),
        report.skipped.len()
    );
    imported.close().await;
    Ok(())
}

/// Calls a tool a few times. False if a call of it hangs, panics, or is refused for arguments that
/// fit its schema.
async fn call(broker: &Broker, tool: &dyn DynTool) -> Result<bool, Box<dyn std::error::Error>> {
    let schema = tool.definition().schema();
    let mut well = true;
    for seed in 0..CALLS {
        let arguments = arguments_for(&schema.parameters, seed)
            .map_err(|keyword| format!("{}: nothing can be made for {keyword}", schema.name))?;
        let request = ToolRequest {
            tool: schema.name.clone(),
            arguments: arguments.to_string(),
        };
        let calling = broker.call(request, CallContext::new());
        let Ok(outcome) = tokio::time::timeout(PATIENCE + GRACE, calling).await else {
            println!("{} hangs on {arguments}", schema.name);
            return Ok(false);
        };
        well &= is_well(&outcome);
        let text: String = outcome.text().chars().take(100).collect();
        println!(
            "{} {} -> {:?}",
            schema.name,
            short(&arguments.to_string()),
            text
        );
    }
    Ok(well)
}

fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

/// A tool may refuse or fail; what may not be is an error of ours.
fn is_well(outcome: &Outcome) -> bool {
    match outcome.error() {
        None => true,
        Some(error) if error.kind() == ToolErrorKind::InvalidInput => error.problems().is_empty(),
        Some(error) => {
            let ours = error.message().contains("fault of its own");
            let lost = error.message().contains("was lost");
            !ours && !lost && !outcome.still_running
        }
    }
}
