//! Trouble that people have had with schemas, row by row of `tests/README.md`.

use std::collections::BTreeMap;

use loopd_tools::{Dialect, Run, Severity, Strictness, Tool, ToolSchema, parameters_of};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::laws::parameters_in;
use crate::types::kind;

fn schema_of(name: &str) -> Value {
    (kind(name).schema)().expect("a schema")
}

fn tool(parameters: Value) -> ToolSchema {
    ToolSchema {
        name: "tool".to_owned(),
        description: "Does something.".to_owned(),
        parameters,
    }
}

fn lowered(name: &str, dialect: Dialect) -> Value {
    parameters_in(&tool(schema_of(name)).lower(dialect).element)
}

fn object(properties: Value) -> Value {
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// A1, A2, A24, C12: no arguments are an object with no properties, and nothing else.
#[test]
fn no_arguments() {
    let empty = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    assert_eq!(schema_of("Nothing").to_string(), empty);
    assert_eq!(parameters_of::<()>().expect("a schema").to_string(), empty);
    for dialect in Dialect::ALL {
        let element = tool(schema_of("Nothing")).lower(dialect).element;
        let text = element.to_string();
        assert!(
            !text.contains("$schema") && !text.contains("title"),
            "{dialect}: {text}"
        );
        // Gemini takes a declaration without parameters.
        let said = text.contains(r#""type":"object","properties":{}"#);
        assert_eq!(said, dialect != Dialect::Gemini, "{dialect}: {text}");
    }
}

/// Answers a call without arguments.
#[derive(Tool, Deserialize)]
struct Ping;

impl Run for Ping {
    async fn run(
        self,
        _cx: loopd_tools::Context<'_>,
    ) -> Result<loopd_tools::ToolOutput, loopd_tools::ToolError> {
        Ok("pong".into())
    }
}

/// A3: a unit struct is an object with no properties too.
#[test]
fn a_unit_struct() {
    let schema = Ping::schema();
    assert_eq!(
        schema.parameters.to_string(),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

/// A4: no Rust-only formats, and only formats that a consumer knows.
#[test]
fn formats() {
    for name in [
        "SmallIntegers",
        "Integers",
        "Sizes",
        "BigIntegers",
        "Floats",
    ] {
        assert!(!schema_of(name).to_string().contains("format"), "{name}");
    }
    assert_eq!(
        schema_of("Identifiers")["properties"]["url"]["format"],
        "uri"
    );
    let gemini = lowered("Identifiers", Dialect::Gemini);
    assert_eq!(
        gemini["properties"]["url"],
        json!({"type": "string", "description": "Where.\nFormat: uri."})
    );
    assert_eq!(
        lowered("Chrono", Dialect::Gemini)["properties"]["at"]["format"],
        "date-time"
    );
}

/// A5: no boolean schema but `additionalProperties: false`.
#[test]
fn any_value() {
    assert_eq!(
        schema_of("Anything")["properties"]["any"],
        json!({"description": "Any JSON value."})
    );
    assert_eq!(
        schema_of("FreeObjects")["properties"]["free"],
        json!({"type": "object"})
    );
    let any = &lowered("Anything", Dialect::LlamaCpp)["properties"]["any"];
    assert_eq!(
        any["type"],
        json!(["string", "number", "boolean", "object", "array", "null"])
    );
}

/// A6, A7: what is not recursive is inlined, and the field's own words win.
#[test]
fn nested_structs() {
    let schema = schema_of("Nested");
    assert!(!schema.to_string().contains("$ref"));
    let properties = &schema["properties"];
    assert_eq!(properties["range"]["description"], "What to read.");
    assert_eq!(
        properties["undocumented"]["description"],
        "A range of lines."
    );
    assert_eq!(
        properties["range"]["properties"]["start"]["description"],
        "The first line, from 1."
    );
}

/// A8: recursion goes through a definition of a plain name, never `#`.
#[test]
fn recursion() {
    let root = schema_of("RecursiveRoot");
    assert_eq!(
        root["properties"]["children"]["items"],
        json!({"$ref": "#/$defs/RecursiveRoot"})
    );
    assert!(root["$defs"]["RecursiveRoot"].is_object());
    let mutual = schema_of("MutuallyRecursive");
    assert_eq!(
        mutual["properties"]["folder"],
        json!({"$ref": "#/$defs/Folder"})
    );
    // The first is unrolled for Gemini, which takes no reference, and said in words from there on.
    let gemini = lowered("RecursiveRoot", Dialect::Gemini);
    assert!(!gemini.to_string().contains("$ref"));
    let again = &gemini["properties"]["children"]["items"]["properties"]["children"]["items"];
    assert_eq!(
        again["description"],
        "A RecursiveRoot again, of the same shape as above."
    );
    // What a field says beside a reference is said by the object that holds it.
    let options = schema_of("RecursiveOption");
    assert_eq!(
        options["$defs"]["Binary"]["description"],
        "`left`: The smaller ones."
    );
}

/// A9: no union at the root for those who refuse it, and the exact branches for the others.
#[test]
fn a_union_at_the_root() {
    let schema = schema_of("FlattenedInternal");
    assert_eq!(schema["anyOf"].as_array().expect("branches").len(), 3);
    assert_eq!(
        schema["properties"]["by"]["enum"],
        json!(["id", "name", "all"])
    );
    assert_eq!(schema["required"], json!(["by"]));
    for dialect in Dialect::ALL {
        let lowered = tool(schema.clone()).lower(dialect);
        let parameters = parameters_in(&lowered.element);
        assert_eq!(parameters["type"], "object", "{dialect}");
        let kept = dialect == Dialect::LlamaCpp;
        assert_eq!(parameters.get("anyOf").is_some(), kept, "{dialect}");
        if !kept {
            let lost = lowered
                .losses
                .iter()
                .find(|loss| loss.keyword == "anyOf")
                .expect("a loss");
            let words = lost.words.as_deref().expect("words");
            assert!(
                lowered.element.to_string().contains("Fits one of these: "),
                "{dialect}"
            );
            assert!(
                words.contains(r#"{dry_run?: boolean, by: "id", id: integer}"#),
                "{words}"
            );
        }
    }
}

/// A10: every list says what its items are.
#[test]
fn items() {
    assert!(schema_of("AnyItems")["properties"]["items"]["items"].is_object());
    assert!(schema_of("Arrays")["properties"]["none"]["items"].is_object());
}

/// A12, C6: an optional field has its bare type and is not required.
#[test]
fn optional_fields() {
    assert_eq!(
        schema_of("Optional").to_string(),
        r#"{"type":"object","properties":{"limit":{"type":"integer","description":"The most to return.","minimum":0,"maximum":4294967295},"name":{"type":"string"},"flag":{"type":"boolean"}},"additionalProperties":false}"#
    );
    // Inside of lists `null` is a value, which Gemini says in its own way.
    let gemini = lowered("OptionalInside", Dialect::Gemini);
    assert_eq!(
        gemini["properties"]["items"]["items"],
        json!({"type": "string", "nullable": true})
    );
}

/// A14, A15, A17: enums of strings, with a type, and no `const`.
#[test]
fn enums() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Choice {
        #[schemars(extend("enum" = [60, 1440]))]
        minutes: u32,
    }
    let schema = parameters_of::<Choice>().expect("a schema");
    assert_eq!(schema["properties"]["minutes"]["enum"], json!([60, 1440]));
    let gemini = parameters_in(&tool(schema).lower(Dialect::Gemini).element);
    assert_eq!(
        gemini["properties"]["minutes"],
        json!({"type": "integer", "description": "One of 60, 1440.", "minimum": 60, "maximum": 1440})
    );
    let kind = &schema_of("Internally")["properties"]["shape"]["anyOf"][0]["properties"]["kind"];
    assert_eq!(*kind, json!({"type": "string", "enum": ["nothing"]}));
}

/// A18: names of properties that a host refuses are found.
#[test]
fn property_names() {
    let odd = tool(object(
        json!({"filter[id]": {"type": "string", "description": "Which."}}),
    ));
    for dialect in Dialect::ALL {
        let found = odd.check(dialect);
        assert_eq!(found.len(), 1, "{dialect}: {found:?}");
        assert_eq!(
            (found[0].rule, found[0].severity),
            ("key", Severity::Refused)
        );
        assert_eq!(found[0].path, "filter[id]");
    }
    let dashed = tool(object(
        json!({"a-b": {"type": "string", "description": "Which."}}),
    ));
    assert_eq!(dashed.check(Dialect::OpenAi), []);
    assert_eq!(dashed.check(Dialect::Gemini)[0].rule, "key");
}

/// A19, A20: names of tools, and the room for a prefix.
#[test]
fn tool_names() {
    let named = |name: &str, dialect| {
        let schema = ToolSchema {
            name: name.to_owned(),
            ..tool(object(json!({})))
        };
        schema
            .check(dialect)
            .into_iter()
            .map(|found| (found.rule, found.severity))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        named("graph.list", Dialect::OpenAi),
        [("name", Severity::Refused)]
    );
    assert_eq!(named("graph.list", Dialect::Mcp), []);
    assert_eq!(
        named("server:tool", Dialect::Mcp),
        [("name", Severity::Refused)]
    );
    assert_eq!(named("1st", Dialect::Gemini), [("name", Severity::Refused)]);
    assert_eq!(named("", Dialect::Anthropic), [("name", Severity::Refused)]);
    assert_eq!(
        named(&"n".repeat(65), Dialect::OpenAi),
        [("name", Severity::Refused)]
    );
    assert_eq!(
        named(&"n".repeat(64), Dialect::OpenAi),
        [("name_length", Severity::Advice)]
    );
    assert_eq!(named(&"n".repeat(48), Dialect::OpenAi), []);
}

/// A21, C11: descriptions are never cut; long ones are found.
#[test]
fn long_descriptions() {
    let long = ToolSchema {
        description: "ä".repeat(1_025),
        ..tool(object(json!({})))
    };
    let rules = |dialect| {
        long.check(dialect)
            .into_iter()
            .map(|found| (found.rule, found.severity))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rules(Dialect::OpenAi),
        [("description_length", Severity::Refused)]
    );
    assert_eq!(
        rules(Dialect::Anthropic),
        [("description_length", Severity::Advice)]
    );
    for dialect in Dialect::ALL {
        assert!(
            long.lower(dialect)
                .element
                .to_string()
                .contains(&long.description),
            "{dialect}"
        );
    }
    let just = ToolSchema {
        description: "ä".repeat(1_024),
        ..tool(object(json!({})))
    };
    assert_eq!(just.check(Dialect::OpenAi), []);
}

/// A23: a type that is no type is refused when the definition is made.
#[test]
fn no_such_type() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Odd {
        #[schemars(extend("type" = "int"))]
        number: u8,
    }
    let error = parameters_of::<Odd>().expect_err("no such type");
    assert_eq!(error.path(), "number");
    assert!(
        error.to_string().contains(r#""int" is not a type"#),
        "{error}"
    );
}

/// A25: patterns and great lengths go into words for llama.cpp.
#[test]
fn patterns() {
    let hash = &lowered("Patterns", Dialect::LlamaCpp)["properties"]["hash"];
    let words = "A short hash.\nMatches the regular expression ^[0-9a-f]{7}$.";
    assert_eq!(*hash, json!({"type": "string", "description": words}));
    let long = tool(object(
        json!({"text": {"type": "string", "maxLength": 2_000}}),
    ));
    let text = &parameters_in(&long.lower(Dialect::LlamaCpp).element)["properties"]["text"];
    assert_eq!(
        *text,
        json!({"type": "string", "description": "At most 2000 characters."})
    );
}

/// A26: maps, sets, characters and durations.
#[test]
fn std_shapes() {
    let lines = &schema_of("IntegerKeys")["properties"]["lines"];
    assert_eq!(lines["additionalProperties"], json!({"type": "string"}));
    assert_eq!(lines["propertyNames"]["pattern"], "^(0|[1-9][0-9]*)$");
    let words = &lowered("IntegerKeys", Dialect::LlamaCpp)["properties"]["lines"];
    assert_eq!(
        words["description"],
        "By line.\nEach key is a whole number and not negative."
    );
    assert_eq!(words["additionalProperties"], json!({"type": "string"}));
    let tags = &schema_of("Sets")["properties"]["tags"];
    assert_eq!(tags["description"], "The tags.\nEach item once.");
    let letter = &schema_of("Texts")["properties"]["letter"];
    assert_eq!(
        *letter,
        json!({"type": "string", "minLength": 1, "maxLength": 1})
    );
    let timeout = &schema_of("Times")["properties"]["timeout"];
    assert_eq!(timeout["properties"]["nanos"]["maximum"], 999_999_999);
    assert_eq!(timeout["additionalProperties"], false);
}

/// A27: strict forms require all and say `null`; maps and free values make a tool not strict.
#[test]
fn strict() {
    let schema = tool(schema_of("Optional"));
    let strict = schema.lower(Dialect::OpenAiStrict);
    assert_eq!(strict.strict, Strictness::Strict);
    assert_eq!(strict.element["function"]["strict"], true);
    let parameters = parameters_in(&strict.element);
    assert_eq!(parameters["required"], json!(["limit", "name", "flag"]));
    assert_eq!(
        parameters["properties"]["name"]["type"],
        json!(["string", "null"])
    );
    let anthropic = schema.lower(Dialect::AnthropicStrict);
    assert_eq!(anthropic.element["strict"], true);
    assert!(parameters_in(&anthropic.element).get("required").is_none());
    for (name, rule) in [
        ("Maps", "open_object"),
        ("FreeObjects", "open_object"),
        ("Anything", "open_value"),
    ] {
        for dialect in [Dialect::OpenAiStrict, Dialect::AnthropicStrict] {
            let lowered = tool(schema_of(name)).lower(dialect);
            let Strictness::Impossible(reasons) = lowered.strict else {
                panic!("{name} is strict for {dialect}");
            };
            assert_eq!(reasons[0].rule, rule, "{name}");
            assert!(
                !lowered.element.to_string().contains(r#""strict":true"#),
                "{name}"
            );
        }
    }
    // Anthropic's grammar takes no recursion, OpenAI's does.
    let tree = tool(schema_of("Recursive"));
    assert_eq!(tree.lower(Dialect::OpenAiStrict).strict, Strictness::Strict);
    assert!(matches!(
        tree.lower(Dialect::AnthropicStrict).strict,
        Strictness::Impossible(_)
    ));
}

/// A29, C13: limits that a consumer does not take are said in words.
#[test]
fn limits_in_words() {
    let percent = &lowered("Ranges", Dialect::Ollama)["properties"]["percent"];
    assert_eq!(
        *percent,
        json!({"type": "integer", "description": "At least 1.\nAt most 100."})
    );
    let letter = &lowered("Texts", Dialect::OpenAiStrict)["properties"]["letter"];
    assert_eq!(
        letter["description"],
        "At least 1 character.\nAt most 1 character."
    );
    let bare = tool(object(json!({"path": {"type": "string"}})));
    let found = bare.check(Dialect::Mcp);
    assert_eq!(
        (found[0].rule, found[0].path.as_str()),
        ("field_description", "path")
    );
}

/// A32: the ends of 64-bit types go only to those who read them, and without words.
#[test]
fn wide_integers() {
    let c = |dialect| lowered("Integers", dialect)["properties"]["c"].clone();
    assert_eq!(c(Dialect::Mcp)["maximum"], json!(u64::MAX));
    assert_eq!(c(Dialect::OpenAi), json!({"type": "integer", "minimum": 0}));
    assert_eq!(
        c(Dialect::LlamaCpp),
        json!({"type": "integer", "minimum": 0})
    );
    let d = &lowered("Integers", Dialect::LlamaCpp)["properties"]["d"];
    assert_eq!(*d, json!({"type": "integer"}));
    let big = &schema_of("BigIntegers")["properties"];
    assert_eq!(big["a"]["exclusiveMaximum"].as_f64(), Some(2f64.powi(128)));
    assert_eq!(big["b"]["minimum"].as_f64(), Some(-(2f64.powi(127))));
}

/// A32: an id of 64 bits is better a string, and no other number is told so.
#[test]
fn wide_ids() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Ids {
        /// Which.
        id: u64,
        /// By whom.
        user_id: Option<i64>,
        /// Which of them.
        thread_ids: Vec<u128>,
        /// Which line.
        line_id: u32,
        /// How many.
        bytes: u64,
        /// Whether the text is valid.
        valid: String,
    }
    let found = tool(parameters_of::<Ids>().expect("a schema")).check(Dialect::OpenAi);
    let found: Vec<_> = found
        .iter()
        .map(|found| (found.rule, found.path.as_str(), found.severity))
        .collect();
    assert_eq!(
        found,
        ["id", "user_id", "thread_ids"].map(|path| ("wide_id", path, Severity::Advice))
    );
}

/// A33, E3: properties and `required` stand as they are declared.
#[test]
fn order() {
    let text = schema_of("Nested").to_string();
    let places: Vec<usize> = ["\"range\"", "\"ranges\"", "\"undocumented\""]
        .iter()
        .map(|name| text.find(name).expect("a property"))
        .collect();
    assert!(places.is_sorted(), "{text}");
    assert_eq!(
        schema_of("Nested")["required"],
        json!(["range", "ranges", "undocumented"])
    );
    let flattened = schema_of("FlattenedStruct");
    let names: Vec<&String> = flattened["properties"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(names, ["query", "offset", "limit", "last"]);
    assert_eq!(flattened["required"], json!(["query", "limit", "last"]));
}

/// C1: an alias is in no schema. C3: the view of the reader.
#[test]
fn serde_names() {
    assert_eq!(
        schema_of("Aliased").to_string(),
        r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}"#
    );
    let skipped = schema_of("Skipped");
    let names: Vec<&String> = skipped["properties"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(names, ["kept", "not_written", "seldom_written"]);
    assert!(schema_of("Renamed")["properties"]["in"].is_object());
    assert!(schema_of("Renamed")["properties"]["type"].is_object());
}

/// C5: flattened enums, two of them too, are unions of whole objects.
#[test]
fn flattened_enums() {
    let twice = schema_of("FlattenedTwice");
    let branches = twice["anyOf"].as_array().expect("branches");
    assert_eq!(branches.len(), 6);
    for branch in branches {
        assert_eq!(branch["additionalProperties"], false);
    }
    let nodes = &schema_of("FlattenedBelow")["properties"]["nodes"]["items"];
    assert!(nodes.get("properties").is_none());
    assert_eq!(nodes["anyOf"][0]["required"], json!(["label", "by", "id"]));
}

/// A34: a backend that stumbles over descriptions gets a schema without them.
#[test]
fn descriptions_can_be_dropped() {
    let lowered = tool(schema_of("Nested"))
        .lower(Dialect::LlamaCpp)
        .without_descriptions();
    let parameters = parameters_in(&lowered.element);
    assert!(
        !parameters.to_string().contains("description"),
        "{parameters}"
    );
    // The tool keeps its own, and a property of that name is none.
    assert_eq!(
        lowered.element["function"]["description"],
        "Does something."
    );
    let named = tool(object(
        json!({"description": {"type": "string", "description": "The text."}}),
    ));
    let parameters = parameters_in(&named.lower(Dialect::Mcp).without_descriptions().element);
    assert_eq!(
        parameters["properties"],
        json!({"description": {"type": "string"}})
    );
}

/// C8, C10: documentation keeps its lines; what all lines are indented by goes.
#[test]
fn documentation() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Documented {
        /// The query:
        ///
        /// - one word, or
        ///   - two
        ///
        ///     code
        query: String,
        /// # Heading
        ///
        /// And text.
        titled: String,
    }
    /// A token.
    #[derive(JsonSchema)]
    #[serde(transparent)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Token {
        /// The text of the token.
        text: String,
    }
    let token = parameters_of::<BTreeMap<String, Token>>().expect("a schema");
    assert_eq!(token["additionalProperties"]["description"], "A token.");
    let schema = parameters_of::<Documented>().expect("a schema");
    assert_eq!(
        schema["properties"]["query"]["description"],
        "The query:\n\n- one word, or\n  - two\n\n    code"
    );
    assert_eq!(
        schema["properties"]["titled"]["description"],
        "Heading\n\nAnd text."
    );
    let enums = &schema_of("UnitEnums")["properties"]["documented"];
    assert_eq!(
        enums["description"],
        "What to do.\n\n- `read-only`: Look, and change nothing.\n- `read-write`: Change\n  what is there."
    );
}

/// C14: `nullable` is for the one dialect that has it.
#[test]
fn nullable() {
    for dialect in Dialect::ALL {
        let text = lowered("OptionalInside", dialect).to_string();
        assert_eq!(
            text.contains("nullable"),
            dialect == Dialect::Gemini,
            "{dialect}"
        );
        let has_null = text.contains(r#""null""#);
        assert_eq!(has_null, dialect != Dialect::Gemini, "{dialect}");
    }
}

/// `allow_unknown` opens what we close, and nothing that a deserializer closes.
#[test]
fn unknown_keys() {
    /// Takes more than it names.
    #[derive(Tool, Deserialize)]
    #[tool(allow_unknown)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Open {
        timeout: std::time::Duration,
        counts: BTreeMap<String, u8>,
    }
    assert_eq!(
        Open::schema().parameters,
        json!({
            "type": "object",
            "properties": {
                "timeout": {
                    "type": "object",
                    "properties": {
                        "secs": {"type": "integer", "minimum": 0, "maximum": u64::MAX},
                        "nanos": {"type": "integer", "minimum": 0, "maximum": 999_999_999}
                    },
                    "required": ["secs", "nanos"],
                    "additionalProperties": false
                },
                "counts": {
                    "type": "object",
                    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255}
                }
            },
            "required": ["timeout", "counts"]
        })
    );
}

/// A14: an optional field's own words stand above what the variants say, as a required one's do.
#[test]
fn an_optional_enum_keeps_its_variants_words() {
    /// A kind of file.
    #[derive(serde::Deserialize, loopd_tools::JsonSchema)]
    #[allow(dead_code)]
    enum Kind {
        /// Holds text.
        Text,
        /// Holds anything.
        Binary,
    }

    #[derive(serde::Deserialize, loopd_tools::JsonSchema)]
    #[allow(dead_code)]
    struct Arguments {
        /// Which kind.
        kind: Option<Kind>,
    }

    let parameters = loopd_tools::parameters_of::<Arguments>().expect("a schema");
    assert_eq!(
        parameters["properties"]["kind"].to_string(),
        r#"{"type":"string","description":"Which kind.\n\n- `Text`: Holds text.\n- `Binary`: Holds anything.","enum":["Text","Binary"]}"#
    );
}
