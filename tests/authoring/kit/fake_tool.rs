//! A fake tool answers from its script and tells what of it did not come true.

use loopd_tools::testing::FakeTool;
use loopd_tools::{
    CallContext, Definition, DynTool, Echo, Tool, ToolError, ToolErrorKind, ToolOutput, ToolSchema,
};
use serde_json::json;

use crate::driving::finished;

fn call(tool: &dyn DynTool, arguments: &str) -> Result<ToolOutput, ToolError> {
    finished(tool.call(arguments.into(), &CallContext::new()))
}

#[test]
fn answers_come_in_the_order_of_the_script() {
    let fake = FakeTool::new("fetch")
        .answer("first")
        .answer(json!({"second": 2}))
        .answer(ToolError::timeout("third"))
        .answer(Ok(ToolOutput::error("fourth")));
    assert_eq!(call(&fake, "{}").unwrap().text_content(), "first");
    let second = call(&fake, r#"{"a": 1}"#).unwrap();
    assert_eq!(second.structured_value(), Some(json!({"second": 2})));
    assert_eq!(call(&fake, "").unwrap_err().kind(), ToolErrorKind::Timeout);
    assert!(call(&fake, "{}").unwrap().is_error());
    assert_eq!(
        fake.calls(),
        [json!({}), json!({"a": 1}), json!({}), json!({})]
    );
    fake.verify().unwrap();
    fake.assert_done();
}

#[test]
fn a_clone_is_the_same_tool() {
    let fake = FakeTool::new("fetch").answer("a");
    let host: Box<dyn DynTool> = Box::new(fake.clone());
    call(&host, "{}").unwrap();
    assert_eq!(fake.calls().len(), 1);
    fake.assert_done();
}

#[test]
fn what_was_scripted_and_never_came_is_told() {
    let fake = FakeTool::new("fetch")
        .answer("a")
        .answer_to(json!({"page": 2}), "b");
    call(&fake, "{}").unwrap();
    let unmet = fake.verify().unwrap_err();
    assert_eq!(unmet.complaints(), [r#"call 2 with {"page":2} never came"#]);
    // The same in all that a failing test may print.
    let text =
        r#"the script of the fake tool `fetch` was not kept: call 2 with {"page":2} never came"#;
    assert_eq!(unmet.to_string(), text);
    assert_eq!(format!("{unmet:?}"), text);
    let told = std::panic::catch_unwind(|| fake.assert_done()).unwrap_err();
    assert_eq!(told.downcast_ref::<String>().unwrap(), text);
}

#[test]
fn a_call_that_was_not_scripted_fails_and_is_told() {
    let fake = FakeTool::new("fetch").answer_to(json!({"page": 1}), "a");
    let other = call(&fake, r#"{"page": 2}"#).unwrap_err();
    assert_eq!(
        other.model_text(),
        "the fake tool `fetch` was called against its script: \
         call 1 was to have {\"page\":1} and has {\"page\":2}"
    );
    let more = call(&fake, "{}").unwrap_err();
    assert!(
        more.message()
            .ends_with("call 2 with {} has no answer left")
    );
    let unmet = fake.verify().unwrap_err();
    assert_eq!(unmet.complaints().len(), 2);
    assert_eq!(fake.calls(), [json!({"page": 2}), json!({})]);
}

#[test]
fn a_dropped_fake_keeps_its_script_to_itself() {
    drop(FakeTool::new("fetch").answer("never asked for"));
}

#[test]
fn a_call_that_is_prepared_and_never_run_takes_no_answer() {
    let fake = FakeTool::new("fetch").answer("a");
    let cx = CallContext::new();
    drop(fake.prepare("{}".into(), &cx).unwrap());
    assert!(fake.calls().is_empty());
    assert_eq!(call(&fake, "{}").unwrap().text_content(), "a");
}

#[test]
fn a_fake_of_a_derived_tool_takes_what_that_takes() {
    let fake = FakeTool::of::<Echo>().answer("a");
    assert_eq!(fake.definition(), &Echo::definition());
    let refused = call(&fake, r#"{"txt": "x"}"#).unwrap_err();
    let by_the_real_one = call(&Echo::tool(), r#"{"txt": "x"}"#).unwrap_err();
    assert_eq!(refused.model_text(), by_the_real_one.model_text());
    assert!(fake.calls().is_empty());
    call(&fake, r#"{"text": "x"}"#).unwrap();
    fake.assert_done();
}

#[test]
fn a_fake_of_a_definition_has_its_schema_and_its_requirements() {
    let schema = ToolSchema {
        name: "fetch".to_owned(),
        description: "Fetches.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"page": {"type": "integer"}},
            "additionalProperties": false,
        }),
    };
    let definition = Definition::new(schema).with_requires(["net"]);
    let fake = FakeTool::with_definition(definition).answer("a");
    assert_eq!(
        call(&fake, r#"{"side": 1}"#).unwrap_err().kind(),
        ToolErrorKind::InvalidInput
    );
    let prepared = fake
        .prepare(r#"{"page": 1}"#.into(), &CallContext::new())
        .unwrap();
    assert_eq!(prepared.plan().requirements[0].capability, "net");
}
