//! From a schema to the rules that the walk reads. What can't be checked is complained of, keyword
//! by keyword; nothing is left out in silence.

mod keys;
mod operands;
mod values;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::cycle::endless;
use super::keys::Keys;
use super::reference::token;
use super::rule::{Kinds, Rule, RuleId, Rules};
use super::schema_problem::SchemaProblem;
use crate::arguments::limits::MAX_DEPTH;
use crate::arguments::tree::Node;
use crate::schema::says_nothing;

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
            } else if !(says_nothing(keyword) || keyword == "$id" && pointer.is_empty()) {
                // The root's `$id` is the base of references to other schemas alone, and those are
                // complained of.
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
}
