//! Reports before a request does: names, descriptions, limits, and what a model will miss.

use std::fmt;

use serde_json::Value;

use super::budget::{characters, cost};
use super::keywords::DOUBLE;
use super::rules::{Depth, References, Rules, Strict};
use super::shapes::is_open;
use super::usage::{Usage, of_schema, usage_of};
use super::{Dialect, Strictness, lower};
use crate::schema::ToolSchema;
use crate::schema::canonical::node::{self, Node, Path, Step, has_type};

/// Names over this leave no room for the prefix that hosts put before them (case A20).
const ROOM_FOR_PREFIX: usize = 48;
/// Over this a description is long for every host, whatever its own limit (case C11).
const LONG_DESCRIPTION: usize = 1_024;

/// Something that a consumer refuses, or that is better changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The tool; empty for what is said of a whole registry.
    pub tool: String,
    /// The place in the arguments, such as `ranges[].start`.
    pub path: String,
    /// The rule's name, such as `name_length`.
    pub rule: &'static str,
    /// What was found, and what is allowed.
    pub message: String,
    /// Whether the consumer refuses it.
    pub severity: Severity,
}

/// How bad a [`Finding`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Works, and is better changed.
    Advice,
    /// The consumer refuses the tool, and most refuse the whole request with it.
    Refused,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tool,
            path,
            rule,
            message,
            ..
        } = self;
        match tool.as_str() {
            "" => write!(f, "{message} ({rule})"),
            tool => write!(f, "tool `{tool}`: {path}: {message} ({rule})"),
        }
    }
}

impl ToolSchema {
    /// What `dialect` refuses of this schema, and what is better changed.
    #[must_use]
    pub fn check(&self, dialect: Dialect) -> Vec<Finding> {
        check_schema(self, dialect)
    }
}

/// What `dialect` refuses of one schema.
fn check_schema(schema: &ToolSchema, dialect: Dialect) -> Vec<Finding> {
    let rules = dialect.rules();
    let mut found = Findings {
        tool: schema.name.clone(),
        list: Vec::new(),
    };
    name(&mut found, &schema.name, rules);
    description(&mut found, &schema.description, rules);
    let root = lower::root(schema);
    nodes(&mut found, &root, rules);
    if let Some(strict) = &rules.strict {
        match schema.lower(dialect).strict {
            Strictness::Impossible(obstacles) => found.list.extend(obstacles),
            _ => budget(&mut found, &root, strict),
        }
    }
    found.list
}

/// What `dialect` refuses of the tools of one request: each on its own, and all together.
pub(crate) fn check_registry(schemas: &[ToolSchema], dialect: Dialect) -> Vec<Finding> {
    let mut list: Vec<Finding> = schemas
        .iter()
        .flat_map(|schema| check_schema(schema, dialect))
        .collect();
    let mut found = Findings {
        tool: String::new(),
        list: Vec::new(),
    };
    for used in usage_of(schemas, dialect)
        .iter()
        .filter(|used| used.is_over())
    {
        found.over(used, "are allowed in a request");
    }
    list.extend(found.list);
    list
}

struct Findings {
    tool: String,
    list: Vec<Finding>,
}

impl Findings {
    fn add(&mut self, path: &Path, rule: &'static str, message: String, severity: Severity) {
        let (tool, path) = (self.tool.clone(), path.to_string());
        self.list.push(Finding {
            tool,
            path,
            rule,
            message,
            severity,
        });
    }

    fn over(&mut self, used: &Usage, allowed: &str) {
        let Usage {
            rule,
            what,
            count,
            limit,
        } = *used;
        let message = format!("{count} {what}, and {limit} {allowed}");
        self.add(&Path::default(), rule, message, Severity::Refused);
    }
}

fn name(found: &mut Findings, name: &str, rules: &Rules) {
    let root = Path::default();
    if !rules.name.takes(name) {
        let message = format!(
            "the name has {} characters; allowed are 1 to {} letters, digits and `{}`{}",
            name.chars().count(),
            rules.name.longest,
            rules.name.also,
            if rules.name.starts_with_letter {
                ", a letter or `_` first"
            } else {
                ""
            },
        );
        found.add(&root, "name", message, Severity::Refused);
    } else if name.len() > ROOM_FOR_PREFIX {
        let message = format!(
            "the name has {} characters; over {ROOM_FOR_PREFIX} there is no room for a host's prefix",
            name.len()
        );
        found.add(&root, "name_length", message, Severity::Advice);
    }
}

