//! The promise under all others: what a schema says and what the adapter accepts are the same set
//! of values. Generated and mutated values are given to an independent validator and to the
//! adapter, without repairs.

mod difference;
mod generate;
mod mutate;
mod random;
mod text;

use std::fmt;

use jsonschema::Validator;
use loopd_tools::{Arguments, CallContext, DynTool, FnTool, ToolError};
use serde_json::Value;

pub(crate) use self::difference::{DIFFERENCES, is_own_syntax};
use self::difference::{Reader, is_special};
use self::generate::Generator;
use self::mutate::mutate;
use self::random::Random;
use self::text::text;
use crate::types::{Kind, kinds};

/// How many values of one type come before the next type's turn.
const TURN: usize = 1_000;

/// How many disagreements are kept to be shown.
const SHOWN: usize = 40;

/// What a run found.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) types: usize,
    pub(crate) values: usize,
    /// How many values both sides accepted.
    pub(crate) accepted: usize,
    pub(crate) disagreements: usize,
    pub(crate) shown: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for disagreement in &self.shown {
            writeln!(f, "{disagreement}")?;
        }
        write!(
            f,
            "{} values of {} types, {} of them accepted",
            self.values, self.types, self.accepted
        )
    }
}

/// Compares both sides on `values` values.
pub(crate) fn run(values: usize, seed: u64) -> Report {
    let kinds = kinds();
    let schemas: Vec<Value> = kinds
        .iter()
        .map(|kind| (kind.schema)().expect("a schema"))
        .collect();
    let pairs: Vec<Pair<'_>> = kinds
        .iter()
        .zip(&schemas)
        .map(|(kind, schema)| Pair::new(*kind, schema))
        .collect();
    let mut random = Random::new(seed);
    let mut report = Report {
        types: kinds.len(),
        ..Report::default()
    };
    let turn = TURN.min(values / kinds.len() + 1);
    'all: loop {
        for pair in &pairs {
            for _ in 0..turn {
                if report.values == values {
                    break 'all;
                }
                let value = pair.value(&mut random);
                report.values += 1;
                match pair.compare(&value) {
                    Ok(true) => report.accepted += 1,
                    Ok(false) => {}
                    Err(disagreement) => {
                        report.disagreements += 1;
                        if report.shown.len() < SHOWN {
                            report.shown.push(disagreement);
                        }
                    }
                }
            }
        }
    }
    report
}

/// Both sides of one argument type.
struct Pair<'s> {
    kind: Kind,
    generator: Generator<'s>,
    reader: Reader<'s>,
    validator: Validator,
    tool: FnTool,
    cx: CallContext,
}

impl<'s> Pair<'s> {
    fn new(kind: Kind, schema: &'s Value) -> Self {
        Self {
            kind,
            generator: Generator::new(schema),
            reader: Reader::new(schema),
            validator: jsonschema::validator_for(schema).expect("a schema"),
            tool: (kind.tool)().expect("a tool"),
            cx: CallContext::new(),
        }
    }

    /// A value that the schema describes, changed in a few places half of the time.
    fn value(&self, random: &mut Random) -> Value {
        let mut value = self.generator.value(random);
        if random.once_in(2) {
            for _ in 0..=random.below(3) {
                mutate(&mut value, random);
            }
        }
        value
    }

    /// Whether both accept a value, or how they differ.
    fn compare(&self, value: &Value) -> Result<bool, String> {
        let adapter = self.adapter(value);
        let validator = if is_special(value) {
            // A `null` for all arguments is an object without keys.
            let value = if value.is_null() {
                &Value::Object(serde_json::Map::new())
            } else {
                value
            };
            self.validator.is_valid(&self.reader.read(value))
        } else {
            self.validator.is_valid(value)
        };
        match (adapter, validator) {
            (Ok(()), true) => Ok(true),
            (Err(_), false) => Ok(false),
            (Err(error), true) if !self.kind.exact && is_own_syntax(&error) => Ok(false),
            (Ok(()), false) => Err(format!(
                "{}: the adapter accepts {value}, the validator does not",
                self.kind.name
            )),
            (Err(error), true) => Err(format!(
                "{}: the validator accepts {value}, the adapter does not: {error}",
                self.kind.name
            )),
        }
    }

    fn adapter(&self, value: &Value) -> Result<(), ToolError> {
        let text = text(value);
        let arguments = Arguments::from(&text).with_exact(true);
        self.tool.prepare(arguments, &self.cx).map(drop)
    }
}
