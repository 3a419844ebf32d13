//! From what a model sent to the tool's struct.

use serde_json::Value;

use super::build::Build;
use super::checker::{Rules, SchemaProblem, compile};
use super::deserializer::DecodeError;
use super::direct;
use super::example::example;
#[cfg(feature = "jsonschema")]
use super::external::External;
use super::input::{Arguments, Form};
use super::limits::Limits;
use super::problem::Problem;
use super::reader::{Reading, read};
use super::repair::{Opened, Repair, Unopened, mend, open};
use super::report;
use super::tree::Node;
use super::witness;
use crate::error::ToolError;
use crate::schema::SchemaError;

/// Reads the arguments of one tool. Made once per tool.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    rules: Rules,
    /// What is checked on top, where the rules do not hold all of the schema.
    #[cfg(feature = "jsonschema")]
    external: Option<External>,
    /// Whether text may be read straight into the struct.
    direct: bool,
    /// Whether arguments are taken as they are, without repairs.
    exact: bool,
    /// The arguments that an error shows as the wanted shape, in place of made-up ones.
    example: Option<String>,
}

/// What was read, and what was mended for it.
#[derive(Debug)]
pub(crate) struct Decoded<T> {
    pub(crate) arguments: T,
    pub(crate) repairs: Vec<Repair>,
}

impl Decoder {
    /// A decoder for a schema, and what of the schema can't be checked.
    pub(crate) fn new(schema: &Value) -> (Self, Vec<SchemaProblem>) {
        let (rules, problems) = compile(schema);
        let mut decoder = Self {
            direct: problems.is_empty() && direct::is_eligible(&rules),
            rules,
            #[cfg(feature = "jsonschema")]
            external: None,
            exact: false,
            example: None,
        };
        let problems = decoder.check_externally(schema, problems);
        (decoder, problems)
    }

    /// Whether the tool's type can read all that the schema allows, as far as serde's buffer of
    /// flattened fields goes.
    pub(crate) fn check_type<B: Build>(&self, tool: &str) -> Result<(), SchemaError> {
        witness::check::<B>(&self.rules, tool)
    }

    /// Lets the crate `jsonschema` check a schema with something in it that is not checked here.
    /// What is left is what neither can check.
    #[cfg(feature = "jsonschema")]
    fn check_externally(
        &mut self,
        schema: &Value,
        mut problems: Vec<SchemaProblem>,
    ) -> Vec<SchemaProblem> {
        if problems.is_empty() {
            return problems;
        }
        match External::new(schema) {
            Ok(external) => {
                self.external = Some(external);
                problems.clear();
            }
            Err(message) => problems.push(SchemaProblem::of_whole(message)),
        }
        problems
    }

    #[cfg(not(feature = "jsonschema"))]
    #[expect(clippy::unused_self, reason = "the other form uses it")]
    fn check_externally(
        &mut self,
        _schema: &Value,
        problems: Vec<SchemaProblem>,
    ) -> Vec<SchemaProblem> {
        problems
    }

    /// What of a value that fits by the own checker is found by the other.
    #[cfg(feature = "jsonschema")]
    fn external_problems(&self, node: &Node<'_>) -> Vec<Problem> {
        match &self.external {
            Some(external) => external.problems(&node.to_value()),
            None => Vec::new(),
        }
    }

    #[cfg(not(feature = "jsonschema"))]
    #[expect(clippy::unused_self, reason = "the other form uses it")]
    fn external_problems(&self, _node: &Node<'_>) -> Vec<Problem> {
        Vec::new()
    }

    /// Gives the arguments that an error shows as the wanted shape, in place of made-up ones.
    #[must_use]
    pub(crate) fn with_example(mut self, arguments: &Value) -> Self {
        self.example = Some(arguments.to_string());
        self
    }

    /// Says whether arguments are taken as they are, without repairs.
    #[must_use]
    pub(crate) fn with_exact(mut self, exact: bool) -> Self {
        self.exact = exact;
        self
    }

