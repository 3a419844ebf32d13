//! Our half of what `tests/mcp/run` tries with real peers.
//!
//! - `mcp_peer conformance` serves the tools that the conformance suite asks for, over HTTP, and
//!   prints where; it ends with its standard input.
//! - `mcp_peer import PREFIX COMMAND..` imports the tools of a server, calls each of them with
//!   arguments made from its schema, and prints what became of them.

mod conformance;
mod importing;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &words[..] {
        ["conformance"] => conformance::serve().await,
        ["import", prefix, command @ ..] if !command.is_empty() => {
            importing::call_all(prefix, command).await
        }
        _ => Err("say `conformance`, or `import PREFIX COMMAND..`".into()),
    }
}
