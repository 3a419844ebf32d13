//! What was mended in an envelope, for hosts and their audit.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing that was read otherwise than it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EnvelopeRepair {
    /// The envelope stood in a code fence, behind a byte-order mark, or in a string.
    EnvelopeInText,
    /// The envelope was the only item of a list.
    EnvelopeInList,
    /// The envelope stood in another object, or in an envelope of `call_tool`.
    WrappedAgain,
    /// The arguments of the tool were again an envelope of the same tool.
    InsideItself,
    /// The name stood under another key, such as `tool_name`.
    NameKey,
    /// The arguments stood under another key, such as `args`.
    ArgumentsKey,
    /// The arguments stood beside the name.
    ArgumentsBesideName,
    /// The arguments stood in a string.
    ArgumentsInText,
    /// The arguments were the only item of a list.
    ArgumentsInList,
    /// A list was there for the tool's only parameter, which is a list.
    ListForParameter,
    /// There were no arguments, and the tool requires none.
    NoArguments,
    /// The query stood under another key, or alone.
    QueryKey,
    /// The query was a list of words.
    QueryInList,
}

impl fmt::Display for EnvelopeRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EnvelopeInText => "the envelope stood in text",
            Self::EnvelopeInList => "the envelope stood in a list",
            Self::WrappedAgain => "the envelope stood in another one",
            Self::InsideItself => "the arguments were the envelope again",
            Self::NameKey => "the name stood under another key",
            Self::ArgumentsKey => "the arguments stood under another key",
            Self::ArgumentsBesideName => "the arguments stood beside the name",
            Self::ArgumentsInText => "the arguments stood in text",
            Self::ArgumentsInList => "the arguments stood in a list",
            Self::ListForParameter => "a list stood for the only parameter",
            Self::NoArguments => "there were no arguments",
            Self::QueryKey => "the query stood under another key",
            Self::QueryInList => "the query was a list",
        })
    }
}
