//! The tools of another server in a toolbox, called as one's own.
//!
//! ```sh
//! cargo run --features mcp --example import_mcp                                  # offline
//! cargo run --features mcp --example import_mcp -- npx -y @modelcontextprotocol/server-everything
//! cargo run --features mcp --example import_mcp -- http://127.0.0.1:8000/mcp
//! ```
//!
//! Without arguments the program starts itself as the server.

use loopd_tools::mcp::{ImportOptions, Server, Transport, import};
use loopd_tools::{Broker, CallContext, Clock, Echo, Tool, ToolRequest, Toolbox};

/// Says to the program that it is the server.
const SERVE: &str = "--serve";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == [SERVE] {
        return serve().await;
    }
    let transport = match arguments.split_first() {
        None => Transport::command(std::env::current_exe()?, [SERVE]),
        Some((url, [])) if url.starts_with("http") => Transport::http(url),
        Some((program, arguments)) => Transport::command(program, arguments),
    };

    let toolbox = Toolbox::new();
    let imported = import(transport, ImportOptions::new(&toolbox, "other_")).await?;
    let report = imported.report();
    for tool in &report.tools {
        let digest = imported.pins()[&tool.server_name];
        println!(
            "{} is the server's {}, pinned by {}",
            tool.name,
            tool.server_name,
            digest.short()
        );
    }
    for skipped in &report.skipped {
        println!("{} is skipped: {}", skipped.server_name, skipped.reason);
    }

    if toolbox.contains("other_echo") {
        let broker = Broker::builder(toolbox).build()?;
        let request = ToolRequest {
            tool: "other_echo".into(),
            arguments: r#"{"text":"good day"}"#.into(),
        };
        let outcome = broker.call(request, CallContext::new()).await;
        println!(
            "other_echo gives: {} (untrusted: {})",
            outcome.text(),
            outcome.untrusted
        );
    }
    imported.close().await;
    Ok(())
}

async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    let toolbox = Toolbox::new();
    toolbox.register(Clock::tool())?;
    toolbox.register(Echo::tool())?;
    Server::of(toolbox)?
        .serve_stdio(std::future::pending())
        .await?;
    Ok(())
}
