//! From a schema to the rules that the walk reads. What can't be checked is complained of, keyword
//! by keyword; nothing is left out in silence.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::cycle::endless;
use super::keys::{Additional, Keys};
use super::pattern::Pattern;
use super::reference::{resolve, token};
use super::rule::{ArrayRule, Condition, Contains, Kinds, Rule, RuleId, Rules};
use super::schema_problem::SchemaProblem;
use crate::arguments::limits::MAX_DEPTH;
use crate::arguments::number::{Decimal, Number};
use crate::arguments::tree::Node;

/// Keywords that say nothing of which values fit (JSON Schema 2020-12, core, meta-data and content
/// vocabularies; `example` of `OpenAPI`). `format` is an annotation, too, unless asked for.
const ANNOTATIONS: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "example",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Compiles a schema.
pub(crate) fn compile(schema: &Value) -> (Rules, Vec<SchemaProblem>) {
    let mut compiler = Compiler {
        schema,
        rules: Vec::new(),
        made: HashMap::new(),
        complaints: Vec::new(),
        depth: 0,
    };
    let root = compiler.rule(String::new(), schema);
    let Compiler {
        rules,
        mut complaints,
        made,
        ..
    } = compiler;
    let mut rules = Rules { rules, root };
    let pointer = |id| {
        made.iter()
            .find(|(_, made)| **made == id)
            .map(|(pointer, _)| pointer.clone())
    };
    if let Some(id) = endless(&rules) {
        complaints.push(SchemaProblem {
            pointer: pointer(id).unwrap_or_default(),
            message: "the schema refers to itself without a step into the value".to_owned(),
        });
        // Nothing may walk such rules.
        rules = Rules {
            rules: vec![Rule::default()],
            root: RuleId(0),
        };
    }
    find_nullable(&mut rules);
    (rules, complaints)
}

/// Finds which keys may hold `null`.
fn find_nullable(rules: &mut Rules) {
    let mut nullable = Vec::new();
    for rule in &rules.rules {
        let keys = rule.object.iter().flat_map(|keys| &keys.keys);
        let answers = keys.map(|key| key.rule.is_none_or(|rule| rules.fits(rule, &Node::Null)));
        nullable.push(answers.collect::<Vec<_>>());
    }
    for (rule, nullable) in rules.rules.iter_mut().zip(nullable) {
        let keys = rule.object.iter_mut().flat_map(|keys| &mut keys.keys);
        for (key, nullable) in keys.zip(nullable) {
            key.nullable = nullable;
        }
    }
}

struct Compiler<'s> {
    schema: &'s Value,
    rules: Vec<Rule>,
    /// What was compiled, by its pointer; so recursion ends.
    made: HashMap<String, RuleId>,
    complaints: Vec<SchemaProblem>,
    depth: usize,
}

impl<'s> Compiler<'s> {
    fn complain(&mut self, pointer: &str, message: impl Into<String>) {
        self.complaints.push(SchemaProblem {
            pointer: pointer.to_owned(),
            message: message.into(),
        });
    }

    /// The rule of the subschema at `pointer`.
    fn rule(&mut self, pointer: String, schema: &'s Value) -> RuleId {
        if let Some(&id) = self.made.get(&pointer) {
            return id;
        }
        let id = RuleId(self.rules.len());
        self.rules.push(Rule::default());
        self.made.insert(pointer.clone(), id);
        if self.depth == MAX_DEPTH {
            self.complain(
                &pointer,
                format!("the schema is more than {MAX_DEPTH} levels deep"),
            );
            return id;
        }
        self.depth += 1;
        let rule = match schema {
            Value::Bool(true) => Rule::default(),
            Value::Bool(false) => Rule {
                kinds: Kinds::NONE,
                ..Rule::default()
            },
            Value::Object(schema) => self.object(&pointer, schema),
            _ => {
                self.complain(&pointer, "a schema is an object, `true` or `false`");
                Rule::default()
            }
        };
        self.depth -= 1;
        if let Some(place) = self.rules.get_mut(id.0) {
            *place = rule;
        }
        id
    }

    fn object(&mut self, pointer: &str, schema: &'s Map<String, Value>) -> Rule {
        let mut rule = Rule::default();
        let mut keys = Keys::default();
        let mut has_keys = false;
        for (keyword, value) in schema {
            let at = format!("{pointer}/{}", token(keyword));
            let is_known = self.value_keyword(&mut rule, keyword, value, &at)
                || self.array_keyword(&mut rule.array, keyword, value, &at)
                || self.combining_keyword(&mut rule, keyword, value, &at);
            if is_known {
                continue;
            }
            if self.object_keyword(&mut keys, keyword, value, &at) {
                has_keys = true;
            } else if !says_nothing(keyword, pointer) {
                self.complain(pointer, format!("the keyword `{keyword}` is not checked"));
            }
        }
        rule.number.find_short();
        self.containing(&mut rule.array, schema, pointer);
        self.condition(&mut rule, schema, pointer);
        if has_keys {
            let required = keys.keys.iter().take(64).enumerate();
            keys.required = required.fold(0, |bits, (place, key)| {
                bits | u64::from(key.required) << place
            });
            rule.object = Some(Box::new(keys));
        }
        rule
    }

