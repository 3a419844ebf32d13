//! What stays as it is for the length of an epoch: the tools and what the model is told of them.

use loopd_tools::{Dialect, Entry, Registry, ToolSchema};
use serde_json::value::RawValue;

/// What the model reads before all else. It names no tool: what is not in the array would only be
/// called in vain, and what is in it has a description there.
pub(crate) const SYSTEM_PROMPT: &str = "You are loopd, a helpful assistant. Use the tools that you \
     were given when they help. Answer in one short sentence.";

/// The tools that this host knows of: `clock` and `echo`, and one that somebody else would have to
/// run and nobody does.
pub(crate) fn registry() -> Registry {
    let weather = Entry {
        schema: ToolSchema {
            name: "weather".to_owned(),
            description: "The weather of a city.".to_owned(),
            parameters: serde_json::json!({
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
                "additionalProperties": false,
            }),
        },
        core: false,
    };
    let known = Registry::m2b();
    known.entries().iter().cloned().chain([weather]).collect()
}

/// The `tools` array of every request of the epoch, as llama.cpp's server takes it. The registry
/// renders it once, so that its bytes stay the same and a server's prompt cache keeps what it has
/// read.
pub(crate) fn tools_array(registry: &Registry) -> Result<Box<RawValue>, serde_json::Error> {
    let array = registry.tools(Dialect::LlamaCpp);
    RawValue::from_string(array.to_string())
}
