//! A wrapper that decorates another tool. It keeps the tool's schema, its requirements, its
//! ordering and its audit line, because it hands on the definition and each call's plan; all that
//! it adds is done around the run.
//!
//! This one hides what looks like a key from the model, whichever tool it is put around.

use std::error::Error;

use loopd_tools::{
    Arguments, BoxFuture, CallContext, Context, Definition, DynTool, Plan, Prepared, Run, Tool,
    ToolError, ToolOutput,
};
use serde::Deserialize;

/// Hides words that begin with `key-` in what a tool gives.
struct Redacting<T>(T);

impl<T: DynTool> DynTool for Redacting<T> {
    fn definition(&self) -> &Definition {
        self.0.definition()
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        // Arguments are decoded once, by the tool itself: a wrapper has nothing to say about them.
        Ok(Box::new(RedactingCall(self.0.prepare(arguments, cx)?)))
    }
}

struct RedactingCall(Box<dyn Prepared>);

impl Prepared for RedactingCall {
    fn plan(&self) -> Plan {
        self.0.plan()
    }

    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let output = self.0.run(cx).await?;
            let hidden = hide_keys(&output.text_content());
            // Hints, control and all else that the output says stay.
            Ok(match hidden {
                Some(text) => output.with_text(text),
                None => output,
            })
        })
    }
}

/// The text without keys; none if there are none in it.
fn hide_keys(text: &str) -> Option<String> {
    text.contains("key-").then(|| {
        let word = |word: &str| {
            let is_key = word.trim_start().starts_with("key-");
            if is_key {
                "[hidden] ".to_owned()
            } else {
                word.to_owned()
            }
        };
        let hidden: String = text.split_inclusive(' ').map(word).collect();
        hidden.trim_end().to_owned()
    })
}

/// Reads a setting.
#[derive(Tool, Deserialize)]
#[tool(read_only, resource = name, requires("settings.read"))]
struct ReadSetting {
    /// The setting's name.
    name: String,
}

impl Run for ReadSetting {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        match self.name.as_str() {
            "url" => Ok("https://example.org".into()),
            "login" => Ok("ada key-7413 admin".into()),
            other => Err(ToolError::not_found(format!("no setting {other:?}"))),
        }
    }

    fn audit(&self, _cx: Context<'_>) -> String {
        format!("read the setting {}", self.name)
    }
}

async fn demonstrate(name: &str) -> Result<(Plan, String), ToolError> {
    let tool = Redacting(ReadSetting::tool());
    let cx = CallContext::new();
    let arguments = serde_json::json!({ "name": name });
    let call = tool.prepare(arguments.into(), &cx)?;
    let plan = call.plan();
    Ok((plan, call.run(&cx).await?.into_text()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for name in ["url", "login"] {
        let (plan, text) = runtime.block_on(demonstrate(name))?;
        println!("{}: {text}", plan.audit);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_meets_every_point_with_the_wrapper_and_without() {
        use loopd_tools::testing::Check;
        let run = |tool: &dyn DynTool| {
            Check::new(tool)
                .with_arguments(serde_json::json!({"name": "login"}))
                .with_audited("name")
                .run()
        };
        run(&ReadSetting::tool()).assert_ok();
        run(&Redacting(ReadSetting::tool())).assert_ok();
    }

    #[test]
    fn the_wrapper_changes_the_text_and_nothing_else() {
        let bare = ReadSetting::tool();
        let wrapped = Redacting(ReadSetting::tool());
        assert_eq!(wrapped.definition(), bare.definition());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let (plan, text) = runtime.block_on(demonstrate("login")).unwrap();
        let cx = CallContext::new();
        let same = bare.prepare(r#"{"name": "login"}"#.into(), &cx).unwrap();
        assert_eq!(plan, same.plan());
        assert_eq!(plan.requirements[0].resource.as_deref(), Some("login"));
        assert_eq!(text, "ada [hidden] admin");
        let (_, text) = runtime.block_on(demonstrate("url")).unwrap();
        assert_eq!(text, "https://example.org");
        // Refused in the same words, too.
        let [mine, own] = [&wrapped as &dyn DynTool, &bare].map(|tool| {
            let refused = tool.prepare("{}".into(), &cx);
            refused.err().map(|error| error.model_text())
        });
        assert!(mine.is_some());
        assert_eq!(mine, own);
    }
}
