//! Why a toolbox does not take a change.

use thiserror::Error;

use super::name::BadName;

/// Why a toolbox does not take a change. Nothing of the change was done.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ToolboxError {
    /// Another tool has the name.
    #[error(
        "tool `{name}`: the name is taken; `replace` it on purpose, or register this one in a \
         namespace such as `toolbox.namespace(\"my_\")`"
    )]
    Taken {
        /// The name.
        name: String,
    },
    /// The host itself answers the name.
    #[error("tool `{name}`: the name is reserved for the host; give the tool another one")]
    Reserved {
        /// The name.
        name: String,
    },
    /// Consumers refuse the name.
    #[error("tool `{name}`: {reason}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: BadName,
    },
    /// The schema of the arguments is none that a model can be given.
    #[error("tool `{name}`: {reason}")]
    InvalidSchema {
        /// The tool's name.
        name: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// A model can't know what the tool is for.
    #[error("tool `{name}`: the description is empty; say in a sentence what the tool does")]
    EmptyDescription {
        /// The tool's name.
        name: String,
    },
    /// No tool has the name.
    #[error("no tool is named `{name}`; {} registered", count(*.tools))]
    Unknown {
        /// The name.
        name: String,
        /// How many tools there are.
        tools: usize,
    },
    /// A broker runs this toolbox and can't keep the tool's timeout.
    #[error(
        "tool `{name}`: it has a timeout, and a broker without a timer runs this toolbox; give \
         the broker a timer (feature `tokio`)"
    )]
    NoTimer {
        /// The tool's name.
        name: String,
    },
}

fn count(tools: usize) -> String {
    match tools {
        1 => "1 is".to_owned(),
        more => format!("{more} are"),
    }
}
