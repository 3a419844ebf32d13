//! What the derive's keys become: the definition, and what a call says of itself by default.

use std::time::Duration;

use loopd_tools::{
    CallContext, Context, Definition, DynTool, Hints, Json, Plan, Requirement, Run, Tool,
    ToolError, ToolOutput, ToolSchema,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, PartialEq, Serialize, Deserialize, loopd_tools::JsonSchema)]
struct Page {
    status: u16,
}

/// Fetches a page.
#[derive(Tool, Deserialize)]
#[tool(
    core,
    title = "Fetch a page",
    read_only,
    destructive = false,
    open_world,
    concurrent,
    pinned,
    untrusted,
    unrecorded,
    exact,
    blocking,
    output = Json<Page>,
    resource = url,
    requires("net", "dns"),
    timeout = "1500ms",
    max_output = "64KiB",
    example = r#"{"url": "https://example.org/"}"#,
    example = r#"{"url": "https://example.org/a", "tries": 2}"#,
    system_prompt = "Fetch before you guess."
)]
struct Fetch {
    /// Where the page is.
    url: String,
    /// How often to try.
    tries: Option<u8>,
}

impl Run for Fetch {
    async fn run(self, _cx: Context<'_>) -> Result<Json<Page>, ToolError> {
        Ok(Json(Page {
            status: 200 + u16::from(self.tries.unwrap_or(0)),
        }))
    }
}

#[test]
fn every_key_is_in_the_definition_that_a_hand_would_write() {
    let by_hand = Definition::new(ToolSchema {
        name: "fetch".to_owned(),
        description: "Fetches a page.".to_owned(),
        parameters: Fetch::schema().parameters,
    })
    .with_core(true)
    .with_title("Fetch a page")
    .with_hints(
        Hints::UNSAID
            .with_read_only(true)
            .with_destructive(false)
            .with_open_world(true),
    )
    .with_concurrent(true)
    .with_pinned(true)
    .with_untrusted(true)
    .with_unrecorded(true)
    .with_exact(true)
    .with_blocking(true)
    .with_resource("url")
    .with_requires(["net", "dns"])
    .with_timeout(Duration::from_millis(1500))
    .with_max_output(65536)
    .with_example(json!({"url": "https://example.org/"}))
    .with_example(json!({"url": "https://example.org/a", "tries": 2}))
    .with_system_prompt("Fetch before you guess.")
    .with_output(Fetch::definition().output().unwrap().clone());
    assert_eq!(Fetch::definition(), by_hand);
    assert_eq!(Fetch::tool().definition(), &by_hand);
    let output = by_hand.output().unwrap();
    assert_eq!(output["type"], "object");
    assert_eq!(output["properties"]["status"]["type"], "integer");
}

#[test]
fn a_call_takes_what_it_does_not_say_from_the_keys() {
    let tool = Fetch::tool();
    let call = tool
        .prepare(
            r#"{"url": "https://example.org/x"}"#.into(),
            &CallContext::new(),
        )
        .unwrap();
    let plan = call.plan();
    assert_eq!(plan, Plan::on(tool.definition(), "https://example.org/x"));
    assert_eq!(
        plan.requirements[0],
        Requirement::new("net", "fetch asks for net: https://example.org/x")
            .with_resource("https://example.org/x")
    );
    // Also with the concurrency of the key, and with nothing of the arguments in the audit line.
    assert!(plan.concurrent);
    assert_eq!(plan.audit, "fetch");
}

/// Copies a file.
#[derive(Tool, Deserialize)]
#[tool(resource = to, requires("fs.read", "fs.write"))]
struct Copy {
    /// From where.
    from: String,
    /// To where.
    to: Option<String>,
}

impl Run for Copy {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.from.into())
    }
}

#[test]
fn a_resource_that_is_not_there_leaves_the_capabilities_bare() {
    let tool = Copy::tool();
    let plan = |arguments: &str| {
        let cx = CallContext::new();
        tool.prepare(arguments.into(), &cx).unwrap().plan()
    };
    assert_eq!(plan(r#"{"from": "a"}"#), Plan::of(tool.definition()));
    assert_eq!(
        plan(r#"{"from": "a", "to": "b"}"#),
        Plan::on(tool.definition(), "b")
    );
}

/// Moves a file.
#[derive(Tool, Deserialize)]
#[tool(concurrent, resource = to, requires("fs.read"))]
struct Move {
    /// From where.
    from: String,
    /// To where.
    to: String,
}

impl Run for Move {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.from.into())
    }

    fn requires(&self, cx: Context<'_>) -> Vec<Requirement> {
        let here = cx.working_directory().display();
        vec![Requirement::new(
            "fs.write",
            format!("move a file in {here}"),
        )]
    }

    fn resource(&self, cx: Context<'_>) -> Option<String> {
        Some(cx.working_directory().join(&self.to).display().to_string())
    }

    fn concurrent(&self, cx: Context<'_>) -> bool {
        !cx.interactive()
    }

    fn audit(&self, cx: Context<'_>) -> String {
        format!("move to {} in {}", self.to, cx.session_id())
    }
}

#[test]
fn what_a_call_says_of_itself_goes_before_the_keys() {
    let tool = Move::tool();
    let cx = CallContext::new()
        .with_session_id("s")
        .with_working_directory("/srv")
        .with_interactive(true);
    let call = tool
        .prepare(r#"{"from": "a", "to": "b"}"#.into(), &cx)
        .unwrap();
    let plan = call.plan();
    assert_eq!(
        plan.requirements,
        [Requirement::new("fs.write", "move a file in /srv")]
    );
    assert_eq!(plan.resource.as_deref(), Some("/srv/b"));
    assert!(!plan.concurrent);
    assert_eq!(plan.audit, "move to b in s");
}

/// Takes a level.
#[derive(Tool, Deserialize)]
#[tool(example = r#"{"level": 3}"#, example = r#"{"level": 11, "lever": 1}"#)]
struct Level {
    /// The level.
    #[expect(dead_code, reason = "only the declaration is looked at")]
    #[schemars(range(max = 10))]
    level: u8,
}

/// Takes a level.
#[derive(Tool, Deserialize)]
#[tool(example = r#"{"level": "3"}"#)]
struct MendedLevel {
    /// The level.
    #[expect(dead_code, reason = "only the declaration is looked at")]
    level: u8,
}

#[test]
fn an_example_that_does_not_fit_is_named_while_the_definition_is_made() {
    let error = Level::try_definition().unwrap_err();
    assert_eq!((error.tool(), error.path()), ("level", "example 2"));
    let text = error.to_string();
    for part in ["`level`", "11", "`lever`", "give an example that fits"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // What only a repair would take is no example to show.
    let error = MendedLevel::try_definition().unwrap_err();
    assert_eq!(error.path(), "example 1");
    let told = std::panic::catch_unwind(Level::definition).unwrap_err();
    assert_eq!(told.downcast_ref::<String>(), Some(&text));
}
