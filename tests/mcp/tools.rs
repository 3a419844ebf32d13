//! Tools to serve.

use loopd_tools::mcp::Server;
use loopd_tools::{
    Clock, Context, Echo, Json, JsonSchema, Part, Run, Tool, ToolError, ToolOutput, Toolbox,
};
use serde::{Deserialize, Serialize};

/// Adds two numbers.
///
/// Both are needed.
#[derive(Tool, Deserialize)]
#[tool(title = "Sum", core, read_only, open_world = false, output = Json<Sum>)]
pub(crate) struct Add {
    /// The one.
    a: i32,
    /// The other.
    b: i32,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Sum {
    /// What comes out.
    sum: i32,
}

impl Run for Add {
    async fn run(self, _cx: Context<'_>) -> Result<Json<Sum>, ToolError> {
        let sum = self.a.checked_add(self.b);
        let sum = sum.ok_or_else(|| ToolError::execution("the sum is beyond 32 bits"))?;
        Ok(Json(Sum { sum }))
    }
}

/// Deletes something.
#[derive(Tool, Deserialize)]
#[tool(destructive, idempotent)]
pub(crate) struct Delete {
    /// What.
    what: String,
}

impl Run for Delete {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Err(ToolError::permission(format!("{} stays", self.what)))
    }
}

/// Gives a picture, a sound, a link and a text.
#[derive(Tool, Deserialize)]
pub(crate) struct Gallery;

impl Run for Gallery {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::from_parts([
            Part::text("four"),
            Part::image("aGk=", "image/png"),
            Part::audio("aGk=", "audio/wav"),
            Part::link("file:///a", "a"),
            Part::resource("file:///b", "inside"),
        ]))
    }
}

/// Panics.
#[derive(Tool, Deserialize)]
pub(crate) struct Panics;

impl Run for Panics {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        panic!("the secret is 1234")
    }
}

/// Tells how far it has come.
#[derive(Tool, Deserialize)]
pub(crate) struct Steps;

impl Run for Steps {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        for (fraction, words) in [
            (None, "begun"),
            (Some(0.5), "half"),
            (Some(0.5), ""),
            (Some(1.0), ""),
        ] {
            cx.progress(fraction, words);
        }
        Ok("there".into())
    }
}

/// Never ends by itself.
#[derive(Tool, Deserialize)]
#[tool(concurrent)]
pub(crate) struct Forever;

impl Run for Forever {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let ended = cx.cancellation().race(std::future::pending::<()>()).await;
        STOPPED.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        ended?;
        Ok("never".into())
    }
}

/// How often a call of [`Forever`] was called off.
pub(crate) static STOPPED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

/// Takes a moment.
#[derive(Tool, Deserialize)]
#[tool(concurrent)]
pub(crate) struct Moment;

impl Run for Moment {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        Ok("over".into())
    }
}

pub(crate) fn toolbox() -> Toolbox {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    toolbox.register(Add::tool()).unwrap();
    toolbox.register(Delete::tool()).unwrap();
    toolbox.register(Gallery::tool()).unwrap();
    toolbox.register(Clock::tool()).unwrap();
    toolbox.register(Panics::tool()).unwrap();
    toolbox.register(Steps::tool()).unwrap();
    toolbox.register(Forever::tool()).unwrap();
    toolbox.register(Moment::tool()).unwrap();
    toolbox
}

pub(crate) fn server() -> Server {
    Server::of(toolbox()).unwrap()
}
