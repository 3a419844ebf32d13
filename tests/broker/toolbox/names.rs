//! Names, and what a model must be told of a tool.

use std::collections::BTreeSet;

use loopd_tools::{
    BadName, CallContext, Clock, Echo, Edit, Tool, ToolSchema, Toolbox, ToolboxError,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::says;
use crate::drive::now;
use crate::tools::{Says, schema};

#[test]
fn a_taken_name_is_refused_with_the_way_out() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("look", "old")).unwrap();
    let error = toolbox.register(Says::new("look", "new")).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::Taken {
            name: "look".into()
        }
    );
    let text = error.to_string();
    assert!(
        text.contains("`look`") && text.contains("namespace"),
        "{text}"
    );
    assert_eq!(says(&toolbox, "look"), "old");
    assert_eq!(toolbox.version(), 1);
}

#[test]
fn reserved_names_are_refused() {
    let toolbox = Toolbox::new();
    for name in ["find_tool", "call_tool"] {
        let error = toolbox.register(Says::new(name, "")).unwrap_err();
        assert_eq!(error, ToolboxError::Reserved { name: name.into() });
    }
    let error = toolbox
        .namespace("find_")
        .unwrap()
        .register(Says::new("tool", ""));
    assert!(matches!(error, Err(ToolboxError::Reserved { name }) if name == "find_tool"));
}

#[test]
fn names_that_a_consumer_refuses_are_refused() {
    let long = "n".repeat(65);
    let cases = [
        ("", BadName::Empty),
        ("1st", BadName::Start('1')),
        ("-x", BadName::Start('-')),
        ("graph.list", BadName::Character('.')),
        ("a b", BadName::Character(' ')),
        ("server:tool", BadName::Character(':')),
        ("größe", BadName::Character('ö')),
        (long.as_str(), BadName::Long(65)),
    ];
    for (name, reason) in cases {
        let toolbox = Toolbox::new();
        let error = toolbox.register(Says::new(name, "")).unwrap_err();
        assert_eq!(
            error,
            ToolboxError::BadName {
                name: name.into(),
                reason
            }
        );
        assert_eq!(toolbox.version(), 0);
    }
    let longest = "n".repeat(64);
    Toolbox::new().register(Says::new(&longest, "")).unwrap();
}

