//! A broker in a tree without an async runtime: nothing tells the time, and what can't be kept is
//! refused instead of left out.
#![cfg(test)]

use loopd_tools::broker::BrokerError;
use loopd_tools::{
    Broker, CallContext, CallLimits, Context, Echo, Edit, Run, Tool, ToolError, ToolOutput,
    ToolPort, ToolRequest, ToolResponse, Toolbox, ToolboxError,
};
use serde::Deserialize;

/// Waits for a reply.
#[derive(Tool, Deserialize)]
#[tool(timeout = "5s")]
struct Wait {}

impl Run for Wait {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("a reply".into())
    }
}

fn refusal() -> ToolboxError {
    ToolboxError::NoTimer {
        name: "wait".to_owned(),
    }
}

#[test]
fn a_tool_with_a_timeout_is_refused_when_the_broker_is_built() {
    let toolbox = Toolbox::new();
    toolbox.register(Wait::tool()).unwrap();
    let error = Broker::builder(toolbox).build().unwrap_err();
    assert_eq!(error, BrokerError::Toolbox(refusal()));
    assert!(error.to_string().contains("feature `tokio`"), "{error}");
}

#[test]
fn a_tool_with_a_timeout_is_refused_when_the_toolbox_grows() {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    let broker = Broker::builder(toolbox.clone()).build().unwrap();
    assert_eq!(toolbox.register(Wait::tool()), Err(refusal()));
    let edit = Edit::new().remove("echo").register(Wait::tool());
    assert_eq!(toolbox.apply(edit), Err(refusal()));
    assert_eq!(toolbox.names(), ["echo"]);
    drop(broker);
    toolbox.register(Wait::tool()).unwrap();
}

#[test]
fn a_timeout_of_the_host_is_refused() {
    let limits = CallLimits::new().with_timeout(std::time::Duration::from_secs(1));
    let broker = Broker::builder(Toolbox::new()).limits(limits);
    assert_eq!(broker.build().unwrap_err(), BrokerError::NoTimer);
}

#[test]
fn a_port_runs_on_the_thread_that_calls() {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    let broker = Broker::builder(toolbox).build().unwrap();
    let port = broker.port(CallContext::new()).unwrap();
    let request = ToolRequest {
        tool: "echo".to_owned(),
        arguments: r#"{"text":"hi"}"#.to_owned(),
    };
    let response = port.call(&request);
    assert!(matches!(response, ToolResponse::Result { text, .. } if text == "hi"));
}

#[test]
fn there_is_no_runtime_in_the_tree() {
    let lock = include_str!("../Cargo.lock");
    assert!(!lock.contains("name = \"tokio\""));
}