    /// Keywords on single values.
    fn value_keyword(&mut self, rule: &mut Rule, keyword: &str, value: &Value, at: &str) -> bool {
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

    fn array_keyword(
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

    fn containing(&mut self, rule: &mut ArrayRule, schema: &'s Map<String, Value>, pointer: &str) {
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

    fn combining_keyword(
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

    fn condition(&mut self, rule: &mut Rule, schema: &'s Map<String, Value>, pointer: &str) {
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

    fn object_keyword(
        &mut self,
        keys: &mut Keys,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> bool {
        match keyword {
            "properties" => self.properties(keys, value, at),
            "required" => {
                for name in self.names(keyword, value, at) {
                    let place = keys.place_or_new(&name);
                    if let Some(key) = keys.keys.get_mut(place) {
                        key.required = true;
                    }
                }
            }
            "additionalProperties" => {
                keys.additional = match value {
                    Value::Bool(true) => Additional::Any,
                    Value::Bool(false) => Additional::None,
                    _ => Additional::Fitting(self.rule(at.to_owned(), value)),
                }
            }
            "patternProperties" => {
                for (pattern, value) in self.map(keyword, value, at) {
                    let at = format!("{at}/{}", token(pattern));
                    if let Some(pattern) = self.pattern(Some(pattern), &at) {
                        let rule = self.rule(at, value);
                        keys.patterns.push((pattern, rule));
                    }
                }
            }
            "propertyNames" => keys.names = Some(self.rule(at.to_owned(), value)),
            "minProperties" => keys.min = self.count(keyword, value, at),
            "maxProperties" => keys.max = self.count(keyword, value, at),
            "dependentRequired" => {
                for (key, value) in self.map(keyword, value, at) {
                    let wanted = self.names(keyword, value, at);
                    keys.dependent.push((key.clone(), wanted));
                }
            }
            "dependentSchemas" => {
                for (key, value) in self.map(keyword, value, at) {
                    let rule = self.rule(format!("{at}/{}", token(key)), value);
                    keys.dependent_rules.push((key.clone(), rule));
                }
            }
            _ => return false,
        }
        true
    }

    fn properties(&mut self, keys: &mut Keys, value: &'s Value, at: &str) {
        for (name, value) in self.map("properties", value, at) {
            let at = format!("{at}/{}", token(name));
            let rule = self.rule(at.clone(), value);
            let aliases = match value.get("x-loopd-aliases") {
                Some(aliases) => self.names("x-loopd-aliases", aliases, &at),
                None => Vec::new(),
            };
            let place = keys.place_or_new(name);
            for alias in &aliases {
                keys.places.entry(alias.clone()).or_insert(place);
            }
            if let Some(key) = keys.keys.get_mut(place) {
                key.rule = Some(rule);
                key.aliases = aliases;
            }
        }
    }

    fn list(&mut self, keyword: &str, value: &'s Value, at: &str) -> Vec<RuleId> {
        let Some(list) = value.as_array() else {
            self.complain(at, format!("`{keyword}` is a list of schemas"));
            return Vec::new();
        };
        let rules = list.iter().enumerate();
        rules
            .map(|(index, value)| self.rule(format!("{at}/{index}"), value))
            .collect()
    }

    fn map(
        &mut self,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> impl Iterator<Item = (&'s String, &'s Value)> + use<'s> {
        if !value.is_object() {
            self.complain(at, format!("`{keyword}` is an object"));
        }
        value.as_object().into_iter().flatten()
    }

    fn names(&mut self, keyword: &str, value: &Value, at: &str) -> Vec<String> {
        let names = value.as_array().and_then(|names| {
            let names = names.iter().map(|name| name.as_str().map(str::to_owned));
            names.collect::<Option<Vec<_>>>()
        });
        names.unwrap_or_else(|| {
            self.complain(at, format!("`{keyword}` is a list of names"));
            Vec::new()
        })
    }

    fn pattern(&mut self, text: Option<&str>, at: &str) -> Option<Pattern> {
        match text.map(Pattern::new) {
            Some(Ok(pattern)) => return Some(pattern),
            Some(Err(message)) => self.complain(at, message),
            None => self.complain(at, "a pattern is a string"),
        }
        None
    }

    fn count(&mut self, keyword: &str, value: &Value, at: &str) -> Option<usize> {
        let number = value.as_number().and_then(Number::from_value);
        let count = number.and_then(|number| number.integer_text()?.parse().ok());
        if count.is_none() {
            self.complain(at, format!("`{keyword}` is a whole number from 0"));
        }
        count
    }

    fn decimal(&mut self, keyword: &str, value: &Value, at: &str) -> Option<Decimal> {
        let number = value.as_number().and_then(Number::from_bound);
        if number.is_none() {
            self.complain(at, format!("`{keyword}` is a number"));
        }
        Some(number?.decimal())
    }
}

/// Whether a keyword says nothing of which values fit. The root's `$id` is the base of references
/// to other schemas alone, and those are complained of.
fn says_nothing(keyword: &str, pointer: &str) -> bool {
    ANNOTATIONS.contains(&keyword)
        || keyword.starts_with("x-")
        || (keyword == "$id" && pointer.is_empty())
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
