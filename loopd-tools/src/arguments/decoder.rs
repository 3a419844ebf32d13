//! From what a model sent to the tool's struct.

use serde_json::Value;

use super::checker::{Complaint, Rules, compile};
use super::deserializer::DecodeError;
use super::input::{Arguments, Form};
use super::reader::read;
use super::repair::Repair;
use super::report;
use super::tree::Node;
use crate::error::ToolError;
use crate::tool::Tool;

/// Reads the arguments of one tool. Made once per tool.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    rules: Rules,
}

/// What was read, and what was mended for it.
#[derive(Debug)]
pub(crate) struct Decoded<T> {
    pub(crate) arguments: T,
    pub(crate) repairs: Vec<Repair>,
}

impl Decoder {
    /// A decoder for a schema, and what of the schema can't be checked.
    pub(crate) fn new(schema: &Value) -> (Self, Vec<Complaint>) {
        let (rules, complaints) = compile(schema);
        (Self { rules }, complaints)
    }

    /// Reads arguments as a derived tool.
    pub(crate) fn decode<T: Tool>(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<Decoded<T>, ToolError> {
        let Decoded { arguments, repairs } = self.tree(arguments)?;
        match T::__decode(arguments) {
            Ok(arguments) => Ok(Decoded { arguments, repairs }),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// Reads arguments as JSON.
    pub(crate) fn decode_value(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<Decoded<Value>, ToolError> {
        let Decoded { arguments, repairs } = self.tree(arguments)?;
        Ok(Decoded {
            arguments: arguments.to_value(),
            repairs,
        })
    }

    fn refused(&self, error: &DecodeError) -> ToolError {
        let problem = report::refused(&error.place(), &error.message);
        report::error(&self.rules, vec![problem])
    }

    /// The arguments as a tree that fits the schema.
    fn tree<'a>(&self, arguments: &'a Arguments<'_>) -> Result<Decoded<Node<'a>>, ToolError> {
        let limits = arguments.limits();
        let fail = |problem| Err(report::error(&self.rules, vec![problem]));
        let (mut node, duplicates) = match arguments.form() {
            Form::Absent => (Node::empty(), Vec::new()),
            Form::Text(text) if text.len() > limits.bytes() => {
                return fail(report::too_large(text.len(), limits));
            }
            Form::Text(text) if is_blank(text) => (Node::empty(), Vec::new()),
            Form::Text(text) => match read(text, limits) {
                Ok(reading) => (reading.node, reading.duplicates),
                Err(error) => return fail(report::syntax(error, text, limits)),
            },
            Form::Value(value) => match Node::from_value(value, limits.depth()) {
                Ok(node) => (node, Vec::new()),
                Err(error) => return fail(report::unreadable(error, limits)),
            },
        };
        if matches!(node, Node::Null) {
            node = Node::empty();
        }
        let verdict = self.rules.check(&node);
        if verdict.findings.is_empty() && duplicates.is_empty() {
            if verdict.unsettled {
                self.rules.settle(&mut node);
            }
            return Ok(Decoded {
                arguments: node,
                repairs: Vec::new(),
            });
        }
        let mut problems: Vec<_> = duplicates.iter().map(report::duplicate).collect();
        let findings = verdict.findings.iter();
        problems.extend(findings.map(|finding| report::problem(&self.rules, finding, &node)));
        Err(report::error(&self.rules, problems))
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}
