//! The same tools and the same tests, compiled under each edition. `loopd-tools` has another name
//! here, and `serde` is the only other dependency.

use std::task::{Context as Polled, Poll, Waker};

use agent_kit::{CallContext, Context, DynTool, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Searches files.
#[derive(Debug, Tool, Deserialize)]
#[tool(crate = agent_kit, core, resource = path, timeout = "5s", requires("fs.read"))]
pub struct SearchFiles {
    /// Where to look.
    pub path: String,
    /// How many to name.
    #[serde(default = "ten")]
    pub limit: u32,
    /// Which kind.
    pub r#type: Option<Kind>,
    /// Pages to read.
    #[serde(default)]
    pub pages: Vec<Page<u8>>,
}

fn ten() -> u32 {
    10
}

/// A kind of file.
#[derive(Debug, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Holds text.
    PlainText,
    /// Holds anything.
    Binary,
}

/// A page.
#[derive(Debug, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
pub struct Page<T> {
    /// Its number.
    pub number: T,
}

impl Run for SearchFiles {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let kind = self.r#type.map(|kind| format!("{:?}", kind));
        let pages: u32 = self.pages.iter().map(|page| u32::from(page.number)).sum();
        Ok(format!("{} {} {:?} {}", self.path, self.limit, kind, pages).into())
    }
}

/// Says who is there.
#[derive(Debug, Tool, Deserialize)]
#[tool(crate = "agent_kit", state = String)]
// Expressions that `syn` reads with its feature `full` alone, which nothing here turns on.
#[tool(title = if cfg!(test) { "Greet" } else { "" }, system_prompt = match () { () => "Say hello." })]
#[tool(requires(["people", "names"][0]))]
pub struct Greet;

impl Run for Greet {
    async fn run(self, cx: Context<'_, String>) -> Result<ToolOutput, ToolError> {
        Ok(cx.state().clone().into())
    }
}

#[test]
fn any_constant_text_is_taken() {
    let definition = Greet::definition();
    assert_eq!(definition.title(), Some("Greet"));
    assert_eq!(definition.system_prompt(), Some("Say hello."));
    assert_eq!(definition.requires(), ["people"]);
}

/// The answer of a tool that waits for nothing.
fn answer(tool: &dyn DynTool, arguments: &str) -> Result<String, ToolError> {
    let cx = CallContext::new();
    let mut call = tool.call(arguments.into(), &cx);
    match call.as_mut().poll(&mut Polled::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer.map(|output| output.text_content().into_owned()),
        Poll::Pending => panic!("the tool waits"),
    }
}

#[test]
fn the_schema_to_the_byte() {
    assert_eq!(
        SearchFiles::schema().parameters.to_string(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""path":{"type":"string","description":"Where to look."},"#,
            r#""limit":{"type":"integer","description":"How many to name.","minimum":0,"maximum":4294967295,"default":10},"#,
            r#""type":{"type":"string","description":"Which kind.\n\n- `plain_text`: Holds text.\n- `binary`: Holds anything.","enum":["plain_text","binary"]},"#,
            r#""pages":{"type":"array","description":"Pages to read.","items":{"type":"object","description":"A page.","#,
            r#""properties":{"number":{"type":"integer","description":"Its number.","minimum":0,"maximum":255}},"#,
            r#""required":["number"],"additionalProperties":false}}"#,
            r#"},"required":["path"],"additionalProperties":false}"#,
        )
    );
    assert_eq!(
        Greet::schema().parameters.to_string(),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

#[test]
fn arguments_are_decoded() {
    let tool = SearchFiles::tool();
    let all = r#"{"path": "src", "limit": 3, "type": "plain_text", "pages": [{"number": 4}, {"number": 5}]}"#;
    assert_eq!(answer(&tool, all).unwrap(), "src 3 Some(\"PlainText\") 9");
    assert_eq!(answer(&tool, r#"{"path": "src"}"#).unwrap(), "src 10 None 0");
    for refused in [
        "{}",
        r#"{"path": "src", "more": 1}"#,
        r#"{"path": "src", "pages": [{"number": 256}]}"#,
    ] {
        assert!(answer(&tool, refused).is_err(), "{} is taken", refused);
    }
    let greet = Greet::with("Ann".to_owned());
    assert_eq!(answer(&greet, "").unwrap(), "Ann");
}
