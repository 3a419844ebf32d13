//! Names of parameters, with serde itself as the oracle: what it writes is what the schema says,
//! and what the decoder reads.

use loopd_tools::{JsonSchema, Tool, parameters_of};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The names in the schema's order.
fn properties(schema: &Value) -> Vec<String> {
    let properties = schema["properties"].as_object().unwrap();
    properties.keys().cloned().collect()
}

/// A tool of fields with names that rules treat in different ways.
macro_rules! tools {
    ($($name:ident: $($rule:literal)?;)*) => {
        $({
            #[doc = "A tool."]
            #[derive(Tool, Serialize, Deserialize, Default, PartialEq, Debug)]
            $(#[serde(rename_all = $rule)])?
            #[allow(non_snake_case)]
            struct $name {
                plain: u8,
                two_words: u8,
                r#type: u8,
                a_b_c: u8,
                trailing_: u8,
                double__under: u8,
                with2digits: u8,
                digit_2_alone: u8,
                camelCase: u8,
                x: u8,
                #[serde(rename = "said-By_Hand")]
                renamed: u8,
                #[serde(rename(serialize = "only_written"))]
                half_renamed: u8,
                #[serde(rename(serialize = "written", deserialize = "read"))]
                twice_renamed: u8,
            }
            let written = serde_json::to_value($name::default()).unwrap();
            let schema = $name::schema().parameters;
            let mut read = properties(&schema);
            // All but the two that are written under another name.
            let twice = read.pop().unwrap();
            let half = read.pop().unwrap();
            let mut written: Vec<String> = written.as_object().unwrap().keys().cloned().collect();
            assert_eq!(written.split_off(read.len()), ["only_written", "written"]);
            assert_eq!(read, written);
            assert_eq!(twice, "read");
            // What the schema names is what the decoder wants, the half-renamed one included.
            let arguments: Map<String, Value> =
                properties(&schema).into_iter().zip(1_u8..).map(|(k, v)| (k, v.into())).collect();
            let tool: $name = serde_json::from_value(Value::Object(arguments)).unwrap();
            assert_eq!((tool.plain, tool.half_renamed, tool.twice_renamed), (1, 12, 13));
            assert_eq!(half, half_renamed(concat!($($rule)?)));
        })*
    };
}

/// What each rule makes of `half_renamed`, by serde's documentation.
fn half_renamed(rule: &str) -> &'static str {
    match rule {
        "" | "lowercase" | "snake_case" => "half_renamed",
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => "HALF_RENAMED",
        "PascalCase" => "HalfRenamed",
        "camelCase" => "halfRenamed",
        "kebab-case" => "half-renamed",
        "SCREAMING-KEBAB-CASE" => "HALF-RENAMED",
        other => panic!("no rule {other}"),
    }
}

#[test]
fn every_rule_on_fields() {
    tools! {
        None:;
        Lower: "lowercase";
        Upper: "UPPERCASE";
        Pascal: "PascalCase";
        Camel: "camelCase";
        Snake: "snake_case";
        ScreamingSnake: "SCREAMING_SNAKE_CASE";
        Kebab: "kebab-case";
        ScreamingKebab: "SCREAMING-KEBAB-CASE";
    }
}

/// An enum whose variants' and fields' names rules treat in different ways.
macro_rules! enums {
    ($($name:ident: $rule:literal, $fields:literal;)*) => {
        $({
            #[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug, Clone)]
            #[serde(rename_all = $rule, rename_all_fields = $fields)]
            enum $name {
                Plain,
                TwoWords,
                HTTPGet2,
                #[serde(rename = "By Hand")]
                Renamed,
                WithData { first_field: u8, r#type: u8 },
                #[serde(rename_all = "UPPERCASE")]
                OwnRule { first_field: u8 },
            }
            #[derive(JsonSchema)]
            struct Root {
                of: $name,
            }
            let schema = parameters_of::<Root>().unwrap();
            let branches = schema["properties"]["of"]["anyOf"].as_array().unwrap();
            let words = branches.iter().find_map(|branch| branch["enum"].as_array()).unwrap();
            let plain = [$name::Plain, $name::TwoWords, $name::HTTPGet2, $name::Renamed];
            let written = plain.map(|variant| serde_json::to_value(variant).unwrap());
            assert_eq!(words[..], written);
            let data = [
                $name::WithData { first_field: 0, r#type: 0 },
                $name::OwnRule { first_field: 0 },
            ];
            for variant in data {
                let written = serde_json::to_value(&variant).unwrap();
                let (key, fields) = written.as_object().unwrap().iter().next().unwrap();
                let branch = branches.iter().find_map(|branch| {
                    branch["properties"].as_object()?.get(key)
                });
                let fields: Vec<String> = fields.as_object().unwrap().keys().cloned().collect();
                assert_eq!(properties(branch.unwrap()), fields);
            }
        })*
    };
}

#[test]
fn every_rule_on_variants() {
    enums! {
        Lower: "lowercase", "UPPERCASE";
        Upper: "UPPERCASE", "PascalCase";
        Pascal: "PascalCase", "camelCase";
        Camel: "camelCase", "snake_case";
        Snake: "snake_case", "SCREAMING_SNAKE_CASE";
        ScreamingSnake: "SCREAMING_SNAKE_CASE", "kebab-case";
        Kebab: "kebab-case", "SCREAMING-KEBAB-CASE";
        ScreamingKebab: "SCREAMING-KEBAB-CASE", "lowercase";
    }
}

/// A tool.
#[derive(Tool, Serialize, Deserialize)]
#[serde(rename_all(serialize = "UPPERCASE", deserialize = "kebab-case"))]
struct Split {
    two_words: u8,
}

#[test]
fn the_readers_rule_is_the_schemas() {
    assert_eq!(properties(&Split::schema().parameters), ["two-words"]);
    assert_eq!(
        serde_json::to_value(Split { two_words: 1 }).unwrap(),
        json!({"TWO_WORDS": 1})
    );
}
