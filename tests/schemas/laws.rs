//! What is true of every argument type, with generated values and an independent validator.

use loopd_tools::{Dialect, Strictness, ToolSchema};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use crate::types::values::{allowed, changed, changes};
use crate::types::{Kind, kinds};

/// The schema of a kind.
fn schema(kind: &Kind) -> Value {
    (kind.schema)().unwrap_or_else(|error| panic!("{error}"))
}

fn tool(kind: &Kind) -> ToolSchema {
    ToolSchema {
        name: kind.name.to_lowercase(),
        description: "Does what its arguments say.".to_owned(),
        parameters: schema(kind),
    }
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::new(schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// Runs a property for each kind; the seeds are fixed, so that a failure comes again.
fn for_each_kind(cases: u32, property: impl Fn(&Kind, &Value, &mut TestRunner)) {
    for kind in kinds() {
        let config = Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(
                proptest::test_runner::RngAlgorithm::ChaCha,
            ),
        );
        property(&kind, &schema(&kind), &mut runner);
    }
}

#[test]
fn there_are_at_least_sixty_types() {
    assert!(kinds().len() >= 60, "{}", kinds().len());
}

#[test]
fn names_of_types_are_unique() {
    let mut names: Vec<&str> = kinds().iter().map(|kind| kind.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), kinds().len());
}

#[test]
fn schemas_fit_the_meta_schema() {
    for kind in kinds() {
        let schema = schema(&kind);
        assert!(
            jsonschema::draft202012::meta::is_valid(&schema),
            "{}: {schema}",
            kind.name
        );
    }
}

#[test]
fn schemas_are_the_same_bytes_each_time() {
    for kind in kinds() {
        assert_eq!(
            schema(&kind).to_string(),
            schema(&kind).to_string(),
            "{}",
            kind.name
        );
    }
}

/// Every node, with its schema's root kept apart.
fn nodes<'a>(node: &'a Value, found: &mut Vec<&'a Map<String, Value>>) {
    let Some(object) = node.as_object() else {
        return;
    };
    found.push(object);
    for key in ["items", "additionalProperties", "propertyNames"] {
        object
            .get(key)
            .into_iter()
            .for_each(|below| nodes(below, found));
    }
    for key in ["prefixItems", "anyOf"] {
        object
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .for_each(|below| nodes(below, found));
    }
    for key in ["properties", "$defs"] {
        object
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::values)
            .for_each(|below| nodes(below, found));
    }
}

#[test]
fn schemas_have_the_canonical_form() {
    for kind in kinds() {
        let schema = schema(&kind);
        assert_eq!(schema["type"], "object", "{}", kind.name);
        assert!(schema["properties"].is_object(), "{}", kind.name);
        for key in ["$schema", "title", "description"] {
            assert!(schema.get(key).is_none(), "{}: {key}", kind.name);
        }
        let mut all = Vec::new();
        nodes(&schema, &mut all);
        for node in all {
            let text = Value::Object(node.clone()).to_string();
            for (key, value) in node {
                let closes = key == "additionalProperties" && *value == json!(false);
                let says = ["deprecated", "default"].contains(&key.as_str());
                assert!(
                    !value.is_boolean() || closes || says,
                    "{}: {key} in {text}",
                    kind.name
                );
                assert!(
                    !key.starts_with("x-loopd-"),
                    "{}: {key} in {text}",
                    kind.name
                );
            }
            for key in [
                "oneOf",
                "allOf",
                "not",
                "const",
                "patternProperties",
                "uniqueItems",
                "title",
            ] {
                assert!(!node.contains_key(key), "{}: {key} in {text}", kind.name);
            }
            if node.contains_key("$ref") {
                assert_eq!(node.len(), 1, "{}: {text}", kind.name);
                assert!(text.contains("#/$defs/"), "{}: {text}", kind.name);
                continue;
            }
            let typed = ["type", "anyOf", "description"]
                .iter()
                .any(|key| node.contains_key(*key));
            assert!(typed, "{}: {text}", kind.name);
            let is = |name: &str| {
                node.get("type")
                    .is_some_and(|of| of.to_string().contains(name))
            };
            assert!(
                !is("\"array\"") || node.contains_key("items"),
                "{}: {text}",
                kind.name
            );
        }
    }
}

