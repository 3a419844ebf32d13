//! The seam that every real call goes through.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::broker::Outcome;

/// One call of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolRequest {
    /// The tool's name.
    pub tool: String,
    /// The arguments as the model wrote them.
    pub arguments: String,
}

/// What a port answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToolResponse {
    /// The tool ran.
    Result {
        /// What the model reads.
        text: String,
        /// Who may see it.
        class: Class,
        /// Whether the text comes from outside and may hold instructions that nobody gave.
        untrusted: bool,
        /// Whether something was left out.
        truncated: bool,
    },
    /// The tool could not run, or ran and failed.
    Failed {
        /// Why, for the model.
        message: String,
    },
    /// The call is not allowed.
    Denied {
        /// Why not.
        reason: DenyReason,
    },
}

/// Who may see a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Class {
    /// Anybody who may see the conversation.
    #[default]
    Public,
    /// Nobody but the host and its person.
    Private,
}

/// Why a call is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DenyReason {
    /// Nothing grants it.
    NoGrant,
    /// A rule forbids it.
    Rule,
    /// A person said no.
    Refused,
    /// The stored rules can't be read, so that nothing can be granted beside them.
    RulesUnusable,
    /// A person would have to say yes, and none is there.
    ApprovalRequired {
        /// What would have to be granted.
        missing: Vec<String>,
    },
}

/// In words for the model.
impl fmt::Display for DenyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGrant => f.write_str("nothing grants it"),
            Self::Rule => f.write_str("a rule forbids it"),
            Self::Refused => f.write_str("the person refused it"),
            Self::RulesUnusable => f.write_str("the stored rules can't be used"),
            Self::ApprovalRequired { missing } => write!(
                f,
                "a person has to approve it, and none is present; missing: {}",
                missing.join(", ")
            ),
        }
    }
}

/// Who answers the calls that the host does not answer itself.
pub trait ToolPort: Send + Sync {
    /// Answers one call. Never panics on what the request holds.
    fn call(&self, request: &ToolRequest) -> ToolResponse;

    /// Answers one call with all that the port knows of it, for a host of which the model reads
    /// `most` bytes at the most.
    ///
    /// A port that knows no more than its response has nothing to do; one that stands around
    /// another port passes this on as well.
    fn answer(&self, request: &ToolRequest, most: usize) -> PortAnswer {
        let _ = most;
        PortAnswer::Response(self.call(request))
    }
}

/// What a port gives to a host in the same process.
#[derive(Debug)]
#[non_exhaustive]
pub enum PortAnswer {
    /// What goes through a port; no more is known.
    Response(ToolResponse),
    /// All there is to know of the call.
    Outcome(Box<Outcome>),
}

/// So that a host can keep a handle of the port that it gives away.
impl<P: ToolPort + ?Sized> ToolPort for Arc<P> {
    fn call(&self, request: &ToolRequest) -> ToolResponse {
        (**self).call(request)
    }

    fn answer(&self, request: &ToolRequest, most: usize) -> PortAnswer {
        (**self).answer(request, most)
    }
}
