//! A recorder changes nothing and keeps what came of each call.

use loopd_tools::testing::{FakeTool, Fate, Recorder};
use loopd_tools::{CallContext, DynTool, Echo, Plan, Tool, ToolError, ToolErrorKind, ToolOutput};

use crate::driving::finished;

#[test]
fn a_recorded_tool_is_that_tool() {
    let recorder = Recorder::new(Echo::tool());
    let cx = CallContext::new();
    assert_eq!(recorder.definition(), &Echo::definition());
    let call = recorder.prepare(r#"{"text":"x"}"#.into(), &cx).unwrap();
    assert_eq!(call.plan(), Plan::of(&Echo::definition()));
    assert_eq!(finished(call.run(&cx)).unwrap().text_content(), "x");
}

#[test]
fn each_call_is_kept_with_what_came_of_it() {
    let fake = FakeTool::of::<Echo>()
        .answer("a")
        .answer(ToolError::timeout("too slow").without_advice());
    let recorder = Recorder::new(fake);
    let log = recorder.log();
    let host: Box<dyn DynTool> = Box::new(recorder);
    let call = |id: &str, arguments: &str| {
        let cx = CallContext::new().with_call_id(id);
        finished(host.call(arguments.into(), &cx))
    };
    call("1", r#"{"text": "x"}"#).unwrap();
    call("2", r#"{"text": "y"}"#).unwrap_err();
    call("3", "nonsense").unwrap_err();
    let cx = CallContext::new().with_call_id("4");
    let denied = host.prepare(r#"{"text": "z"}"#.into(), &cx).unwrap();
    drop(denied);

    let log = log();
    let ids: Vec<_> = log.iter().map(|call| call.call_id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3", "4"]);
    assert_eq!(log[0].arguments, r#"{"text": "x"}"#);
    assert_eq!(log[0].fate, Fate::Answered(ToolOutput::text("a")));
    assert_eq!(
        log[1].fate,
        Fate::Failed {
            kind: ToolErrorKind::Timeout,
            text: "too slow".to_owned(),
        }
    );
    assert!(
        matches!(
            &log[2].fate,
            Fate::Refused {
                kind: ToolErrorKind::InvalidInput,
                ..
            }
        ),
        "{:?}",
        log[2]
    );
    assert_eq!(log[3].fate, Fate::Prepared(Plan::of(&Echo::definition())));
}