fn description(found: &mut Findings, text: &str, rules: &Rules) {
    let root = Path::default();
    let length = text.chars().count();
    if text.trim().is_empty() {
        let message = "the tool has no description".to_owned();
        found.add(&root, "description", message, Severity::Advice);
    }
    match rules.description {
        Some(limit) if length > limit => {
            let message =
                format!("the description has {length} characters, and {limit} are allowed");
            found.add(&root, "description_length", message, Severity::Refused);
        }
        _ if length > LONG_DESCRIPTION => {
            let message =
                format!("the description has {length} characters; say the rest in fields' docs");
            found.add(&root, "description_length", message, Severity::Advice);
        }
        _ => {}
    }
}

fn nodes(found: &mut Findings, root: &Node, rules: &Rules) {
    let mut root = root.clone();
    // Nothing here can fail.
    let _ = node::bottom_up(&mut root, &mut Path::default(), &mut |node, path| {
        keys(found, node, path, rules);
        if rules.references == References::Unrolled && is_open(node) {
            let message = "a value of any type; some hosts skip a tool that has one".to_owned();
            found.add(path, "open_value", message, Severity::Advice);
        }
        if node
            .get("$ref")
            .and_then(Value::as_str)
            .is_some_and(|to| !to.starts_with("#/"))
        {
            let message = "a reference out of the schema".to_owned();
            found.add(path, "reference", message, Severity::Refused);
        }
        Ok(())
    });
}

fn keys(found: &mut Findings, node: &Node, path: &Path, rules: &Rules) {
    let Some(Value::Object(properties)) = node.get("properties") else {
        return;
    };
    for (name, schema) in properties {
        let mut path = path.clone();
        let at_root = path.is_root();
        path.with(Step::Property(name.clone()), |path| {
            let looked_at = at_root || rules.key_depth == Depth::Everywhere;
            if looked_at && !rules.key.takes(name) {
                let message = format!(
                    "the name is not 1 to {} letters, digits and `{}`",
                    rules.key.longest, rules.key.also
                );
                found.add(path, "key", message, Severity::Refused);
            }
            if is_id(name) && is_wide(schema) {
                let message = "an id of over 53 bits, which hosts that read numbers as doubles \
                               change; a string keeps it"
                    .to_owned();
                found.add(path, "wide_id", message, Severity::Advice);
            }
            let said = schema.get("description").is_some() || schema.get("$ref").is_some();
            if !said && schema.get("enum").is_none() {
                let message = "the field has no description".to_owned();
                found.add(path, "field_description", message, Severity::Advice);
            }
        });
    }
}

/// Whether a field's name says that it holds an id, or several.
fn is_id(name: &str) -> bool {
    ["id", "ids"].contains(&name)
        || ["_id", "_ids", "-id", "-ids", "Id", "Ids"]
            .iter()
            .any(|end| name.ends_with(end))
}

/// Whether a number, or the items of a list, can be an integer that no double holds (case A32).
fn is_wide(schema: &Value) -> bool {
    let Some(node) = schema.as_object() else {
        return false;
    };
    let far = |key: &str| {
        node.get(key)
            .and_then(Value::as_f64)
            .is_some_and(|end| end.abs() > DOUBLE)
    };
    let ends = ["minimum", "maximum", "exclusiveMaximum"];
    (has_type(node, "integer") && ends.into_iter().any(far))
        || node.get("items").is_some_and(is_wide)
}

fn budget(found: &mut Findings, root: &Node, strict: &Strict) {
    let limits = strict.schema;
    let used = of_schema(&cost(root), &limits);
    for used in used.iter().filter(|used| used.is_over()) {
        found.over(used, "are allowed");
    }
    if let Some((many, longest)) = limits.large_enum {
        let mut root = root.clone();
        let _ = node::bottom_up(&mut root, &mut Path::default(), &mut |node, path| {
            if let Some(Value::Array(values)) = node.get("enum")
                && values.len() > many
                && characters(values) > longest
            {
                let message = format!(
                    "an enum of {} values has {} characters, and over {many} values {longest} are allowed",
                    values.len(),
                    characters(values)
                );
                found.add(path, "strict_large_enum", message, Severity::Refused);
            }
            Ok(())
        });
    }
}
