//! Calls the tool with each line of standard input, and prints what the model would read.

// For counting what a further tool expands to.
#[cfg(twice)]
#[allow(dead_code, unused_imports)]
#[path = "tool.rs"]
mod again;
mod tool;

use std::io;

use rmcp::ServiceExt as _;
use rmcp::model::CallToolRequestParams;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (here, there) = tokio::io::duplex(4096);
    let server = tokio::spawn(async move {
        tool::Lengths
            .serve(there)
            .await?
            .waiting()
            .await
            .map_err(Box::<dyn std::error::Error + Send + Sync>::from)
    });
    let client = ().serve(here).await?;
    for arguments in io::stdin().lines() {
        let mut request = CallToolRequestParams::new("convert_length");
        // The wire has no other form than an object, so a client refuses what is none.
        if let Ok(serde_json::Value::Object(arguments)) = serde_json::from_str(&arguments?) {
            request = request.with_arguments(arguments);
        } else {
            println!(
                "refused {}",
                serde_json::Value::from("arguments are no object")
            );
            continue;
        }
        let (fate, text) = match client.call_tool(request).await {
            Ok(result) => {
                let text = result.content.first().and_then(|part| part.as_text());
                let fate = if result.is_error == Some(true) {
                    "refused"
                } else {
                    "answered"
                };
                (fate, text.map(|text| text.text.clone()).unwrap_or_default())
            }
            Err(error) => ("protocol error", error.to_string()),
        };
        println!("{fate} {}", serde_json::Value::from(text));
    }
    client.cancel().await?;
    let _ = server.await?;
    Ok(())
}
