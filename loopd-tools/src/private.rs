//! What the derives' output names. Not part of the interface: anything here may change.

use std::time::Duration;

pub use schemars;
pub use serde;
pub use std::borrow::Cow;
pub use std::string::String;
pub use std::vec;

pub use crate::docs::{doc, is_blank};
pub use crate::mirrored::Mirrored;
pub use crate::resource::Resource;
pub use crate::unit::decode_unit;

/// What of a definition needs no schema. A const, so that a call pays nothing for it.
#[derive(Debug, Clone, Copy)]
pub struct Meta {
    /// The description's pieces as the `doc` attributes hold them.
    pub description: &'static [&'static str],
    /// The name for people.
    pub title: Option<&'static str>,
    /// Whether the schema is in every request.
    pub core: bool,
    /// Whether keys that the struct does not have are allowed.
    pub allow_unknown: bool,
    /// Hint: changes nothing.
    pub read_only: Option<bool>,
    /// Hint: may destroy something.
    pub destructive: Option<bool>,
    /// Hint: the same call again changes nothing more.
    pub idempotent: Option<bool>,
    /// Hint: reaches things outside the host.
    pub open_world: Option<bool>,
    /// Whether calls may overlap.
    pub concurrent: bool,
    /// Whether results are never trimmed from the conversation.
    pub pinned: bool,
    /// Whether results come from outside.
    pub untrusted: bool,
    /// Whether calls become no memory entries.
    pub unrecorded: bool,
    /// Whether arguments are never repaired.
    pub exact: bool,
    /// Whether the body blocks its thread.
    pub blocking: bool,
    /// The parameter that names what a call works on.
    pub resource: Option<&'static str>,
    /// The capabilities that every call needs.
    pub requires: &'static [&'static str],
    /// How long a call may take.
    pub timeout: Option<Duration>,
    /// How many bytes a result may have.
    pub max_output: Option<usize>,
    /// Arguments that show how the tool is called, as JSON text.
    pub examples: &'static [&'static str],
    /// What the system prompt says of the tool.
    pub system_prompt: Option<&'static str>,
}

impl Meta {
    /// All flags off, nothing said.
    pub const NEW: Self = Self {
        description: &[],
        title: None,
        core: false,
        allow_unknown: false,
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        concurrent: false,
        pinned: false,
        untrusted: false,
        unrecorded: false,
        exact: false,
        blocking: false,
        resource: None,
        requires: &[],
        timeout: None,
        max_output: None,
        examples: &[],
        system_prompt: None,
    };
}
