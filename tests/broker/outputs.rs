//! What of a result a model reads.

use std::fs;

use loopd_tools::{CallLimits, Class, Outcome, Part, Session, ToolError, ToolOutput, ToolResponse};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::drive::{now, outcome, over, raw};
use crate::tools::{Probe, Says};

fn limited(text: &str, bytes: usize) -> Outcome {
    let limits = CallLimits::new().with_max_output(bytes);
    let broker = over(Says::new("tool", text))
        .limits(limits)
        .build()
        .unwrap();
    outcome(&broker, "tool")
}

/// The parts of a text that was cut: its beginning, what the note says, its end.
fn parts(text: &str) -> (&str, usize, &str) {
    let (head, rest) = text.split_once("\n[... ").expect("there is a note");
    let (count, tail) = rest
        .split_once(" bytes left out ...]\n")
        .expect("the note ends");
    (head, count.parse().expect("the note has a number"), tail)
}

#[test]
fn a_text_that_fits_stays_as_it_is() {
    let outcome = limited("0123456789", 10);
    assert_eq!(outcome.text(), "0123456789");
    assert_eq!(outcome.left_out, 0);
    assert!(matches!(
        outcome.response(),
        ToolResponse::Result {
            truncated: false,
            ..
        }
    ));
}

#[test]
fn a_long_text_keeps_its_beginning_and_its_end() {
    let lines: Vec<String> = (0..1000).map(|line| format!("line {line}")).collect();
    let text = lines.join("\n");
    let outcome = limited(&text, 1000);
    let short = outcome.text();
    assert!(short.len() <= 1000, "{}", short.len());
    let (head, count, tail) = parts(&short);
    assert!(head.starts_with("line 0\n") && tail.ends_with("line 999"));
    // Whole lines at both borders.
    assert!(lines.contains(&head.lines().last().unwrap().to_owned()));
    assert!(lines.contains(&tail.lines().next().unwrap().to_owned()));
    assert_eq!(count, text.len() - head.len() - tail.len());
    assert_eq!(outcome.left_out, count);
    let ToolResponse::Result {
        text, truncated, ..
    } = outcome.response()
    else {
        panic!("the tool ran");
    };
    assert!(truncated);
    assert_eq!(text, short);
}

#[test]
fn the_cap_is_on_by_default_and_a_tool_may_say_its_own() {
    let text = "x".repeat(100_000);
    let builder = |max: Option<usize>| {
        let tool = Says::new("tool", &text);
        over(match max {
            Some(max) => tool.define(|tool| tool.with_max_output(max)),
            None => tool,
        })
    };
    let read = |max, limits| {
        let broker = builder(max).limits(limits).build().unwrap();
        outcome(&broker, "tool").text().len()
    };
    let limits = CallLimits::new;
    assert!((16_300..=16_384).contains(&read(None, limits())));
    assert!((500..=600).contains(&read(Some(600), limits())));
    assert!((49_900..=50_000).contains(&read(Some(50_000), limits())));
    assert!((1_900..=2_000).contains(&read(Some(50_000), limits().with_output_ceiling(2_000))));
}

#[test]
fn a_spilled_text_is_whole_in_a_private_file_that_goes_with_the_session() {
    let text = "y".repeat(50_000);
    let limits = CallLimits::new().with_spill(true);
    let broker = over(Says::new("tool", &text))
        .limits(limits)
        .build()
        .unwrap();
    let session = Session::new("s");
    let outcome = now(broker.call(raw("tool", "{}"), session.call("1")));
    let short = outcome.text();
    let (_, rest) = short
        .split_once("the whole text is in ")
        .expect("the note names the file");
    let (path, _) = rest.split_once(" ...]").unwrap();
    assert!(std::path::Path::new(path).starts_with(session.call("2").scratch().unwrap()));
    assert_eq!(fs::read_to_string(path).unwrap(), text);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o600);
    }
    let path = path.to_owned();
    drop(session);
    assert!(!fs::exists(path).unwrap());
}

#[test]
fn a_spill_that_can_not_be_written_loses_nothing_else() {
    let limits = CallLimits::new().with_spill(true);
    let broker = over(Says::new("tool", &"y".repeat(50_000)))
        .limits(limits)
        .build()
        .unwrap();
    let session = Session::new("s").without_scratch();
    let outcome = now(broker.call(raw("tool", "{}"), session.call("1")));
    let text = outcome.text();
    let (head, count, tail) = parts(&text);
    assert_eq!(head.len() + count + tail.len(), 50_000);
}

