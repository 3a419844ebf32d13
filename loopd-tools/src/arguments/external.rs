//! Schemas with something in them that the own checker does not know, checked by the crate
//! `jsonschema` on top.

use std::fmt;
use std::sync::Arc;

use jsonschema::Validator;
use serde_json::Value;

use super::limits::MAX_PROBLEMS;
use super::place::Place;
use super::problem::{Problem, ProblemKind};
use super::shown::shown_words;

/// A schema as that crate has compiled it.
#[derive(Clone)]
pub(crate) struct External(Arc<Validator>);

impl External {
    /// Compiles a schema. References to other documents are not followed.
    pub(crate) fn new(schema: &Value) -> Result<Self, String> {
        match jsonschema::validator_for(schema) {
            Ok(validator) => Ok(Self(Arc::new(validator))),
            Err(error) => Err(error.to_string()),
        }
    }

    /// What does not fit, in that crate's words, without the values that were sent.
    pub(crate) fn problems(&self, value: &Value) -> Vec<Problem> {
        let errors = self.0.iter_errors(value).take(MAX_PROBLEMS);
        let problems = errors.map(|error| {
            let place = Place::from_pointer(error.instance_path().as_str(), value);
            let words = error.masked_with("this value").to_string();
            Problem::new(&place, ProblemKind::Other, shown_words(&words))
        });
        problems.collect()
    }
}

impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("External")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Arguments, CallContext, DynTool, FnTool, ProblemKind};

    /// `unevaluatedProperties` is not for the own checker.
    fn closed() -> FnTool {
        let (tool, problems) = FnTool::foreign(
            "tool",
            "Any.",
            json!({
                "type": "object",
                "allOf": [{"properties": {"a": {"type": "integer"}}}],
                "properties": {"b": {"type": "string"}},
                "unevaluatedProperties": false,
            }),
            |_, _| async { "" },
        );
        assert_eq!(problems, []);
        tool
    }

    #[test]
    fn nothing_is_left_unchecked() {
        let cx = CallContext::new();
        let tool = closed();
        for sent in [
            r#"{"a": 1, "b": "x"}"#,
            "{}",
            r#"{"a": "1"}"#,
            r#"{"a": null}"#,
        ] {
            tool.prepare(Arguments::from(sent), &cx).map(drop).unwrap();
        }
        let error = tool
            .prepare(Arguments::from(r#"{"a": 1, "c": 1}"#), &cx)
            .err()
            .unwrap();
        let [problem] = error.problems() else {
            panic!("{error}");
        };
        assert_eq!(
            (problem.kind(), problem.pointer()),
            (ProblemKind::Other, "")
        );
        assert!(problem.message().contains('c'), "{problem}");
        // What the own checker knows is told in its words.
        let error = tool
            .prepare(Arguments::from(r#"{"a": "x"}"#), &cx)
            .err()
            .unwrap();
        assert_eq!(error.problems()[0].kind(), ProblemKind::WrongType);
    }

    #[test]
    fn a_key_by_another_name_is_the_key() {
        let (tool, problems) = FnTool::foreign(
            "tool",
            "Any.",
            json!({
                "type": "object",
                "properties": {"a": {"type": "integer", "x-loopd-aliases": ["b"]}},
                "unevaluatedProperties": false,
            }),
            |_, _| async { "" },
        );
        assert_eq!(problems, []);
        let sent = Arguments::from(r#"{"b": 1}"#);
        let call = tool.prepare(sent, &CallContext::new());
        assert!(call.is_ok(), "{:?}", call.err());
    }

    #[test]
    fn places_are_in_the_arguments() {
        let (tool, problems) = FnTool::foreign(
            "tool",
            "Any.",
            json!({
                "type": "object",
                "properties": {"l": {"type": "array", "items": {"$dynamicRef": "#item"}}},
                "$defs": {"item": {"$dynamicAnchor": "item", "type": "integer"}},
            }),
            |_, _| async { "" },
        );
        assert_eq!(problems, []);
        let sent = Arguments::from(r#"{"l": [1, "secret"]}"#);
        let error = tool.prepare(sent, &CallContext::new()).err().unwrap();
        assert_eq!(error.problems()[0].pointer(), "/l/1");
        assert_eq!(error.problems()[0].path(), "l[1]");
        assert!(!error.model_text().contains("secret"), "{error}");
    }

    #[test]
    fn what_neither_can_check_is_told() {
        for schema in [
            json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/other"}}}),
            json!({"type": "object", "properties": {"a": {"type": "int"}}}),
            json!({"type": "object", "properties": ["None"]}),
        ] {
            let (_, problems) =
                FnTool::foreign("tool", "Any.", schema.clone(), |_, _| async { "" });
            assert!(!problems.is_empty(), "{schema}");
        }
    }
}
