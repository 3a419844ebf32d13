//! Prints schemas, what each consumer gets of them, and digests. `run` compares what this prints with
//! two sets of features of serde_json.

use std::collections::BTreeMap;
use std::num::NonZeroI16;
use std::time::Duration;

use loopd_tools::{
    Dialect, Registry, ToolSchema, call_tool_schema, clock_schema, echo_schema, find_tool_schema,
    parameters_of,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Numbers of every kind, where features of serde_json differ.
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "the schema is what is read")]
struct Numbers {
    wide: u128,
    signed: i128,
    long: u64,
    single: f32,
    #[schemars(range(min = 0.1, max = 1e21))]
    ranged: f64,
    #[schemars(extend("enum" = [1, 2.5, 1e300]))]
    chosen: f64,
    not_zero: NonZeroI16,
}

/// Defaults that are written by serde.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(default)]
struct Defaults {
    single: f32,
    double: f64,
    whole: u64,
    map: BTreeMap<String, f32>,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            single: 0.1,
            double: 1e-7,
            whole: u64::MAX,
            map: BTreeMap::from([("a".to_owned(), 0.3)]),
        }
    }
}

/// Names whose order is that of their declaration.
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "the schema is what is read")]
struct Order {
    zebra: Option<Duration>,
    apple: Vec<(u8, String)>,
    mango: Kind,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "the schema is what is read")]
enum Kind {
    Z { z: u8 },
    A { a: i64 },
}

fn main() {
    let own = |name: &str, parameters| ToolSchema {
        name: name.to_owned(),
        description: "Shows its schema.".to_owned(),
        parameters,
    };
    let schemas = [
        clock_schema(),
        echo_schema(),
        find_tool_schema(),
        call_tool_schema(),
        own("numbers", parameters_of::<Numbers>().expect("a schema")),
        own("defaults", parameters_of::<Defaults>().expect("a schema")),
        own("order", parameters_of::<Order>().expect("a schema")),
    ];
    for schema in &schemas {
        println!("{} {}", schema.name, schema.digest());
        println!("  {}", schema.parameters);
        for dialect in Dialect::ALL {
            println!("  {dialect} {}", schema.lower(dialect).element);
        }
    }
    println!("registry {}", Registry::m2b().digest());
}
