//! The seam's two types as they go over a wire.

use std::sync::Arc;

use loopd_tools::{Class, DenyReason, FakeTools, ToolPort, ToolRequest, ToolResponse};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn goes_and_comes<T>(value: &T, form: &Value)
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(value).unwrap(), form.to_string());
    assert_eq!(serde_json::from_value::<T>(form.clone()).unwrap(), *value);
}

#[test]
fn a_request_is_a_tool_and_its_arguments_as_text() {
    let request = ToolRequest {
        tool: "echo".to_owned(),
        arguments: "{\"text\": \"hi\"}".to_owned(),
    };
    goes_and_comes(&request, &json!({"tool": "echo", "arguments": "{\"text\": \"hi\"}"}));
    for wrong in [
        json!({"tool": "echo"}),
        json!({"tool": "echo", "arguments": {}}),
        json!({"tool": "echo", "arguments": "{}", "x": 1}),
    ] {
        assert!(serde_json::from_value::<ToolRequest>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn a_response_says_its_kind_in_snake_case() {
    let result = |class| ToolResponse::Result {
        text: "hi".to_owned(),
        class,
        untrusted: true,
        truncated: false,
    };
    for (class, word) in [(Class::Public, "public"), (Class::Private, "private")] {
        goes_and_comes(
            &result(class),
            &json!({"type": "result", "text": "hi", "class": word, "untrusted": true, "truncated": false}),
        );
    }
    let failed = ToolResponse::Failed {
        message: "no".to_owned(),
    };
    goes_and_comes(&failed, &json!({"type": "failed", "message": "no"}));
}

#[test]
fn a_denial_says_its_reason_in_snake_case() {
    for (reason, form) in [
        (DenyReason::NoGrant, json!({"type": "no_grant"})),
        (DenyReason::Rule, json!({"type": "rule"})),
        (DenyReason::Refused, json!({"type": "refused"})),
        (
            DenyReason::ApprovalRequired {
                missing: vec!["fs.read".to_owned()],
            },
            json!({"type": "approval_required", "missing": ["fs.read"]}),
        ),
    ] {
        goes_and_comes(&ToolResponse::Denied { reason }, &json!({"type": "denied", "reason": form}));
    }
}

#[test]
fn a_class_is_public_unless_said_otherwise() {
    assert_eq!(Class::default(), Class::Public);
}

#[test]
fn a_handle_of_a_port_is_a_port() {
    let fake = Arc::new(FakeTools::new());
    let port: Arc<dyn ToolPort> = fake.clone();
    let request = ToolRequest {
        tool: "echo".to_owned(),
        arguments: r#"{"text":"hi"}"#.to_owned(),
    };
    assert_eq!(ToolPort::call(&port, &request), fake.call(&request));
    assert_eq!(fake.calls(), [request.clone(), request]);
}

proptest! {
    #[test]
    fn any_text_goes_over_the_wire(tool in any::<String>(), arguments in any::<String>()) {
        let response = ToolResponse::Failed { message: arguments.clone() };
        let request = ToolRequest { tool, arguments };
        let text = serde_json::to_string(&request).unwrap();
        prop_assert_eq!(serde_json::from_str::<ToolRequest>(&text).unwrap(), request);
        let text = serde_json::to_string(&response).unwrap();
        prop_assert_eq!(serde_json::from_str::<ToolResponse>(&text).unwrap(), response);
    }
}
