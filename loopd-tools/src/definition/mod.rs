//! All that is known of a tool without running it.

mod builder;
mod declared;
mod hints;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::registry::Entry;
use crate::schema::ToolSchema;

pub(crate) use self::declared::declare;
pub use self::hints::Hints;

/// All that is known of a tool without running it.
///
/// A derived tool's definition comes from its struct. Function tools and hand-written ones begin
/// with [`new`](Self::new) and set the same things by the `with_*` methods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each with a name"
)]
pub struct Definition {
    schema: ToolSchema,
    #[serde(default, skip_serializing_if = "is_off")]
    core: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Hints::is_unsaid")]
    hints: Hints,
    #[serde(default, skip_serializing_if = "is_off")]
    concurrent: bool,
    #[serde(default, skip_serializing_if = "is_off")]
    pinned: bool,
    #[serde(default, skip_serializing_if = "is_off")]
    untrusted: bool,
    #[serde(default, skip_serializing_if = "is_off")]
    unrecorded: bool,
    #[serde(default, skip_serializing_if = "is_off")]
    exact: bool,
    #[serde(default, skip_serializing_if = "is_off")]
    blocking: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resource: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requires: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_output: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    examples: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system_prompt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
}

/// For serde, which asks with a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_off(flag: &bool) -> bool {
    !flag
}

impl Definition {
    /// The name that a model calls the tool by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.schema.name
    }

    /// The schema that the model reads.
    #[must_use]
    pub fn schema(&self) -> &ToolSchema {
        &self.schema
    }

    /// Whether the tool's schema is in every request.
    #[must_use]
    pub fn core(&self) -> bool {
        self.core
    }

    /// The tool's name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the tool says of its own effects.
    #[must_use]
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// Whether calls may overlap others, unless a call says otherwise.
    #[must_use]
    pub fn concurrent(&self) -> bool {
        self.concurrent
    }

    /// Whether results are never trimmed from the conversation.
    #[must_use]
    pub fn pinned(&self) -> bool {
        self.pinned
    }

    /// Whether results come from outside and may hold instructions that nobody gave.
    #[must_use]
    pub fn untrusted(&self) -> bool {
        self.untrusted
    }

    /// Whether calls become no memory entries.
    #[must_use]
    pub fn unrecorded(&self) -> bool {
        self.unrecorded
    }

    /// Whether arguments are never repaired.
    #[must_use]
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// Whether the body blocks its thread.
    #[must_use]
    pub fn blocking(&self) -> bool {
        self.blocking
    }

    /// The parameter that names what a call works on. A call can name another thing: its
    /// [`Plan`](crate::Plan) says which.
    #[must_use]
    pub fn resource(&self) -> Option<&str> {
        self.resource.as_deref()
    }

    /// The capabilities that every call needs, such as `fs.read`. A call can need more: its
    /// [`Plan`](crate::Plan) says all.
    #[must_use]
    pub fn requires(&self) -> &[String] {
        &self.requires
    }

    /// How long a call may take; none leaves it to the host.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// How many bytes a result may have; none leaves it to the host.
    #[must_use]
    pub fn max_output(&self) -> Option<usize> {
        self.max_output
    }

    /// Arguments that show how the tool is called.
    #[must_use]
    pub fn examples(&self) -> &[Value] {
        &self.examples
    }

    /// What the system prompt says of the tool.
    #[must_use]
    pub fn system_prompt(&self) -> Option<&str> {
        self.system_prompt.as_deref()
    }

    /// The schema of the structured output; none for text.
    #[must_use]
    pub fn output(&self) -> Option<&Value> {
        self.output.as_ref()
    }

    /// The schema alone.
    #[must_use]
    pub fn into_schema(self) -> ToolSchema {
        self.schema
    }

    /// The tool's entry in a [`Registry`](crate::Registry).
    #[must_use]
    pub fn into_entry(self) -> Entry {
        Entry {
            schema: self.schema,
            core: self.core,
        }
    }
}
