//! A model that follows a script and drives a host's loop.

use std::fmt;

use serde_json::Value;

use crate::dispatcher::Dispatcher;

/// Stands in for a model: makes the calls of its script one after another, reads the answers, and
/// says its last words.
///
/// ```
/// use loopd_tools::testing::ScriptedModel;
/// use loopd_tools::{Dispatcher, FakeTools, Registry};
/// use serde_json::json;
///
/// let host = Dispatcher::new(Registry::m2b(), FakeTools::new());
/// let transcript = ScriptedModel::new()
///     .calls("find_tool", json!({"query": "unchanged"}))
///     .calls("call_tool", json!({"name": "echo", "arguments": {"text": "hi"}}))
///     .says("It said hi.")
///     .run(&host);
/// assert!(transcript.exchanges()[0].answer.starts_with("1 tool(s) match:"));
/// assert_eq!(transcript.exchanges()[1].answer, "hi");
/// assert_eq!(transcript.said(), "It said hi.");
/// ```
#[derive(Default)]
pub struct ScriptedModel {
    steps: Vec<Step>,
    words: String,
}

/// A call, which may follow from what was answered before.
type Step = Box<dyn FnOnce(&[Exchange]) -> (String, String) + Send>;

/// One call of a model and the host's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exchange {
    /// The name that was called.
    pub name: String,
    /// The arguments, as text.
    pub arguments: String,
    /// What the model read.
    pub answer: String,
}

/// What a scripted model and a host said to each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    exchanges: Vec<Exchange>,
    said: String,
}

impl ScriptedModel {
    /// A model that calls nothing and says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a call, with its arguments as JSON.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`json!` is written in the call"
    )]
    pub fn calls(self, name: impl Into<String>, arguments: Value) -> Self {
        self.calls_raw(name, arguments.to_string())
    }

    /// Adds a call, with its arguments in the very characters that a model might write.
    #[must_use]
    pub fn calls_raw(self, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        let call = (name.into(), arguments.into());
        self.calls_from(|_| call)
    }

    /// Adds a call that follows from what was answered before: `make` gives name and arguments.
    #[must_use]
    pub fn calls_from(
        mut self,
        make: impl FnOnce(&[Exchange]) -> (String, String) + Send + 'static,
    ) -> Self {
        self.steps.push(Box::new(make));
        self
    }

    /// Sets the last words, after all calls.
    #[must_use]
    pub fn says(mut self, words: impl Into<String>) -> Self {
        self.words = words.into();
        self
    }

    /// Makes all calls at a dispatcher.
    #[must_use]
    pub fn run(self, host: &Dispatcher) -> Transcript {
        self.run_with(|name, arguments| host.call(name, arguments).text)
    }

    /// Makes all calls at any host: `answer` is given name and arguments and gives what the model
    /// reads.
    #[must_use]
    pub fn run_with(self, mut answer: impl FnMut(&str, &str) -> String) -> Transcript {
        let mut exchanges = Vec::with_capacity(self.steps.len());
        for step in self.steps {
            let (name, arguments) = step(&exchanges);
            let answer = answer(&name, &arguments);
            exchanges.push(Exchange {
                name,
                arguments,
                answer,
            });
        }
        Transcript {
            exchanges,
            said: self.words,
        }
    }
}

impl Transcript {
    /// All calls with their answers, in their order.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The model's last words.
    #[must_use]
    pub fn said(&self) -> &str {
        &self.said
    }
}

impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedModel")
            .field("calls", &self.steps.len())
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}
