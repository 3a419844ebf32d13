//! A value that fits a schema, as one line of JSON: it shows a model the wanted shape.

use std::borrow::Cow;

use serde_json::Value;

use super::checker::{Additional, Fault, Keys, Kinds, Position, Rule, RuleId, Rules, compile};
use super::number::Number;
use super::shown::json;
use super::tree::{Member, Node};

/// How many characters an example has before keys that are not required are left out.
const WIDTH: usize = 400;

/// How many rules deep an example goes where it may stop.
const DEPTH: usize = 8;

/// How deep it goes where it must.
const MAX_DEPTH: usize = 32;

/// An example of the whole schema. None if none is found that fits.
pub(crate) fn example(rules: &Rules) -> Option<String> {
    let levels = [DEPTH, 1, 0].into_iter();
    let examples = levels.filter_map(|optional| Builder { rules, optional }.fitting());
    let mut last = None;
    for example in examples {
        if example.chars().count() <= WIDTH {
            return Some(example);
        }
        last = Some(example);
    }
    last
}

/// An example of what a schema requires, and nothing else. None if none is found that fits.
pub(crate) fn required_example(schema: &Value) -> Option<String> {
    let (rules, _) = compile(schema);
    let rules = &rules;
    Builder { rules, optional: 0 }.fitting()
}

pub(super) struct Builder<'r> {
    rules: &'r Rules,
    /// Down to which level keys that are not required are shown.
    optional: usize,
}

impl<'r> Builder<'r> {
    /// A builder of values with nothing in them that need not be there.
    pub(super) fn of_least(rules: &'r Rules) -> Self {
        Self { rules, optional: 0 }
    }

    fn fitting(&self) -> Option<String> {
        let node = self.value(self.rules.root(), 0)?;
        self.fits(self.rules.root(), &node).then(|| json(&node))
    }

    /// Whether a value fits, but for text whose form is described.
    pub(super) fn fits(&self, rule: RuleId, node: &Node<'_>) -> bool {
        let findings = self.rules.find_all(rule, Position::Root, node);
        findings
            .iter()
            .all(|finding| finding.fault == Fault::Pattern)
    }

