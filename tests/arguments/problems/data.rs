//! Problems as data, for hosts.

use loopd_tools::{Problem, ProblemKind};
use serde_json::json;

use super::tools;
use crate::calling::refusal;

fn problems(arguments: &'static str) -> Vec<(ProblemKind, String, String)> {
    let error = refusal(&tools::read(), arguments);
    let data = |problem: &Problem| {
        (
            problem.kind(),
            problem.pointer().to_owned(),
            problem.path().to_owned(),
        )
    };
    error.problems().iter().map(data).collect()
}

fn problem(kind: ProblemKind, pointer: &str, path: &str) -> (ProblemKind, String, String) {
    (kind, pointer.to_owned(), path.to_owned())
}

#[test]
fn all_problems_have_kind_and_place() {
    let sent = r#"{"limit": 0, "mode": "x", "ranges": [{"start": 1}, {"stop": "x"}], "a/b~c": 1, "a/b~c": 2}"#;
    assert_eq!(
        problems(sent),
        [
            problem(ProblemKind::DuplicateKey, "/a~1b~0c", r#"["a/b~c"]"#),
            problem(ProblemKind::OutOfRange, "/limit", "limit"),
            problem(ProblemKind::UnlistedValue, "/mode", "mode"),
            problem(ProblemKind::UnknownKey, "/ranges/1/stop", "ranges[1].stop"),
            problem(
                ProblemKind::MissingKey,
                "/ranges/1/start",
                "ranges[1].start"
            ),
            problem(ProblemKind::UnknownKey, "/a~1b~0c", r#"["a/b~c"]"#),
            problem(ProblemKind::MissingKey, "/path", "path"),
        ]
    );
}

#[test]
fn what_could_be_mended_is_no_problem() {
    let sent = r#"{"Path": "x", "limit": "5", "mode": "video"}"#;
    assert_eq!(
        problems(sent),
        [problem(ProblemKind::UnlistedValue, "/mode", "mode")]
    );
}

#[test]
fn the_whole_has_an_empty_place() {
    for (sent, kind) in [
        ("{", ProblemKind::CutOff),
        ("x", ProblemKind::Syntax),
        ("[]", ProblemKind::WrongType),
        (r#"{"limit": -1e999}"#, ProblemKind::NumberTooLarge),
    ] {
        assert_eq!(problems(sent), [problem(kind, "", "")]);
    }
}

#[test]
fn problems_are_serde_data() {
    let error = refusal(&tools::read(), r#"{"path": 5}"#);
    let data = serde_json::to_value(error.problems()).unwrap();
    assert_eq!(
        data,
        json!([{
            "pointer": "/path",
            "path": "path",
            "kind": "wrong_type",
            "message": "wanted a string of at least 1 character; got 5",
        }])
    );
    assert_eq!(
        serde_json::from_value::<Vec<Problem>>(data).unwrap(),
        error.problems()
    );
}

#[test]
fn a_list_of_problems_has_an_end() {
    let keys: Vec<_> = (0..200).map(|key| format!("\"k{key}\":1")).collect();
    let error = refusal(&tools::nothing(), format!("{{{}}}", keys.join(",")));
    assert_eq!(error.problems().len(), 50);
    assert!(error.message().ends_with("\n- and maybe more"));
}

#[test]
fn what_was_sent_is_never_shown_at_length() {
    let long = "x".repeat(100_000);
    for sent in [
        format!(r#"{{"limit": "{long}"}}"#),
        format!(r#"{{"{long}": 1}}"#),
        format!(r#"{{"path": ["{long}", "{long}"]}}"#),
        format!(r#"{{"mode": "{long}"}}"#),
        format!(r#"{{"path": "x"}} {long}}}"#),
        long.clone(),
    ] {
        let error = refusal(&tools::read(), sent);
        assert!(error.model_text().len() < 2_500, "{}", error.model_text());
    }
}
