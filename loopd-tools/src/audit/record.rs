//! One record.

use serde::{Deserialize, Serialize};

use crate::arguments::RepairKind;
use crate::policy::Basis;
use crate::schema::Digest;

/// What is kept of one call.
///
/// No argument is in it: not in what was required, not in what was mended, not in the reason of a
/// failure. What the tool puts into its audit line is in it, and nothing else of the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AuditRecord {
    /// When the call began, as RFC 3339 in UTC.
    pub time: String,
    /// The session's id.
    pub session: String,
    /// The call's id.
    pub call: String,
    /// The tool; a name that no tool has is shortened.
    pub tool: String,
    /// The digest of the tool's schema; none if there is no such tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The call in words, by the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The profile and its revision, as `name@revision`, where something was required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// What was decided about each requirement, and by what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<AuditRuling>,
    /// What was mended in the arguments, by kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<RepairKind>,
    /// How it ended.
    pub outcome: AuditOutcome,
    /// Whether the call was ended from outside and what it does may go on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub still_running: bool,
    /// Whether the work was given up because calls failed again and again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gave_up: bool,
    /// How many bytes of arguments there were.
    pub arguments_bytes: usize,
    /// How many bytes of text the model reads.
    pub output_bytes: usize,
    /// How many bytes of text were left out.
    pub left_out: usize,
    /// How long all of it took, in microseconds, waiting included.
    pub duration_us: u64,
    /// How long the tool ran, in microseconds.
    pub ran_us: u64,
}

/// For serde, which asks with a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What was decided about one requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AuditRuling {
    /// The kind of thing that was required.
    pub capability: String,
    /// What decided.
    pub basis: Basis,
}

impl AuditRuling {
    pub(crate) fn new(capability: &str, basis: Basis) -> Self {
        Self {
            capability: capability.to_owned(),
            basis,
        }
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AuditOutcome {
    /// The tool ran.
    Ok,
    /// The tool ran and its output tells of a failure.
    ToolError,
    /// What the call names does not exist, a tool or a thing that the tool looks for.
    NotFound,
    /// The arguments did not fit.
    InvalidInput,
    /// The tool failed.
    Failed,
    /// The tool panicked.
    Panicked,
    /// Its time was up.
    Timeout,
    /// It was called off.
    Cancelled,
    /// It was not allowed.
    Denied,
    /// Who made the call let go of it before it ended.
    Abandoned,
}

impl AuditOutcome {
    /// The name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::NotFound => "not_found",
            Self::InvalidInput => "invalid_input",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Denied => "denied",
            Self::Abandoned => "abandoned",
        }
    }
}
