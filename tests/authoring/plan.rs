//! What a call says of itself when its tool says nothing special.

use loopd_tools::{
    Arguments, CallContext, Definition, DynTool, Echo, Plan, Prepared, Requirement, Tool,
    ToolError, ToolSchema, prepared,
};
use serde_json::json;

use crate::driving::finished;

fn definition() -> Definition {
    Definition::new(ToolSchema {
        name: "copy".to_owned(),
        description: "Copies.".to_owned(),
        parameters: json!({"type": "object", "properties": {}}),
    })
    .with_concurrent(true)
    .with_requires(["fs.read", "fs.write"])
}

#[test]
fn a_plan_takes_what_the_definition_says_of_every_call() {
    let plan = Plan::of(&definition());
    let asked: Vec<_> = plan
        .requirements
        .iter()
        .map(|r| {
            (
                r.capability.as_str(),
                r.resource.as_deref(),
                r.words.as_str(),
            )
        })
        .collect();
    assert_eq!(
        asked,
        [
            ("fs.read", None, "copy asks for fs.read"),
            ("fs.write", None, "copy asks for fs.write"),
        ]
    );
    assert!(plan.concurrent);
    assert_eq!(plan.audit, "copy");
    assert_eq!((plan.resource, plan.repairs.len()), (None, 0));
}

#[test]
fn a_resource_is_what_the_capabilities_are_needed_for() {
    let plan = Plan::on(&definition(), "a.txt")
        .with_requirement(Requirement::new("net", "reach the mirror"))
        .with_audit("copy a.txt")
        .with_concurrent(false);
    assert_eq!(plan.resource.as_deref(), Some("a.txt"));
    assert_eq!(
        plan.requirements,
        [
            Requirement::new("fs.read", "copy asks for fs.read: a.txt").with_resource("a.txt"),
            Requirement::new("fs.write", "copy asks for fs.write: a.txt").with_resource("a.txt"),
            Requirement::new("net", "reach the mirror"),
        ]
    );
    assert_eq!(
        (plan.audit.as_str(), plan.concurrent),
        ("copy a.txt", false)
    );
}

#[test]
fn a_derived_tool_that_says_nothing_needs_nothing_and_tells_nothing() {
    let tool = Echo::tool();
    let cx = CallContext::new();
    let call = tool.prepare(r#"{"text":"my secret"}"#.into(), &cx).unwrap();
    assert_eq!(call.plan(), Plan::of(tool.definition()));
    assert_eq!(call.plan().audit, "echo");
    assert_eq!(finished(call.run(&cx)).unwrap().into_text(), "my secret");
}

/// The second half of a hand-written tool is a closure that owns what was decoded.
struct Shout {
    definition: Definition,
}

impl DynTool for Shout {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        _arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let word = String::from("ho");
        let plan = Plan::on(&self.definition, "the hall");
        Ok(prepared(plan, move |cx| async move {
            Ok(format!("{word} {}", cx.call_id()))
        }))
    }
}

#[test]
fn a_closure_is_the_second_half_of_a_tool_written_by_hand() {
    let shout = Shout {
        definition: definition(),
    };
    let planned = CallContext::new().with_call_id("planned");
    let call = shout.prepare("{}".into(), &planned).unwrap();
    assert_eq!(call.plan(), Plan::on(&definition(), "the hall"));
    // The context of the run is the one that it runs under.
    let running = CallContext::new().with_call_id("running");
    assert_eq!(
        finished(call.run(&running)).unwrap().into_text(),
        "ho running"
    );
}

#[test]
fn a_tool_behind_a_pointer_is_that_tool() {
    let shared: std::sync::Arc<dyn DynTool> = std::sync::Arc::new(Echo::tool());
    let boxed: Box<dyn DynTool> = Box::new(std::sync::Arc::clone(&shared));
    let cx = CallContext::new();
    assert_eq!(boxed.definition(), &Echo::definition());
    let call = boxed.call(r#"{"text":"x"}"#.into(), &cx);
    assert_eq!(finished(call).unwrap().into_text(), "x");
}
