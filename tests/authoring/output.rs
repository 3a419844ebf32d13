//! What a call gives: content for the model, the rest for the host.

use std::borrow::Cow;
use std::collections::BTreeMap;

use loopd_tools::{
    Contents, Control, DisplayHint, IntoOutput, Json, Part, Resource, Retention, ToolError,
    ToolOutput,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
struct Report {
    id: u64,
    lines: Vec<String>,
}

fn report() -> Report {
    Report {
        // Over 2^53: lost by anything that goes through a float.
        id: 9_007_199_254_740_993,
        lines: vec!["a".to_owned()],
    }
}

#[test]
fn text_is_kept_as_it_is() {
    let text = String::from("  a\n\u{1F980}\n");
    let place = text.as_ptr();
    let output = ToolOutput::from(text);
    assert!(matches!(
        output.text_content(),
        Cow::Borrowed("  a\n\u{1F980}\n")
    ));
    let back = output.into_text();
    assert_eq!(back.as_ptr(), place, "the text was copied");
}

#[test]
fn what_is_unsaid_is_the_plain_case() {
    let output = ToolOutput::text("x");
    assert!(!output.is_error() && !output.pinned());
    assert_eq!(output.display(), DisplayHint::Text);
    assert_eq!(output.retention(), Retention::Normal);
    assert_eq!(output.control(), &Control::Continue);
    assert_eq!(
        ToolOutput::structured(json!({})).display(),
        DisplayHint::Json
    );
    assert!(ToolOutput::error("x").is_error());
}

#[test]
fn what_is_said_comes_back_and_is_part_of_equality() {
    let plain = ToolOutput::text("x");
    let said = [
        plain.clone().with_is_error(true),
        plain.clone().with_display(DisplayHint::Diff),
        plain.clone().with_display(DisplayHint::Suppress),
        plain.clone().with_retention(Retention::Requery),
        plain.clone().with_retention(Retention::Durable),
        plain.clone().with_pinned(true),
        plain.clone().with_control(Control::Stop(json!(1))),
        plain.clone().with_control(Control::Ask("sure?".to_owned())),
        plain
            .clone()
            .with_control(Control::GiveUp("no disk".to_owned())),
        plain.clone().with_text("y"),
        plain.clone().with_part("y"),
    ];
    for (place, one) in said.iter().enumerate() {
        assert_ne!(one, &plain);
        for other in &said[place + 1..] {
            assert_ne!(one, other);
        }
    }
    assert_eq!(said[1].display(), DisplayHint::Diff);
    assert_eq!(said[4].retention(), Retention::Durable);
    assert!(said[5].pinned());
    assert_eq!(said[6].control(), &Control::Stop(json!(1)));
    assert_eq!(plain.clone().with_control(Control::Continue), plain);
    // The model reads the same whatever is said beside the content.
    for one in &said[..9] {
        assert_eq!(one.text_content(), "x");
    }
    // Another text keeps what was said.
    let shortened = said[5].clone().with_text("y");
    assert!(shortened.pinned() && shortened.text_content() == "y");
}

#[test]
fn parts_are_joined_by_one_line_break() {
    let output = ToolOutput::from_parts([
        Part::text("first\n"),
        Part::json(json!({"b": 1, "a": [true, null]})),
        Part::image("iVBORw0KGgo=", "image/png"),
        Part::audio("UklGRg==", "audio/wav"),
        Part::link("file:///notes.txt", "notes"),
        Part::resource("file:///a.txt", "the text of a"),
        Part::Resource {
            resource: Resource {
                uri: "file:///b.bin".to_owned(),
                mime_type: None,
                contents: Contents::Blob("AAA=".to_owned()),
            },
        },
        Part::text(""),
    ]);
    assert_eq!(
        output.text_content(),
        "first\n\n{\"b\":1,\"a\":[true,null]}\n[image image/png]\n[audio audio/wav]\n\
         [resource notes: file:///notes.txt]\nthe text of a\n[resource file:///b.bin]\n"
    );
    assert_eq!(output.text_content(), output.clone().into_text());
    assert_eq!(output.structured_value(), None);
    assert_eq!(output.clone().into_parts().len(), 8);
}

#[test]
fn a_part_that_stands_alone_is_what_it_is() {
    assert_eq!(ToolOutput::from_parts(["x"]), ToolOutput::text("x"));
    assert_eq!(
        ToolOutput::from_parts([json!({"a": 1})]),
        ToolOutput::structured(json!({"a": 1}))
    );
    let image = Part::image("AAA=", "image/png");
    let alone = ToolOutput::from_parts([image.clone()]);
    assert_eq!(alone.text_content(), "[image image/png]");
    assert_eq!(alone.structured_value(), None);
    assert_eq!(alone.into_parts(), std::slice::from_ref(&image));
    // And grows when another comes.
    assert_eq!(
        ToolOutput::text("a").with_part(image.clone()).into_parts(),
        [Part::text("a"), image]
    );
    assert_eq!(ToolOutput::text("a").into_parts(), [Part::text("a")]);
    assert_eq!(ToolOutput::from_parts::<Part>([]).text_content(), "");
}

#[test]
fn structured_output_is_json_or_text_that_is_json() {
    let value = json!({"id": 7, "lines": []});
    let structured = ToolOutput::structured(value.clone());
    assert_eq!(structured.text_content(), r#"{"id":7,"lines":[]}"#);
    assert_eq!(structured.structured_value(), Some(value.clone()));
    assert_eq!(
        ToolOutput::text(" {\"id\": 7, \"lines\": []} ").structured_value(),
        Some(value)
    );
    for no_json in ["", "seven", "{\"id\":7", "{} {}"] {
        assert_eq!(ToolOutput::text(no_json).structured_value(), None);
        assert_eq!(ToolOutput::text(no_json).structured_as::<Value>(), None);
    }
    let two = ToolOutput::from_parts([json!({}), json!({})]);
    assert_eq!(two.structured_value(), None);
    assert_eq!(two.structured_as::<Value>(), None);
}

#[test]
fn a_typed_output_comes_back_as_its_type() {
    let output = Json(report()).into_output();
    assert_eq!(output.structured_as(), Some(report()));
    assert_eq!(output.structured_as::<Vec<u8>>(), None);
    // Also from the text that another process may have made of it.
    assert_eq!(
        ToolOutput::text(output.into_text()).structured_as(),
        Some(report())
    );
}

#[test]
fn a_typed_output_has_a_schema_and_text_has_none() {
    let schema = Json::<Report>::output_schema().unwrap().unwrap();
    assert_eq!(schema["type"], "object");
    let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["id", "lines"]);
    assert_eq!(String::output_schema().unwrap(), None);
    assert_eq!(ToolOutput::output_schema().unwrap(), None);
}

#[test]
fn what_can_not_be_written_as_json_is_an_error_output() {
    // Keys of JSON objects are strings.
    let unwritable = Json(BTreeMap::from([((1, 2), 3)]));
    let output = unwritable.into_output();
    assert!(output.is_error());
    assert_eq!(
        output.text_content(),
        "the tool's result could not be written as JSON"
    );
}

#[test]
fn whatever_a_tool_gives_becomes_an_output() {
    let text = |output: &dyn Fn() -> ToolOutput| output().into_text();
    assert_eq!(text(&|| "a".into_output()), "a");
    assert_eq!(text(&|| String::from("a").into_output()), "a");
    assert_eq!(text(&|| Cow::Borrowed("a").into_output()), "a");
    assert_eq!(text(&|| json!([1]).into_output()), "[1]");
    assert_eq!(text(&|| Part::text("a").into_output()), "a");
    assert_eq!(
        text(&|| vec![Part::text("a"), Part::json(1)].into_output()),
        "a\n1"
    );
    assert_eq!(text(&|| ().into_output()), "done");
}

/// The content blocks of the Model Context Protocol, as its schema of 2025-06-18 has them.
#[test]
fn parts_are_written_as_the_protocol_has_them() {
    let forms = [
        (Part::text("a"), json!({"type": "text", "text": "a"})),
        (
            Part::image("AAA=", "image/png"),
            json!({"type": "image", "data": "AAA=", "mimeType": "image/png"}),
        ),
        (
            Part::audio("AAA=", "audio/wav"),
            json!({"type": "audio", "data": "AAA=", "mimeType": "audio/wav"}),
        ),
        (
            Part::link("file:///a", "a"),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
        ),
        (
            Part::resource("file:///a", "text"),
            json!({"type": "resource", "resource": {"uri": "file:///a", "text": "text"}}),
        ),
        (
            Part::Resource {
                resource: Resource {
                    uri: "file:///a".to_owned(),
                    mime_type: Some("image/png".to_owned()),
                    contents: Contents::Blob("AAA=".to_owned()),
                },
            },
            json!({
                "type": "resource",
                "resource": {"uri": "file:///a", "mimeType": "image/png", "blob": "AAA="},
            }),
        ),
        (
            Part::json(json!([1])),
            json!({"type": "json", "value": [1]}),
        ),
    ];
    for (part, form) in forms {
        assert_eq!(serde_json::to_value(&part).unwrap(), form);
        assert_eq!(serde_json::from_value::<Part>(form).unwrap(), part);
    }
}

#[test]
fn control_and_hints_have_a_serde_form() {
    let forms = [
        (Control::Continue, json!({"type": "continue"})),
        (
            Control::Stop(json!([1])),
            json!({"type": "stop", "value": [1]}),
        ),
        (
            Control::Ask("q".to_owned()),
            json!({"type": "ask", "value": "q"}),
        ),
        (
            Control::GiveUp("r".to_owned()),
            json!({"type": "give_up", "value": "r"}),
        ),
    ];
    for (control, form) in forms {
        assert_eq!(serde_json::to_value(&control).unwrap(), form);
        assert_eq!(serde_json::from_value::<Control>(form).unwrap(), control);
    }
    assert_eq!(
        serde_json::to_value(DisplayHint::Suppress).unwrap(),
        "suppress"
    );
    assert_eq!(serde_json::to_value(Retention::Requery).unwrap(), "requery");
}

#[test]
fn an_output_is_small_enough_to_be_moved_around() {
    assert!(size_of::<ToolOutput>() <= 5 * size_of::<usize>());
    assert_eq!(size_of::<ToolError>(), size_of::<usize>());
    assert_eq!(
        size_of::<Result<ToolOutput, ToolError>>(),
        size_of::<ToolOutput>()
    );
}

proptest! {
    /// What the model reads of JSON parses back to that JSON, alone and as a part.
    #[test]
    fn json_reads_the_same_everywhere(number in any::<i64>(), text in any::<String>()) {
        let value = json!({"number": number, "text": text});
        let alone = ToolOutput::structured(value.clone());
        prop_assert_eq!(
            &serde_json::from_str::<Value>(&alone.text_content()).unwrap(),
            &value
        );
        let part = Part::json(value.clone());
        prop_assert_eq!(part.as_text(), alone.text_content());
        prop_assert_eq!(ToolOutput::from_parts([part]), alone);
    }
}