#[test]
fn tools_that_no_model_can_be_told_of_are_refused() {
    let toolbox = Toolbox::new();
    let blank = ToolSchema {
        description: " \n".into(),
        ..schema("blank")
    };
    let error = toolbox.register(Says::of(blank, "")).unwrap_err();
    assert_eq!(
        error,
        ToolboxError::EmptyDescription {
            name: "blank".into()
        }
    );
    let deep = (0..100).fold(json!({}), |inner, _| json!({"items": inner}));
    let with = |property: Value| json!({"type": "object", "properties": {"a": property}});
    let bad: [(Value, &str); 14] = [
        (Value::Null, "no JSON object"),
        (json!(true), "no JSON object"),
        (json!({}), "\"type\":\"object\""),
        (
            json!({"type": "array", "properties": {}}),
            "\"type\":\"object\"",
        ),
        (json!({"type": "object"}), "\"properties\""),
        (with(json!({"type": "int"})), "a: `type` is \"int\""),
        (with(json!({"type": ["string", 1]})), "a: `type` is"),
        (with(json!({"type": []})), "a: `type` is"),
        (with(json!({"items": {"enum": 1}})), "a.items: `enum`"),
        (
            with(json!({"anyOf": [{}, {"required": "b"}]})),
            "a.anyOf[1]: `required`",
        ),
        (
            with(json!({"properties": []})),
            "a.properties: it is no object",
        ),
        (
            with(json!({"$ref": "#/$defs/none"})),
            "a: `$ref` is \"#/$defs/none\"",
        ),
        (
            with(json!({"$ref": "https://example.org/"})),
            "a: `$ref` is",
        ),
        (with(deep), "deeper"),
    ];
    for (parameters, words) in bad {
        let schema = ToolSchema {
            parameters,
            ..schema("bad")
        };
        let error = toolbox.register(Says::of(schema, "")).unwrap_err();
        assert!(matches!(&error, ToolboxError::InvalidSchema { name, .. } if name == "bad"));
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(toolbox.is_empty());
    let tree = json!({
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/node"}, "any": true, "none": {"type": ["null", "string"]}},
        "$defs": {"node": {"type": "object", "properties": {"below": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
    });
    let schema = ToolSchema {
        parameters: tree,
        ..schema("good")
    };
    toolbox.register(Says::of(schema, "")).unwrap();
}

#[test]
fn a_namespace_keeps_names_legal_and_apart() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("git_log", "mine")).unwrap();
    let git = toolbox.namespace("git_").unwrap();
    assert!(matches!(
        git.register(Says::new("log", "theirs")),
        Err(ToolboxError::Taken { name }) if name == "git_log"
    ));
    git.register(Echo::tool()).unwrap();
    assert_eq!(toolbox.names(), ["git_echo", "git_log"]);
    assert_eq!(git.names(), ["echo", "log"]);
    let echo = git.get("echo").unwrap();
    assert_eq!(echo.definition().name(), "git_echo");
    assert_eq!(
        echo.definition().schema().parameters,
        Echo::schema().parameters
    );
    let said = now(echo.call(r#"{"text":"x"}"#.into(), &CallContext::new()));
    assert_eq!(said.unwrap().into_text(), "x");
    let long = Says::new(&"n".repeat(61), "");
    assert!(matches!(
        git.register(long),
        Err(ToolboxError::BadName {
            reason: BadName::Long(65),
            ..
        })
    ));
    for prefix in ["", "1_", "a.b", "über_"] {
        assert!(toolbox.namespace(prefix).is_err(), "{prefix}");
    }
    git.remove("echo").unwrap();
    assert_eq!(toolbox.names(), ["git_log"]);
}

#[test]
fn a_namespace_is_changed_as_one() {
    let toolbox = Toolbox::new();
    let server = toolbox.namespace("srv-").unwrap();
    server
        .apply(Edit::new().register(Echo::tool()).register(Clock::tool()))
        .unwrap();
    let (before, mut changes) = toolbox.subscribe();
    let edit = Edit::new()
        .remove("clock")
        .replace(Echo::tool())
        .register(Says::new("x", ""));
    assert_eq!(server.apply(edit), Ok(2));
    let change = changes.try_next().unwrap();
    assert_eq!((change.from(), change.to()), (before.version(), 2));
    assert_eq!(change.added().collect::<Vec<_>>(), ["srv-x"]);
    assert_eq!(change.replaced().collect::<Vec<_>>(), ["srv-echo"]);
    assert_eq!(change.removed().collect::<Vec<_>>(), ["srv-clock"]);
    assert_eq!(changes.try_next(), None);
}

proptest! {
    /// Whatever prefix and names: a name in a namespace is legal and nobody else's, or is refused.
    #[test]
    fn a_namespace_makes_no_illegal_and_no_colliding_name(
        prefixes in prop::collection::vec("[a-c_-]{0,3}|[a-z]{60}|\\PC{0,3}", 1..4),
        names in prop::collection::vec("[a-c_-]{0,4}|find_tool|\\PC{0,3}", 1..6),
    ) {
        let toolbox = Toolbox::new();
        let legal = regex::Regex::new("^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$").unwrap();
        let mut taken = BTreeSet::new();
        for prefix in &prefixes {
            let Ok(space) = toolbox.namespace(prefix) else {
                prop_assert!(!legal.is_match(prefix), "{prefix}");
                continue;
            };
            for name in &names {
                let full = format!("{prefix}{name}");
                let reserved = ["find_tool", "call_tool"].contains(&full.as_str());
                let takes = legal.is_match(&full) && !reserved && !taken.contains(&full);
                let registered = space.register(Says::new(name, &full));
                prop_assert_eq!(registered.is_ok(), takes, "{} {}: {:?}", prefix, name, registered);
                if takes {
                    prop_assert_eq!(says(&toolbox, &full), full.clone());
                    taken.insert(full);
                }
            }
        }
        prop_assert_eq!(toolbox.names().into_iter().collect::<BTreeSet<_>>(), taken);
    }
}