fn gives(output: ToolOutput) -> Outcome {
    let tool = Probe::new("tool", move |_, _| {
        let output = output.clone();
        async move { Ok(output) }
    });
    let limits = CallLimits::new().with_max_output(200);
    outcome(&over(tool).limits(limits).build().unwrap(), "tool")
}

#[test]
fn pictures_stay_when_the_text_is_cut() {
    let output = ToolOutput::from_parts([
        Part::text("a".repeat(500)),
        Part::image("QUJD", "image/png"),
        Part::text("b".repeat(500)),
    ]);
    let outcome = gives(output.with_pinned(true));
    let output = outcome.output().unwrap();
    assert!(output.pinned());
    let parts = output.clone().into_parts();
    let [Part::Text { text }, picture] = &parts[..] else {
        panic!("{parts:?}");
    };
    assert!(text.starts_with("aaa") && text.ends_with("bbb") && text.len() <= 200);
    assert_eq!(*picture, Part::image("QUJD", "image/png"));
}

#[test]
fn json_that_fits_stays_json_and_json_that_does_not_is_text() {
    let small = json!({"a": [1, 2, 3]});
    assert_eq!(
        gives(small.clone().into())
            .output()
            .unwrap()
            .structured_value(),
        Some(small)
    );
    let big: Value = (0..500).collect();
    let outcome = gives(big.into());
    assert!(outcome.text().starts_with("[0,1,2") && outcome.text().ends_with("498,499]"));
    assert_eq!(outcome.output().unwrap().structured_value(), None);
}

#[test]
fn the_words_of_a_failure_are_cut_too() {
    let tool = Probe::new("tool", |_, _| async {
        Err::<String, _>(ToolError::not_found("z".repeat(100_000)))
    });
    let outcome = outcome(&over(tool).build().unwrap(), "tool");
    assert!(outcome.text().len() <= 16 * 1024);
    let ToolResponse::Failed { message } = outcome.response() else {
        panic!("it failed");
    };
    assert!(message.len() <= 16 * 1024);
}

#[test]
fn an_output_that_tells_of_a_failure_is_failed() {
    let outcome = gives(ToolOutput::error("no such row"));
    assert!(!outcome.is_ok());
    let message = "no such row".to_owned();
    assert_eq!(outcome.response(), ToolResponse::Failed { message });
}

#[test]
fn class_and_trust_go_with_the_result() {
    let tool = Says::new("tool", "x").define(|tool| tool.with_untrusted(true));
    let broker = over(tool).class(|tool| match tool.name() {
        "tool" => Class::Private,
        _ => Class::Public,
    });
    let outcome = outcome(&broker.build().unwrap(), "tool");
    let wanted = ToolResponse::Result {
        text: "x".into(),
        class: Class::Private,
        untrusted: true,
        truncated: false,
    };
    assert_eq!(outcome.response(), wanted);
    assert_eq!(outcome.into_response(), wanted);
}

proptest! {
    /// Whatever the text and the bound: a beginning and an end of it, with the exact count of what
    /// is between them, in the bound.
    #[test]
    fn a_cut_text_is_its_beginning_and_its_end_with_an_exact_count(
        pieces in prop::collection::vec(prop_oneof![Just("\n"), Just("ab"), Just("ü"), Just("漢字"), Just("🦀"), Just(" x ")], 0..400),
        bytes in 0..600usize,
    ) {
        let text: String = pieces.concat();
        let outcome = limited(&text, bytes);
        let short = outcome.text();
        prop_assert!(short.len() <= bytes.max(text.len().min(bytes)));
        if text.len() <= bytes {
            prop_assert_eq!(short.as_ref(), text.as_str());
        } else if short.contains("\n[... ") {
            let (head, count, tail) = parts(&short);
            prop_assert!(text.starts_with(head) && text.ends_with(tail));
            prop_assert_eq!(count, text.len() - head.len() - tail.len());
            prop_assert_eq!(outcome.left_out, count);
        } else {
            // No room for a note: the beginning alone, and the host knows how much is missing.
            prop_assert!(text.starts_with(short.as_ref()));
            prop_assert_eq!(outcome.left_out, text.len() - short.len());
            prop_assert!(bytes < 60, "there was room for a note");
        }
    }
}
