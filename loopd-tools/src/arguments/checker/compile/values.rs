//! Keywords on values, lists and whole subschemas.

use serde_json::{Map, Value};

use super::Compiler;
use crate::arguments::checker::reference::resolve;
use crate::arguments::checker::rule::{ArrayRule, Condition, Contains, Kinds, Rule};
use crate::arguments::limits::MAX_DEPTH;
use crate::arguments::tree::Node;
use crate::schema::WIDE;

impl<'s> Compiler<'s> {
    /// Keywords on single values.
    pub(super) fn value_keyword(
        &mut self,
        rule: &mut Rule,
        keyword: &str,
        value: &Value,
        at: &str,
    ) -> bool {
        match keyword {
            "type" => match kinds(value) {
                Some(kinds) => rule.kinds = rule.kinds.intersection(kinds),
                None => self.complain(at, format!("`type` can't be {value}")),
            },
            "enum" => match value.as_array() {
                Some(values) => self.listed(rule, values, at),
                None => self.complain(at, "`enum` is a list"),
            },
            "const" => self.listed(rule, std::slice::from_ref(value), at),
            "minimum" => rule.number.minimum = self.decimal(keyword, value, at),
            "maximum" => rule.number.maximum = self.decimal(keyword, value, at),
            "exclusiveMinimum" => rule.number.above = self.decimal(keyword, value, at),
            "exclusiveMaximum" => rule.number.below = self.decimal(keyword, value, at),
            "multipleOf" => rule.number.multiple_of = self.decimal(keyword, value, at),
            "minLength" => rule.string.min = self.count(keyword, value, at),
            "maxLength" => rule.string.max = self.count(keyword, value, at),
            "format" => rule.string.format = value.as_str().map(str::to_owned),
            WIDE => rule.number.wide = true,
            "pattern" => rule.string.pattern = self.pattern(value.as_str(), at),
            _ => return false,
        }
        true
    }

    /// The listed values alone fit; `enum` beside `const` allows what both do.
    fn listed(&mut self, rule: &mut Rule, values: &[Value], at: &str) {
        let mut nodes = Vec::with_capacity(values.len());
        for value in values {
            match Node::from_value(value, MAX_DEPTH) {
                Ok(node) => nodes.push(node.into_owned()),
                Err(_) => self.complain(at, "a listed value is too deep or too large"),
            }
        }
        if let Some(known) = &rule.values {
            nodes.retain(|node| known.iter().any(|known| known.same_as(node)));
        }
        rule.values = Some(nodes);
    }

    pub(super) fn array_keyword(
        &mut self,
        rule: &mut ArrayRule,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> bool {
        match keyword {
            "prefixItems" => rule.prefix = self.list(keyword, value, at),
            "items" => rule.items = Some(self.rule(at.to_owned(), value)),
            "minItems" => rule.min = self.count(keyword, value, at),
            "maxItems" => rule.max = self.count(keyword, value, at),
            "uniqueItems" => match value.as_bool() {
                Some(unique) => rule.unique = unique,
                None => self.complain(at, "`uniqueItems` is `true` or `false`"),
            },
            "contains" | "minContains" | "maxContains" => {}
            _ => return false,
        }
        true
    }

    pub(super) fn containing(
        &mut self,
        rule: &mut ArrayRule,
        schema: &'s Map<String, Value>,
        pointer: &str,
    ) {
        let Some(value) = schema.get("contains") else {
            return;
        };
        let mut count = |keyword: &str| {
            let at = format!("{pointer}/{keyword}");
            schema
                .get(keyword)
                .and_then(|value| self.count(keyword, value, &at))
        };
        let min = count("minContains").unwrap_or(1);
        let max = count("maxContains");
        rule.contains = Some(Contains {
            rule: self.rule(format!("{pointer}/contains"), value),
            min,
            max,
        });
    }

    pub(super) fn combining_keyword(
        &mut self,
        rule: &mut Rule,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> bool {
        match keyword {
            "allOf" => {
                let parts = self.list(keyword, value, at);
                rule.all.extend(parts);
            }
            "anyOf" => {
                rule.any = Some(self.list(keyword, value, at)).filter(|list| !list.is_empty());
            }
            "oneOf" => {
                rule.one = Some(self.list(keyword, value, at)).filter(|list| !list.is_empty());
            }
            "not" => rule.not = Some(self.rule(at.to_owned(), value)),
            "$ref" => match value
                .as_str()
                .and_then(|reference| resolve(self.schema, reference))
            {
                Some((pointer, target)) => {
                    let target = self.rule(pointer, target);
                    rule.all.push(target);
                }
                None => self.complain(at, format!("{value} is nowhere in the schema")),
            },
            "if" | "then" | "else" => {}
            _ => return false,
        }
        true
    }

    pub(super) fn condition(
        &mut self,
        rule: &mut Rule,
        schema: &'s Map<String, Value>,
        pointer: &str,
    ) {
        let Some(test) = schema.get("if") else {
            return;
        };
        let test = self.rule(format!("{pointer}/if"), test);
        let mut branch = |keyword: &str| {
            let value = schema.get(keyword)?;
            Some(self.rule(format!("{pointer}/{keyword}"), value))
        };
        rule.condition = Some(Condition {
            test,
            then: branch("then"),
            otherwise: branch("else"),
        });
    }
}

/// The kinds that `type` allows.
fn kinds(value: &Value) -> Option<Kinds> {
    match value {
        Value::String(name) => Kinds::named(name),
        Value::Array(names) => names.iter().try_fold(Kinds::NONE, |kinds, name| {
            Some(kinds.union(Kinds::named(name.as_str()?)?))
        }),
        _ => None,
    }
}