    /// A value for a rule, which is `depth` rules below the root.
    pub(super) fn value(&self, id: RuleId, depth: usize) -> Option<Node<'static>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let rule = self.rules.get(id);
        if let Some(values) = &rule.values {
            return values.first().cloned();
        }
        let fitting = |node: &Node<'_>| self.fits(id, node);
        match (rule.variants(), &rule.all[..], &rule.object) {
            (Some(variants), ..) => variants
                .iter()
                .filter_map(|&variant| self.value(variant, depth))
                .find(fitting),
            (None, [part], None) => self.value(*part, depth),
            _ => self.own(rule, depth),
        }
    }

    /// An example by the rule's own words.
    fn own(&self, rule: &Rule, depth: usize) -> Option<Node<'static>> {
        let has = |kinds| rule.kinds.has(kinds);
        if rule.kinds == Kinds::ALL && rule.object.is_none() {
            return Some(Node::String(Cow::Borrowed("any value")));
        }
        if rule.object.is_some() && has(Kinds::OBJECT) {
            return self.object(rule.object.as_deref()?, depth);
        }
        if has(Kinds::STRING) {
            return Some(Node::String(Cow::Owned(string(rule))));
        }
        if has(Kinds::INTEGER) {
            return number(rule);
        }
        if has(Kinds::BOOL) {
            return Some(Node::Bool(true));
        }
        if has(Kinds::ARRAY) {
            return self.array(rule, depth);
        }
        if has(Kinds::OBJECT) {
            return Some(Node::empty());
        }
        has(Kinds::NULL).then_some(Node::Null)
    }

    /// A list; with one item where it may be empty and is not too deep.
    pub(super) fn array(&self, rule: &Rule, depth: usize) -> Option<Node<'static>> {
        let array = &rule.array;
        let least = array.min.unwrap_or(0).max(array.prefix.len());
        let count = if depth < DEPTH { least.max(1) } else { least };
        let count = count.min(array.max.unwrap_or(usize::MAX));
        if count > 16 {
            return None;
        }
        let items =
            (0..count).map(
                |index| match array.prefix.get(index).copied().or(array.items) {
                    Some(rule) => self.value(rule, depth + 1),
                    None => Some(Node::String(Cow::Borrowed("any value"))),
                },
            );
        Some(Node::Array(items.collect::<Option<_>>()?))
    }

    /// An object; with one entry where it is a map and not too deep.
    pub(super) fn object(&self, keys: &Keys, depth: usize) -> Option<Node<'static>> {
        let mut members = Vec::new();
        for key in keys.all() {
            if !key.required && depth >= self.optional {
                continue;
            }
            let value = match key.rule {
                Some(rule) => self.value(rule, depth + 1),
                None => Some(Node::String(Cow::Borrowed("any value"))),
            };
            // What can't be made up, such as text of a form, is left out where it may be.
            let is_fitting =
                |value: &Node<'_>| key.rule.is_none_or(|rule| self.rules.fits(rule, value));
            match value.filter(|value| key.required || is_fitting(value)) {
                Some(value) => members.push(Member {
                    key: Cow::Owned(key.name.clone()),
                    value,
                }),
                None if key.required => return None,
                None => {}
            }
        }
        if let (true, Additional::Fitting(rule)) = (members.is_empty(), keys.additional()) {
            members.extend(self.entry(keys, rule, depth));
        }
        Some(Node::Object(members))
    }

    /// One entry of a map.
    pub(super) fn entry(&self, keys: &Keys, rule: RuleId, depth: usize) -> Option<Member<'static>> {
        let fits = |key: &&str| {
            let key = Node::String(Cow::Borrowed(*key));
            keys.names()
                .is_none_or(|names| self.rules.fits(names, &key))
        };
        let key = ["key", "1"]
            .into_iter()
            .find(fits)
            .filter(|_| depth < DEPTH)?;
        let value = self.value(rule, depth + 1)?;
        Some(Member {
            key: Cow::Borrowed(key),
            value,
        })
    }
}

/// Text of a format, as its standard has it (JSON Schema validation, section 7.3).
fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-31T14:30:00Z",
        "date" => "2026-01-31",
        "time" => "14:30:00Z",
        "duration" => "PT30M",
        "email" | "idn-email" => "name@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ip" | "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "url" | "iri" => "https://example.com/",
        "uuid" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        _ => return None,
    })
}

/// A text within the bounds of length, of the format or the form that is wanted. A form that none
/// of a few texts has is described in its place.
fn string(rule: &Rule) -> String {
    if let Some(text) = rule.string.format.as_deref().and_then(of_format) {
        return text.to_owned();
    }
    let min = rule.string.min.unwrap_or(0).min(200);
    let max = rule.string.max.unwrap_or(usize::MAX);
    let texts = ["text", "a", "A", "1", "0.1.0"].into_iter();
    let texts = texts.map(|text| -> String {
        let length = text.len().max(min).min(max);
        text.chars().cycle().take(length).collect()
    });
    let described = || match &rule.string.pattern {
        Some(pattern) => format!("text that {}", pattern.words()),
        None => String::new(),
    };
    let mut fitting = texts.filter(|text| rule.admits_text(text));
    fitting.next().unwrap_or_else(described)
}

/// The bound that is nearest to zero, or zero.
fn number(rule: &Rule) -> Option<Node<'static>> {
    let bounds = &rule.number;
    let candidates = ["0", "1", "-1", "2", "0.5", "-0.5"]
        .map(str::to_owned)
        .into_iter();
    let own = [&bounds.minimum, &bounds.maximum, &bounds.multiple_of];
    let own = own.into_iter().flatten().map(ToString::to_string);
    candidates
        .chain(own)
        .filter_map(Number::parse)
        .find(|number| rule.admits(number))
        .map(Node::Number)
}
