//! Asking a person.

use std::fmt;
use std::path::PathBuf;

use crate::dyn_tool::BoxFuture;
use crate::requirement::Requirement;
use crate::schema::Digest;

use super::plain::Plain;

/// Asks a person.
///
/// A question can be dropped before it is answered, when the call is called off. What panics, or
/// answers too few calls, has refused.
pub trait Approver: Send + Sync {
    /// Asks one question; the answers are for the question's calls, in their order.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answers>;
}

/// What a person says of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Approval {
    /// The call may have what it asks for, this time.
    Approve,
    /// The call may have what it asks for, and so may later calls of this very tool for the same
    /// in this workspace.
    ApproveAlwaysHere,
    /// The call can't have what it asks for.
    Deny,
}

/// What a person says of the calls of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    All(Approval),
    Each(Vec<Approval>),
    Nobody,
}

impl Answers {
    /// The same for all calls.
    #[must_use]
    pub fn all(approval: Approval) -> Self {
        Self {
            kind: Kind::All(approval),
        }
    }

    /// One for each call, in the order of the question. Calls without one are denied.
    #[must_use]
    pub fn each(approvals: impl IntoIterator<Item = Approval>) -> Self {
        Self {
            kind: Kind::Each(approvals.into_iter().collect()),
        }
    }

    /// Nobody was there to ask.
    #[must_use]
    pub fn nobody() -> Self {
        Self { kind: Kind::Nobody }
    }

    /// What was said of the call at `place`; none if nobody was there.
    pub(super) fn of(&self, place: usize) -> Option<Approval> {
        match &self.kind {
            Kind::All(approval) => Some(*approval),
            Kind::Each(approvals) => Some(*approvals.get(place).unwrap_or(&Approval::Deny)),
            Kind::Nobody => None,
        }
    }
}

/// What a person is asked: all that the calls of a batch need and nothing grants yet, each once.
///
/// Its `Display` is safe to print: foreign text in it is bounded, and nothing in it can act on a
/// terminal or hide.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// The workspace of the first call.
    pub here: PathBuf,
    /// The calls, in the order of the batch.
    pub calls: Vec<QuestionCall>,
    /// What they need, each once.
    pub requirements: Vec<Requirement>,
}

/// A call that a person is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuestionCall {
    /// The call's id.
    pub call_id: String,
    /// The tool's name.
    pub tool: String,
    /// The tool's name for people.
    pub title: Option<String>,
    /// The digest of the tool's schema.
    pub digest: Digest,
    /// Whether the tool comes from outside, so that what it says of itself counts for little.
    pub untrusted: bool,
    /// The call in words, by the tool.
    pub audit: String,
    /// The workspace that "always here" is about.
    pub here: PathBuf,
    /// Which of the question's requirements the call has, by place.
    pub requirements: Vec<usize>,
    /// What has changed in the tool since the same was approved for good, a line each.
    pub changed: Vec<String>,
}

/// How many characters of a foreign text a question shows.
const SHOWN: usize = 300;

/// How many changes of a tool a question shows.
const CHANGES: usize = 20;

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, call) in self.calls.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            self.call(f, place, call)?;
        }
        let here = self.here.to_string_lossy();
        write!(f, "\nworkspace: {}", Plain::new(&here, SHOWN))
    }
}

impl Question {
    fn call(&self, f: &mut fmt::Formatter<'_>, place: usize, call: &QuestionCall) -> fmt::Result {
        let plain = |text| Plain::new(text, SHOWN);
        let name = call.title.as_deref().unwrap_or(&call.tool);
        write!(f, "{}. {} ({}", place + 1, plain(name), plain(&call.tool))?;
        f.write_str(if call.untrusted {
            ", from outside)"
        } else {
            ")"
        })?;
        if !call.audit.is_empty() && call.audit != call.tool {
            write!(f, ": {}", plain(&call.audit))?;
        }
        if call.here != self.here {
            let here = call.here.to_string_lossy();
            write!(f, "\n   in the workspace {}", Plain::new(&here, SHOWN))?;
        }
        for requirement in call
            .requirements
            .iter()
            .filter_map(|&at| self.requirements.get(at))
        {
            write!(f, "\n   - {}", plain(&requirement.words))?;
            write!(f, " [{}", plain(&requirement.capability))?;
            match &requirement.resource {
                Some(resource) => write!(f, ": {}]", plain(resource))?,
                None => f.write_str(", all of it]")?,
            }
        }
        for change in call.changed.iter().take(CHANGES) {
            write!(f, "\n   ! changed since it was approved: {}", plain(change))?;
        }
        match call.changed.len().checked_sub(CHANGES) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "\n   ! and {more} more changes"),
        }
    }
}
