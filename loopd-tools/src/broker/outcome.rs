//! What became of a call.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use crate::arguments::Repair;
use crate::error::ToolError;
use crate::output::{Control, ToolOutput};
use crate::policy::{RulesError, Ruling};
#[cfg(feature = "tokio")]
use crate::port::ToolRequest;
use crate::port::{Class, ToolResponse};
use crate::schema::Digest;

use super::cap::short;
use super::denial::Denial;

/// How a call ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum End {
    /// The tool ran. Its output may tell of a failure.
    Output(ToolOutput),
    /// The tool could not run, or failed.
    Error(ToolError),
    /// The call was not allowed.
    Denied(Denial),
}

/// What became of a call: all there is to know of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The tool that was called: the one that was meant, where `call_tool` called it.
    pub tool: String,
    /// The digest of the tool's schema; none if there is no such tool.
    pub digest: Option<Digest>,
    /// How the call ended.
    pub end: End,
    /// What was mended in the arguments.
    pub repairs: Vec<Repair>,
    /// What was decided about each of the call's requirements.
    pub rulings: Vec<Ruling>,
    /// Who may see the result.
    pub class: Class,
    /// Whether the result comes from outside and may hold instructions that nobody gave.
    pub untrusted: bool,
    /// Whether the call becomes no memory entry.
    pub unrecorded: bool,
    /// Whether the call was ended from outside and what it does may go on.
    pub still_running: bool,
    /// How many bytes of text were left out of the result.
    pub left_out: usize,
    /// How many bytes of arguments there were.
    pub arguments_bytes: usize,
    /// How long all of it took, waiting for a person and for other calls included.
    pub duration: Duration,
    /// How long the tool ran.
    pub ran_for: Duration,
    /// Why the stored rules could not be read or written.
    pub rules_error: Option<Arc<RulesError>>,
    /// Why it is no use to go on calling, if it is none.
    pub(super) gave_up: Option<String>,
    /// How many bytes of text the model may read.
    pub(super) max_output: usize,
}

impl Outcome {
    /// Of a call that nobody will ever tell of.
    #[cfg(feature = "tokio")]
    pub(super) fn lost(request: &ToolRequest) -> Self {
        Self {
            tool: request.tool.clone(),
            digest: None,
            end: End::Error(ToolError::cancelled("the host is shutting down")),
            repairs: Vec::new(),
            rulings: Vec::new(),
            class: Class::default(),
            untrusted: false,
            unrecorded: false,
            still_running: false,
            left_out: 0,
            arguments_bytes: request.arguments.len(),
            duration: Duration::ZERO,
            ran_for: Duration::ZERO,
            rules_error: None,
            gave_up: None,
            max_output: usize::MAX,
        }
    }

    /// What the tool gave.
    #[must_use]
    pub fn output(&self) -> Option<&ToolOutput> {
        match &self.end {
            End::Output(output) => Some(output),
            _ => None,
        }
    }

    /// Why the tool could not run, or failed.
    #[must_use]
    pub fn error(&self) -> Option<&ToolError> {
        match &self.end {
            End::Error(error) => Some(error),
            _ => None,
        }
    }

    /// Why the call was not allowed.
    #[must_use]
    pub fn denial(&self) -> Option<&Denial> {
        match &self.end {
            End::Denied(denial) => Some(denial),
            _ => None,
        }
    }

    /// Whether the tool ran and tells of no failure.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.output().is_some_and(|output| !output.is_error())
    }

    /// What the host's loop does next: what the tool said, or to give up where calls fail again
    /// and again.
    #[must_use]
    pub fn control(&self) -> Control {
        if let Some(reason) = &self.gave_up {
            return Control::GiveUp(reason.clone());
        }
        self.output()
            .map(|output| output.control().clone())
            .unwrap_or_default()
    }

    /// What the model reads.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        let text = match &self.end {
            End::Output(output) => output.text_content(),
            // A tool's own words can be as long as its results.
            End::Error(error) => short(error.model_text(), self.max_output).into(),
            End::Denied(denial) => denial.to_string().into(),
        };
        match &self.gave_up {
            Some(reason) => format!("{reason}\n{text}").into(),
            None => text,
        }
    }

    /// What goes back through a port.
    #[must_use]
    pub fn response(&self) -> ToolResponse {
        match &self.end {
            End::Output(output) if !output.is_error() => ToolResponse::Result {
                text: self.text().into_owned(),
                class: self.class,
                untrusted: self.untrusted,
                truncated: self.left_out > 0,
            },
            End::Denied(denial) => ToolResponse::Denied {
                reason: denial.reason().clone(),
            },
            _ => ToolResponse::Failed {
                message: self.text().into_owned(),
            },
        }
    }

    /// What goes back through a port, without a copy of the text.
    #[must_use]
    pub fn into_response(self) -> ToolResponse {
        match self.end {
            End::Output(output) if !output.is_error() => ToolResponse::Result {
                text: output.into_text(),
                class: self.class,
                untrusted: self.untrusted,
                truncated: self.left_out > 0,
            },
            _ => self.response(),
        }
    }
}