#[test]
fn every_object_of_a_struct_is_closed() {
    for kind in kinds() {
        // One says itself that it is open, one takes the rest in a map.
        if ["NestedOpen", "FlattenedFree"].contains(&kind.name) {
            continue;
        }
        let schema = schema(&kind);
        let mut all = Vec::new();
        nodes(&schema, &mut all);
        for node in all {
            let union = node.contains_key("anyOf") && node.get("properties").is_none();
            if node.contains_key("properties") && !union {
                assert!(
                    node.contains_key("additionalProperties"),
                    "{}: {node:?}",
                    kind.name
                );
            }
        }
    }
}

#[test]
fn serde_takes_what_the_schema_allows() {
    for_each_kind(48, |kind, schema, runner| {
        if !kind.exact {
            return;
        }
        let validator = validator(schema);
        let result = runner.run(&allowed(schema), |value| {
            prop_assert!(
                validator.is_valid(&value),
                "the generator is wrong: {value}"
            );
            let taken = (kind.decode)(value.clone());
            prop_assert!(taken.is_ok(), "{}: {taken:?} of {value}", kind.name);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}\n{schema}", kind.name));
    });
}

/// The schema with all its objects open: what serde alone takes has unknown keys.
fn opened(schema: &Value) -> Value {
    let mut schema = schema.clone();
    fn open(node: &mut Value) {
        match node {
            Value::Object(object) => {
                if object.get("additionalProperties") == Some(&json!(false)) {
                    object.shift_remove("additionalProperties");
                }
                object.values_mut().for_each(open);
            }
            Value::Array(list) => list.iter_mut().for_each(open),
            _ => {}
        }
    }
    open(&mut schema);
    schema
}

/// The value without `null` where the schema has a field that may be absent.
fn without_null(value: &Value, node: &Value, root: &Value) -> Value {
    if let Some(reference) = node["$ref"].as_str() {
        let target = root.pointer(&reference[1..]).expect("a definition");
        return without_null(value, target, root);
    }
    if let Some(branches) = node["anyOf"].as_array() {
        for branch in branches {
            let without = without_null(value, branch, root);
            let mut branch = branch.clone();
            if let (Some(defs), Value::Object(branch)) = (root.get("$defs"), &mut branch) {
                branch.insert("$defs".to_owned(), defs.clone());
            }
            if validator(&branch).is_valid(&without) {
                return without;
            }
        }
        return value.clone();
    }
    match value {
        Value::Object(object) => {
            let required = node["required"].as_array().cloned().unwrap_or_default();
            let mut without = Map::new();
            for (key, value) in object {
                let property = &node["properties"][key];
                if value.is_null() && property.is_object() && !required.contains(&json!(key)) {
                    continue;
                }
                let below = if property.is_object() {
                    property
                } else {
                    &node["additionalProperties"]
                };
                without.insert(key.clone(), without_null(value, below, root));
            }
            Value::Object(without)
        }
        Value::Array(list) => list
            .iter()
            .map(|value| without_null(value, &node["items"], root))
            .collect(),
        other => other.clone(),
    }
}

#[test]
fn the_schema_allows_what_serde_takes() {
    for_each_kind(96, |kind, schema, runner| {
        if kind.narrower {
            return;
        }
        let open = opened(schema);
        let validator = validator(&open);
        let near = (allowed(schema), changes())
            .prop_map(|(value, change)| changed(value, &change))
            .prop_filter("arguments are an object", Value::is_object);
        let result = runner.run(&near, |value| {
            if (kind.decode)(value.clone()).is_ok() {
                let value = without_null(&value, &open, &open);
                prop_assert!(
                    validator.is_valid(&value),
                    "{}: serde takes {value}",
                    kind.name
                );
            }
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}\n{schema}", kind.name));
    });
}

/// The parameters in a lowered element.
pub(crate) fn parameters_in(element: &Value) -> Value {
    let function = if element["function"].is_object() {
        &element["function"]
    } else {
        element
    };
    let found = ["parameters", "input_schema", "inputSchema"]
        .into_iter()
        .find_map(|key| function.get(key).cloned());
    found.unwrap_or_else(|| json!({"type": "object", "properties": {}}))
}

/// The same as JSON Schema.
fn parameters(element: &Value) -> Value {
    let mut schema = parameters_in(element);
    nullable(&mut schema);
    schema
}

/// Says the `nullable` of OpenAPI in JSON Schema's words.
fn nullable(node: &mut Value) {
    match node {
        Value::Object(object) => {
            object.values_mut().for_each(nullable);
            if object.shift_remove("nullable") == Some(json!(true)) {
                let was = Value::Object(std::mem::take(object));
                *node = json!({"anyOf": [was, {"type": "null"}]});
            }
        }
        Value::Array(list) => list.iter_mut().for_each(nullable),
        _ => {}
    }
}

/// The value with `null` where a strict schema wants a field that is absent.
pub(crate) fn with_null(value: &Value, node: &Value, root: &Value) -> Value {
    if let Some(reference) = node["$ref"].as_str() {
        let target = root.pointer(&reference[1..]).expect("a definition");
        return with_null(value, target, root);
    }
    if let Some(branches) = node["anyOf"].as_array() {
        for branch in branches {
            let with = with_null(value, branch, root);
            let mut branch = branch.clone();
            if let (Some(defs), Value::Object(branch)) = (root.get("$defs"), &mut branch) {
                branch.insert("$defs".to_owned(), defs.clone());
            }
            if validator(&branch).is_valid(&with) {
                return with;
            }
        }
        return value.clone();
    }
    match value {
        Value::Object(object) => {
            // In the schema's order, in which a grammar wants it.
            let mut with = Map::new();
            for (key, property) in node["properties"].as_object().into_iter().flatten() {
                let value = object.get(key);
                let value = value.map_or(Value::Null, |value| with_null(value, property, root));
                with.insert(key.clone(), value);
            }
            for (key, value) in object {
                with.entry(key.clone()).or_insert_with(|| value.clone());
            }
            Value::Object(with)
        }
        Value::Array(list) => list
            .iter()
            .map(|value| with_null(value, &node["items"], root))
            .collect(),
        other => other.clone(),
    }
}

#[test]
fn lowering_widens() {
    for_each_kind(32, |kind, schema, runner| {
        let mut targets = Vec::new();
        for dialect in Dialect::ALL {
            let lowered = tool(kind).lower(dialect);
            let parameters = parameters(&lowered.element);
            assert!(
                jsonschema::draft202012::meta::is_valid(&parameters),
                "{dialect} of {}: {parameters}",
                kind.name
            );
            let strict = dialect == Dialect::OpenAiStrict && lowered.strict == Strictness::Strict;
            targets.push((dialect, strict, validator(&parameters), parameters));
        }
        let result = runner.run(&allowed(schema), |value| {
            for (dialect, strict, validator, parameters) in &targets {
                let value = if *strict {
                    with_null(&value, parameters, parameters)
                } else {
                    value.clone()
                };
                prop_assert!(
                    validator.is_valid(&value),
                    "{dialect} of {} refuses {value}: {parameters}",
                    kind.name
                );
            }
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}\n{schema}", kind.name));
    });
}

#[test]
fn lowering_is_the_same_bytes_each_time() {
    for kind in kinds() {
        for dialect in Dialect::ALL {
            let [one, two] = [(); 2].map(|()| tool(&kind).lower(dialect));
            assert_eq!(
                one.element.to_string(),
                two.element.to_string(),
                "{dialect} of {}",
                kind.name
            );
            assert_eq!(one, two);
        }
    }
}

#[test]
fn lowering_what_is_lowered_changes_nothing() {
    for kind in kinds() {
        for dialect in Dialect::ALL {
            let once = tool(&kind).lower(dialect);
            let function = match once.element.get("function") {
                Some(function) => function,
                None => &once.element,
            };
            let parameters = ["parameters", "input_schema", "inputSchema"]
                .into_iter()
                .find_map(|key| function.get(key).cloned())
                .unwrap_or_else(|| json!({}));
            let again = ToolSchema {
                description: function["description"]
                    .as_str()
                    .expect("a description")
                    .to_owned(),
                parameters,
                ..tool(&kind)
            };
            let twice = again.lower(dialect);
            assert_eq!(
                once.element.to_string(),
                twice.element.to_string(),
                "{dialect} of {}",
                kind.name
            );
        }
    }
}
