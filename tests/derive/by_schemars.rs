//! Our `JsonSchema` against schemars' own on the same item: what it writes for the mirror is what
//! it would write for the type, for reading and for writing.

#![allow(
    deprecated,
    unreachable_pub,
    reason = "the items are written as users write them"
)]

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema as Schema, SchemaGenerator};
use serde_json::Value;

/// All that a schema generator can ask of a type.
fn all<T: Schema>() -> Vec<String> {
    let settings = SchemaSettings::draft2020_12();
    let inlined = settings
        .clone()
        .with(|settings| settings.inline_subschemas = true);
    let mut answers = vec![
        T::inline_schema().to_string(),
        T::schema_name().into_owned(),
        T::_schemars_private_is_option().to_string(),
    ];
    for settings in [settings, inlined] {
        for generator in [
            settings.clone().for_deserialize().into_generator(),
            settings.for_serialize().into_generator(),
        ] {
            let mut generator: SchemaGenerator = generator;
            let alone = T::json_schema(&mut generator);
            let present = T::_schemars_private_non_optional_json_schema(&mut generator);
            let used = generator.subschema_for::<Vec<T>>();
            let definitions = generator.definitions();
            let mut answer = serde_json::to_value((alone, present, used, definitions)).unwrap();
            strip(&mut answer);
            answers.push(answer.to_string());
        }
    }
    answers
}

/// Without what our derive says to the decoder alone.
fn strip(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|key, _| !key.starts_with("x-loopd-"));
            object.values_mut().for_each(strip);
        }
        Value::Array(values) => values.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Each item twice: once under our derive and once under schemars' own.
macro_rules! compare {
    ($($name:ident $(<$($parameter:ty),*>)?: { $($item:item)* } $([ $($impl:item)* ])?)*) => {
        $({
            mod ours {
                use loopd_tools::JsonSchema;
                use serde::{Deserialize, Serialize};
                $(#[derive(JsonSchema, Serialize, Deserialize)] $item)*
                $($($impl)*)?
            }
            mod theirs {
                use schemars::JsonSchema;
                use serde::{Deserialize, Serialize};
                $(#[derive(JsonSchema, Serialize, Deserialize)] $item)*
                $($($impl)*)?
            }
            assert_eq!(
                all::<ours::$name $(<$($parameter),*>)?>(),
                all::<theirs::$name $(<$($parameter),*>)?>(),
            );
        })*
    };
}

#[test]
fn structs() {
    compare! {
        Plain: {
            /// Plain.
            pub struct Plain {
                /// Some text.
                pub text: String,
                pub list: Vec<u8>,
                pub maybe: Option<f64>,
                pub map: std::collections::BTreeMap<String, bool>,
            }
        }
        Unit: { pub struct Unit; }
        Newtype: { pub struct Newtype(pub String); }
        Tuple: { pub struct Tuple(pub String, #[serde(default)] pub u8); }
        Transparent: {
            #[serde(transparent)]
            pub struct Transparent { pub text: Option<String> }
        }
        Renamed: {
            #[schemars(rename = "Other", inline)]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            #[deprecated]
            pub struct Renamed { pub two_words: u8, #[deprecated] pub old: u8 }
        }
        Defaults: {
            #[serde(default)]
            #[derive(Default)]
            pub struct Defaults {
                pub number: u8,
                #[serde(skip_serializing_if = "Option::is_none")]
                pub maybe: Option<u8>,
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                pub list: Vec<u8>,
                #[serde(skip)]
                pub never: u8,
                #[serde(skip_serializing)]
                pub read: u8,
                #[serde(skip_deserializing)]
                pub written: u8,
            }
        }
        Validated: {
            pub struct Validated {
                #[schemars(length(min = 1, max = 9), regex(pattern = "^a"))]
                pub text: String,
                #[schemars(range(min = 1), extend("x-own" = [1, {"a": null}]))]
                pub number: u8,
                #[schemars(with = "Vec<u8>", title = "T", example = 3)]
                pub other: String,
                #[schemars(required, inner(length(max = 3)))]
                pub maybe: Option<Vec<String>>,
            }
        }
        Outer: {
            pub struct Outer {
                #[serde(flatten)]
                pub inner: Inner,
                #[serde(flatten)]
                pub rest: std::collections::BTreeMap<String, u8>,
            }
            pub struct Inner { pub a: u8, pub b: Option<u8> }
        }
        Converted: {
            #[serde(from = "Wire", into = "Wire")]
            #[derive(Clone)]
            pub struct Converted { pub text: String }
            pub struct Wire { pub wire: String }
        } [
            impl From<Wire> for Converted { fn from(wire: Wire) -> Self { Self { text: wire.wire } } }
            impl From<Converted> for Wire { fn from(of: Converted) -> Self { Self { wire: of.text } } }
        ]
    }
}

#[test]
fn enums() {
    compare! {
        External: {
            /// External.
            #[serde(rename_all = "snake_case")]
            pub enum External {
                /// One.
                One,
                Two,
                #[serde(rename = "drei")]
                Three(u8),
                Four(u8, String),
                Five { a: u8, #[serde(default)] b: Option<Box<External>> },
                #[serde(skip)]
                Six,
                #[serde(skip_serializing)]
                Seven,
                #[serde(untagged)]
                Eight(bool),
            }
        }
        Internal: {
            #[serde(tag = "kind")]
            pub enum Internal { A, B { b: u8 }, C(Inner) }
            pub struct Inner { pub c: String }
        }
        Adjacent: {
            #[serde(tag = "kind", content = "of", rename_all_fields = "UPPERCASE")]
            pub enum Adjacent { A, B { b_b: u8 }, C(u8, u8) }
        }
        Words: {
            #[derive(Default)]
            pub enum Words { #[default] A, B, C = 7 }
        }
    }
}

#[test]
fn generics() {
    compare! {
        Page<u8>: {
            pub struct Page<T> { pub of: T, pub more: Option<Box<Page<T>>> }
        }
        Named<String, u8>: {
            #[schemars(rename = "{T}And{U}")]
            pub enum Named<T, U> { A(T), B { b: Vec<U> }, C(Box<Named<T, U>>) }
        }
    }
}
