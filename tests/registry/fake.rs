//! `FakeTools`, the port of a first run.

use std::time::{SystemTime, UNIX_EPOCH};

use loopd_tools::{Class, DenyReason, FakeTools, ToolPort, ToolRequest, ToolResponse};
use proptest::prelude::*;
use serde_json::json;

fn request(tool: &str, arguments: &str) -> ToolRequest {
    ToolRequest {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn call(tool: &str, arguments: &str) -> ToolResponse {
    FakeTools::new().call(&request(tool, arguments))
}

fn text_of(response: ToolResponse) -> String {
    match response {
        ToolResponse::Result {
            text,
            class: Class::Public,
            untrusted: false,
            truncated: false,
        } => text,
        other => panic!("{other:?}"),
    }
}

/// Seconds since 1970 of `YYYY-MM-DDThh:mm:ssZ`, by counting days.
fn seconds(text: &str) -> u64 {
    assert_eq!(text.len(), 20, "{text}");
    for (place, mark) in [
        (4, "-"),
        (7, "-"),
        (10, "T"),
        (13, ":"),
        (16, ":"),
        (19, "Z"),
    ] {
        assert_eq!(&text[place..=place], mark, "{text}");
    }
    let number = |from: usize, to: usize| text[from..to].parse::<u64>().unwrap();
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let february = 28 + u64::from(leap(year));
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
    let length = months[usize::try_from(month - 1).unwrap()];
    assert!(
        (1..=length).contains(&day) && hour < 24 && minute < 60 && second < 60,
        "{text}"
    );
    let years: u64 = (1970..year).map(|year| 365 + u64::from(leap(year))).sum();
    let before: u64 = (1..month)
        .map(|month| months[usize::try_from(month - 1).unwrap()])
        .sum();
    (((years + before + day - 1) * 24 + hour) * 60 + minute) * 60 + second
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

#[test]
fn the_days_are_counted_right() {
    assert_eq!(seconds("1970-01-01T00:00:00Z"), 0);
    assert_eq!(seconds("2000-02-29T12:34:56Z"), 951_827_696);
    assert_eq!(seconds("2038-01-19T03:14:07Z"), 2_147_483_647);
}

#[test]
fn clock_says_now_in_utc() {
    for arguments in ["{}", "", " ", "null"] {
        let before = now();
        let said = seconds(&text_of(call("clock", arguments)));
        // Rounded to a whole second, which may be the next one.
        assert!(
            (before..=now() + 1).contains(&said),
            "{said} is not about {before}"
        );
    }
}

#[test]
fn echo_without_a_string_text_fails() {
    for arguments in [
        "{}",
        "",
        "null",
        r#"{"text":null}"#,
        r#"{"text":7}"#,
        r#"{"text":["a"]}"#,
        r#"{"text":{"text":"a"}}"#,
        r#"{"words":7}"#,
        r#"{"text":"a","more":1}"#,
        r#"{"text":"a"#,
        r#"{"text":"a","text":"b"}"#,
        "a",
        r#"["a"]"#,
    ] {
        let response = call("echo", arguments);
        let ToolResponse::Failed { message } = response else {
            panic!("{arguments}: {response:?}");
        };
        assert!(!message.is_empty());
    }
}

#[test]
fn clock_refuses_what_its_schema_refuses() {
    for arguments in [r#"{"zone":"UTC"}"#, "[]", "7", "{", r#""now""#] {
        let response = call("clock", arguments);
        assert!(
            matches!(response, ToolResponse::Failed { .. }),
            "{arguments}: {response:?}"
        );
    }
}

#[test]
fn every_other_tool_is_denied() {
    for tool in ["weather", "find_tool", "call_tool", "Echo", "echo ", ""] {
        let denied = ToolResponse::Denied {
            reason: DenyReason::NoGrant,
        };
        assert_eq!(call(tool, "{}"), denied, "{tool:?}");
    }
}

#[test]
fn every_request_is_recorded_as_it_came() {
    let fake = FakeTools::default();
    assert_eq!(fake.calls(), []);
    let requests = [
        request("echo", r#"{"text":"a"}"#),
        request("weather", "no JSON"),
        request("clock", ""),
        request("echo", "{"),
        request("echo", r#"{"text":"a"}"#),
    ];
    for request in &requests {
        fake.call(request);
    }
    assert_eq!(fake.calls(), requests);
}

#[test]
fn requests_of_many_threads_are_all_recorded() {
    let fake = FakeTools::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let fake = &fake;
            scope.spawn(move || {
                for number in 0..50 {
                    let text = format!("{thread} {number}");
                    let arguments = json!({"text": text}).to_string();
                    assert_eq!(text_of(fake.call(&request("echo", &arguments))), text);
                }
            });
        }
    });
    let mut calls: Vec<String> = fake
        .calls()
        .into_iter()
        .map(|call| call.arguments)
        .collect();
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), 200);
}

proptest! {
    #[test]
    fn echo_returns_any_text_unchanged(text in any::<String>()) {
        prop_assert_eq!(text_of(call("echo", &json!({"text": text}).to_string())), text);
    }

    /// What is not JSON, not an object or not the schema's fails; nothing panics.
    #[test]
    fn any_text_is_answered(tool in "clock|echo|\\PC{0,4}", arguments in any::<String>()) {
        let response = call(&tool, &arguments);
        let kind = match response {
            ToolResponse::Result { .. } => "result",
            ToolResponse::Failed { .. } => "failed",
            ToolResponse::Denied { .. } => "denied",
        };
        let wanted: &[&str] = match tool.as_str() {
            "echo" => &["failed"],
            // Blank text is no arguments at all.
            "clock" => &["result", "failed"],
            _ => &["denied"],
        };
        prop_assert!(wanted.contains(&kind), "{}: {}", tool, kind);
    }
}
