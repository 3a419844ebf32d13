//! What a fake tool is to be asked and what it answers, first in, first out.

use std::collections::VecDeque;
use std::fmt;

use serde_json::Value;
use thiserror::Error;

use crate::error::ToolError;
use crate::output::ToolOutput;

/// What a fake tool answers to one call.
#[derive(Debug)]
pub struct Answer(pub(super) Result<ToolOutput, ToolError>);

impl<T: Into<ToolOutput>> From<T> for Answer {
    fn from(output: T) -> Self {
        Self(Ok(output.into()))
    }
}

impl From<ToolError> for Answer {
    fn from(error: ToolError) -> Self {
        Self(Err(error))
    }
}

impl From<Result<ToolOutput, ToolError>> for Answer {
    fn from(result: Result<ToolOutput, ToolError>) -> Self {
        Self(result)
    }
}

/// The script and what came of it.
#[derive(Debug, Default)]
pub(super) struct Script {
    steps: VecDeque<Step>,
    calls: Vec<Value>,
    broken: Vec<String>,
}

#[derive(Debug)]
struct Step {
    /// None is any arguments.
    arguments: Option<Value>,
    answer: Answer,
}

impl Script {
    pub(super) fn add(&mut self, arguments: Option<Value>, answer: Answer) {
        self.steps.push_back(Step { arguments, answer });
    }

    pub(super) fn calls(&self) -> &[Value] {
        &self.calls
    }

    /// The answer to the next call. Where the script has none, the caller reads that, and the
    /// script stays broken.
    pub(super) fn play(&mut self, tool: &str, arguments: Value) -> Result<ToolOutput, ToolError> {
        let number = self.calls.len() + 1;
        let complaint = match self.steps.pop_front() {
            None => format!("call {number} with {arguments} has no answer left"),
            Some(Step {
                arguments: Some(wanted),
                ..
            }) if wanted != arguments => {
                format!("call {number} was to have {wanted} and has {arguments}")
            }
            Some(Step { answer, .. }) => {
                self.calls.push(arguments);
                return answer.0;
            }
        };
        self.calls.push(arguments);
        self.broken.push(complaint.clone());
        let message = format!("the fake tool `{tool}` was called against its script: {complaint}");
        Err(ToolError::from(message).without_advice())
    }

    /// What of the script did not come true.
    pub(super) fn verify(&self, tool: &str) -> Result<(), Unmet> {
        let mut complaints = self.broken.clone();
        let first = self.calls.len() + 1;
        for (place, step) in self.steps.iter().enumerate() {
            let number = first + place;
            complaints.push(match &step.arguments {
                Some(wanted) => format!("call {number} with {wanted} never came"),
                None => format!("call {number} never came"),
            });
        }
        if complaints.is_empty() {
            return Ok(());
        }
        Err(Unmet {
            tool: tool.to_owned(),
            complaints,
        })
    }
}

/// How a fake tool's calls were not those of its script.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("the script of the fake tool `{tool}` was not kept: {}", complaints.join("; "))]
pub struct Unmet {
    tool: String,
    complaints: Vec<String>,
}

impl Unmet {
    /// Each call that came unasked or did not come, in words.
    #[must_use]
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }
}

/// In the same words as `Display`: it is what `unwrap` prints.
impl fmt::Debug for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
