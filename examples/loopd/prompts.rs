//! What the demonstration asks, one prompt for each thing that can happen to a call.

/// One thing to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) text: String,
    /// How much of a result the model reads, where that is not the usual amount.
    pub(crate) cap: Option<usize>,
}

impl Prompt {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            cap: None,
        }
    }

    fn capped(text: &str, bytes: usize) -> Self {
        Self {
            text: text.to_owned(),
            cap: Some(bytes),
        }
    }
}

/// The demonstration.
pub(crate) fn demonstration() -> Vec<Prompt> {
    vec![
        // A core tool, called directly.
        Prompt::new("What time is it now?"),
        // A search, which the host answers from its registry.
        Prompt::new("Search for a tool that returns its text."),
        // What was found, called by its name.
        Prompt::new("Use call_tool to run the tool echo with the text 'good morning'."),
        // A tool that the registry does not know: the host says so.
        Prompt::new("Use call_tool to run the tool tide with the arguments {\"city\": \"Brest\"}."),
        // A tool that the port does not know: the port denies it.
        Prompt::new(
            "Use call_tool to run the tool weather with the arguments {\"city\": \"Paris\"}.",
        ),
        // A result that is longer than the model may read.
        Prompt::capped(
            "Use call_tool to run the tool echo with the text 'a long sentence that goes on and on'.",
            15,
        ),
    ]
}
