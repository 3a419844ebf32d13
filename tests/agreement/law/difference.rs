//! Where the adapter and a validator differ by design: this list and nothing else.

use std::cell::RefCell;
use std::collections::HashMap;

use jsonschema::Validator;
use loopd_tools::{ProblemKind, ToolError};
use serde_json::{Map, Value};

/// A difference that is meant, and why.
pub(crate) struct Difference {
    pub(crate) what: &'static str,
    pub(crate) why: &'static str,
}

/// All of them. [`Reader`] and [`is_own_syntax`] hold the first three; the rest can't be seen in a
/// value that both sides are given, and have tests of their own.
pub(crate) const DIFFERENCES: [Difference; 9] = [
    Difference {
        what: "`null` for a key that is not required and may not be `null` is accepted as no key",
        why: "models send it for what they leave out, and the schema stays plain without it",
    },
    Difference {
        what: "a key by a serde `alias` is accepted, though the schema names the key alone",
        why: "one spelling is advertised, all that ever were are understood",
    },
    Difference {
        what: "text that a `format` describes can be refused by the type that reads it",
        why: "`format` is an annotation; what a date is, the type says",
    },
    Difference {
        what: "no arguments, an empty text, white space and `null` are an object without keys",
        why: "there is nothing else that they can mean, and models of every vendor send them",
    },
    Difference {
        what: "a key that stands twice is refused",
        why: "a validator that reads JSON into a map never sees it, and which of both is meant nobody knows",
    },
    Difference {
        what: "lists and objects more than 128 deep, and text of more than 4 MiB, are refused",
        why: "nothing that a model sends may exhaust the stack or the memory",
    },
    Difference {
        what: "a number beyond the range of an `f64` is refused",
        why: "no type could hold it",
    },
    Difference {
        what: "a key that begins with `$serde_json::private::` is refused",
        why: "a `Value` in the tool's struct would hold something else than what was judged",
    },
    Difference {
        what: "a number is its digits, also where a validator reads an `f64` in them",
        why: "`-9.223372036854776e18` is below the least 64-bit integer, though not as an `f64`",
    },
];

/// The aliases of an argument type, each with the key that it stands for: schemas do not name them.
fn aliases(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "Aliased" => &[("filePath", "path"), ("file_path", "path")],
        _ => &[],
    }
}

/// Whether an error is a type's own word on text, and nothing else.
pub(crate) fn is_own_syntax(error: &ToolError) -> bool {
    let problems = error.problems();
    !problems.is_empty()
        && problems
            .iter()
            .all(|problem| problem.kind() == ProblemKind::Refused)
}

/// Reads values as a validator has to see them: without what stands for no key, by declared names.
pub(crate) struct Reader<'s> {
    root: &'s Value,
    aliases: &'static [(&'static str, &'static str)],
    /// A validator for each subschema that was asked for, by its address.
    validators: RefCell<HashMap<usize, Validator>>,
}

impl<'s> Reader<'s> {
    pub(crate) fn new(kind: &str, root: &'s Value) -> Self {
        Self {
            root,
            aliases: aliases(kind),
            validators: RefCell::default(),
        }
    }

    /// Whether a value holds anything that [`read`](Self::read) would change.
    pub(crate) fn is_special(&self, value: &Value) -> bool {
        let is_alias = |key: &str| self.aliases.iter().any(|(alias, _)| *alias == key);
        match value {
            Value::Null => true,
            Value::Array(items) => items.iter().any(|item| self.is_special(item)),
            Value::Object(map) => map
                .iter()
                .any(|(key, value)| is_alias(key) || self.is_special(value)),
            _ => false,
        }
    }

    pub(crate) fn read(&self, value: &Value) -> Value {
        self.of(self.root, value)
    }

    fn of(&self, schema: &Value, value: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(&reference[1..]).expect("a definition");
            return self.of(target, value);
        }
        let value = match value {
            Value::Object(map) => self.members(schema, map),
            Value::Array(items) => self.items(schema, items),
            other => other.clone(),
        };
        self.variant(schema, value)
    }

    /// By the first variant that its reading fits: each may have optional keys of its own.
    fn variant(&self, schema: &Value, value: Value) -> Value {
        let branches = schema["anyOf"].as_array().into_iter().flatten();
        for branch in branches {
            let reading = self.of(branch, &value);
            if self.fits(branch, &reading) {
                return reading;
            }
        }
        value
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut validators = self.validators.borrow_mut();
        let validator = validators
            .entry(std::ptr::from_ref(schema).addr())
            .or_insert_with(|| {
                let mut whole = schema.clone();
                if let (Value::Object(whole), Some(definitions)) =
                    (&mut whole, self.root.get("$defs"))
                {
                    whole.insert("$defs".to_owned(), definitions.clone());
                }
                jsonschema::validator_for(&whole).expect("a schema")
            });
        validator.is_valid(value)
    }

    fn items(&self, schema: &Value, items: &[Value]) -> Value {
        let read = |(index, item): (usize, &Value)| {
            let prefix = schema["prefixItems"].get(index);
            self.of(prefix.unwrap_or(&schema["items"]), item)
        };
        items.iter().enumerate().map(read).collect()
    }

    fn members(&self, schema: &Value, map: &Map<String, Value>) -> Value {
        let none = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&none);
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let mut read = Map::new();
        for (key, value) in map {
            let name = self.declared(map, key);
            let Some(property) = properties.get(name) else {
                read.insert(key.clone(), self.of(&schema["additionalProperties"], value));
                continue;
            };
            let is_required = required.iter().any(|required| required == name);
            if value.is_null() && !is_required && !self.fits(property, value) {
                continue;
            }
            read.insert(name.to_owned(), self.of(property, value));
        }
        Value::Object(read)
    }

    /// The key that an alias stands for, unless that is there as well, by whatever name.
    fn declared<'k>(&self, map: &Map<String, Value>, key: &'k str) -> &'k str {
        let Some((_, name)) = self.aliases.iter().find(|(alias, _)| *alias == key) else {
            return key;
        };
        let names = self
            .aliases
            .iter()
            .filter(|(_, other)| other == name)
            .map(|(alias, _)| *alias);
        let sent = names
            .chain([*name])
            .filter(|name| map.contains_key(*name))
            .count();
        if sent == 1 { name } else { key }
    }
}
