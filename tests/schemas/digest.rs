//! Digests: what an approval pins.

use loopd_tools::{
    Digest, Entry, Registry, ToolSchema, call_tool_schema, clock_schema, echo_schema,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::types::values::any_value;

/// Values that another implementation made: Python's `hashlib` over `json` with sorted keys.
#[test]
fn three_digests_are_pinned() {
    let pinned = [
        (
            clock_schema(),
            "0a6e107cda577e66e0fe7ac08921b9e1ca83966c4d12e3a4590d101e826b0bb5",
        ),
        (
            echo_schema(),
            "7e79e31b153fa8df4f3f798a71357f49a4a7d1234c29fd80e5c05756777c32f3",
        ),
        (
            call_tool_schema(),
            "6def4e2757002ae61faa2f07376dcb1878fb74f2da5a282ee83ac113a49b2cba",
        ),
    ];
    for (schema, digest) in pinned {
        assert_eq!(schema.digest().to_string(), digest, "{}", schema.name);
    }
}

#[test]
fn the_text_is_read_back() {
    let digest = echo_schema().digest();
    assert_eq!(digest.to_string().parse(), Ok(digest));
    assert_eq!(digest.short(), digest.to_string()[..16]);
    assert_eq!(
        serde_json::from_value::<Digest>(json!(digest)).expect("its own text"),
        digest
    );
    for wrong in [
        "",
        "0",
        &"0".repeat(63),
        &"0".repeat(65),
        &"G".repeat(64),
        &"A".repeat(64),
        &"ä".repeat(32),
    ] {
        assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
    }
}

#[test]
fn every_part_counts() {
    let schema = echo_schema();
    let others = [
        ToolSchema {
            name: "echo2".to_owned(),
            ..schema.clone()
        },
        ToolSchema {
            description: "Another.".to_owned(),
            ..schema.clone()
        },
        ToolSchema {
            parameters: json!({"type": "object"}),
            ..schema.clone()
        },
    ];
    for other in others {
        assert_ne!(other.digest(), schema.digest());
    }
}

#[test]
fn the_order_of_keys_does_not_count() {
    let one = ToolSchema {
        parameters: json!({"a": 1, "b": {"c": 2, "d": 3}}),
        ..echo_schema()
    };
    let two = ToolSchema {
        parameters: json!({"b": {"d": 3, "c": 2}, "a": 1.0}),
        ..echo_schema()
    };
    assert_eq!(one.digest(), two.digest());
}

#[test]
fn a_registry_has_one_over_its_entries() {
    let entry = |schema: ToolSchema, core| Entry { schema, core };
    let one = Registry::new(vec![
        entry(clock_schema(), true),
        entry(echo_schema(), false),
    ]);
    assert_eq!(one.digest(), Registry::m2b().digest());
    let core = Registry::new(vec![
        entry(clock_schema(), true),
        entry(echo_schema(), true),
    ]);
    let order = Registry::new(vec![
        entry(echo_schema(), false),
        entry(clock_schema(), true),
    ]);
    assert_ne!(one.digest(), core.digest());
    assert_ne!(one.digest(), order.digest());
}

proptest! {
    /// An implementation that others keep agrees on every value.
    #[test]
    fn canonical_json_is_that_of_another_implementation(value in any_value(), number in any::<f64>()) {
        let number = serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number);
        let value = json!({"value": value, "number": number, "\u{1f600}": 1, "\u{fb33}": "\u{7f}"});
        let theirs = serde_json_canonicalizer::to_string(&value).expect("canonical JSON");
        prop_assert_eq!(*Digest::of(&value).as_bytes(), hmac_sha256::Hash::hash(theirs.as_bytes()));
    }
}