    /// Reads the arguments of one call.
    pub(crate) fn decode<B: Build>(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<Decoded<B::Output>, ToolError> {
        if let (true, Form::Text(text)) = (self.direct, arguments.form())
            && let Some(arguments) = direct::read::<B>(&self.rules, text, arguments.limits())
        {
            return Ok(Decoded {
                arguments,
                repairs: Vec::new(),
            });
        }
        self.decode_tree::<B>(arguments)
    }

    /// As [`decode`](Self::decode), together with what the parameter `key` names.
    pub(crate) fn decode_on<B: Build>(
        &self,
        arguments: &Arguments<'_>,
        key: &str,
    ) -> Result<(Decoded<B::Output>, Option<String>), ToolError> {
        let Decoded { arguments, repairs } = self.tree(arguments)?;
        let resource = self.named(&arguments, key);
        match B::build(arguments) {
            Ok(arguments) => Ok((Decoded { arguments, repairs }, resource)),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// What the parameter `key` names, under whichever of its names it was sent.
    fn named(&self, arguments: &Node<'_>, key: &str) -> Option<String> {
        let root = self.rules.get(self.rules.root());
        let keys = root.object.iter().flat_map(|keys| keys.all());
        let aliases = keys
            .filter(|known| known.name == key)
            .flat_map(|known| &known.aliases);
        let mut names = std::iter::once(key).chain(aliases.map(String::as_str));
        match names.find_map(|name| arguments.member(name))?.to_value() {
            Value::String(text) => Some(text),
            Value::Number(number) if !number.is_f64() => Some(number.to_string()),
            _ => None,
        }
    }

    /// Reads the arguments of one call as JSON, together with what the parameter `key` names.
    /// Without serde: `serde_json` takes some keys of objects for its own.
    pub(crate) fn decode_value(
        &self,
        arguments: &Arguments<'_>,
        key: Option<&str>,
    ) -> Result<(Decoded<Value>, Option<String>), ToolError> {
        let Decoded { arguments, repairs } = self.tree(arguments)?;
        let resource = key.and_then(|key| self.named(&arguments, key));
        let arguments = arguments.to_value();
        Ok((Decoded { arguments, repairs }, resource))
    }

    /// Reads the arguments of one call by way of the tree.
    #[cold]
    fn decode_tree<B: Build>(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<Decoded<B::Output>, ToolError> {
        let Decoded { arguments, repairs } = self.tree(arguments)?;
        match B::build(arguments) {
            Ok(arguments) => Ok(Decoded { arguments, repairs }),
            Err(error) => Err(self.refused(&error)),
        }
    }

    fn error(&self, problems: Vec<Problem>) -> ToolError {
        let shape = self.example.clone().or_else(|| example(&self.rules));
        report::error(problems, shape.as_deref())
    }

    fn refused(&self, error: &DecodeError) -> ToolError {
        let problem = report::refused(&error.place(), &error.message);
        self.error(vec![problem])
    }

    /// The arguments as a tree that fits the schema.
    fn tree<'a>(&self, arguments: &'a Arguments<'_>) -> Result<Decoded<Node<'a>>, ToolError> {
        let exact = self.exact || arguments.is_exact();
        let opened = opened(arguments, exact);
        let Opened {
            mut node,
            duplicates,
            mut repairs,
        } = opened.map_err(|problem| self.error(vec![problem]))?;
        if matches!(node, Node::Null) {
            node = Node::empty();
        }
        let mut verdict = self.rules.check(&node);
        if !verdict.findings.is_empty() && !exact {
            repairs.extend(mend(&self.rules, &mut node));
            verdict = self.rules.check(&node);
        }
        if verdict.findings.is_empty() && duplicates.is_empty() {
            if verdict.unsettled {
                self.rules.settle(&mut node);
            }
            let problems = self.external_problems(&node);
            if !problems.is_empty() {
                return Err(self.error(problems));
            }
            return Ok(Decoded {
                arguments: node,
                repairs,
            });
        }
        let mut problems: Vec<_> = duplicates.iter().map(report::duplicate).collect();
        problems.extend(report::problems(&self.rules, &verdict.findings, &node));
        Err(self.error(problems))
    }
}

/// The arguments as a tree that is not judged yet.
fn opened<'a>(arguments: &'a Arguments<'_>, exact: bool) -> Result<Opened<'a>, Problem> {
    let limits = arguments.limits();
    match arguments.form() {
        Form::Absent => Ok(Opened::as_sent(Node::empty())),
        Form::Text(text) => open_text(text, limits, exact),
        // The wire's own form, which a host has passed on as it was.
        Form::Value(value) => match &**value {
            Value::String(text) => open_text(text, limits, exact),
            value => match Node::from_value(value, limits.depth()) {
                Ok(node) => Ok(Opened::as_sent(node)),
                Err(error) => Err(report::unreadable(error, limits)),
            },
        },
    }
}

fn open_text(text: &str, limits: Limits, exact: bool) -> Result<Opened<'_>, Problem> {
    if text.len() > limits.bytes() {
        return Err(report::too_large(text.len(), limits));
    }
    if is_blank(text) {
        return Ok(Opened::as_sent(Node::empty()));
    }
    match read(text, limits) {
        Ok(Reading {
            node, duplicates, ..
        }) if exact || !matches!(node, Node::String(_)) => Ok(Opened {
            node,
            duplicates,
            repairs: Vec::new(),
        }),
        Err(error) if exact => Err(report::syntax(error, text, limits)),
        Ok(_) | Err(_) => open(text, limits)
            .map_err(|Unopened { error, text }| report::syntax(error, &text, limits)),
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}
