//! What a host uses: registry, port and cap together.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use crate::broker::{End, Outcome};
use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::cap::cap_result;
use crate::dispatch::{Dispatch, dispatch, query};
use crate::envelope::{EnvelopeRepair, Meant, read};
use crate::port::{Class, PortAnswer, ToolPort, ToolRequest, ToolResponse};
use crate::registry::Registry;
use crate::search::{FindOptions, FindStyle, find_answer};

/// How many bytes of a result reach the model unless a host says otherwise.
const DEFAULT_CAP: usize = 16 * 1024;

/// Answers a model's calls during one epoch: the host's own ones by itself, all others through a
/// port.
///
/// Clones are handles of one dispatcher: a [`refresh`](Self::refresh) of one is seen by all.
#[derive(Clone)]
pub struct Dispatcher {
    epoch: Arc<Registry>,
    current: Arc<RwLock<Arc<Registry>>>,
    port: Arc<dyn ToolPort>,
    cap: usize,
    find: Option<FindOptions>,
    lenient: bool,
}

impl Dispatcher {
    /// A dispatcher for one epoch. Results are capped at 16 KiB.
    pub fn new(registry: Registry, port: impl ToolPort + 'static) -> Self {
        let epoch = Arc::new(registry);
        Self {
            current: Arc::new(RwLock::new(Arc::clone(&epoch))),
            epoch,
            port: Arc::new(port),
            cap: DEFAULT_CAP,
            find: None,
            lenient: false,
        }
    }

    /// Caps results at `bytes`; the mark of a cut comes on top.
    #[must_use]
    pub fn with_cap(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// How many bytes of a result reach the model; the mark of a cut comes on top.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// Lets `find_tool` search by rank (see [`Index::search`](crate::search::Index::search)), not for
    /// a part of the text. It shows the best 8 tools in at most 8 KiB, and never a part of a schema.
    #[must_use]
    pub fn ranked(mut self) -> Self {
        self.find.get_or_insert_default();
        self
    }

    /// As [`ranked`](Self::ranked), with at most `limit` tools in at most `bytes`.
    #[must_use]
    pub fn with_find_limits(mut self, limit: usize, bytes: usize) -> Self {
        let options = self.find.get_or_insert_default();
        (options.limit, options.budget) = (limit, bytes);
        self
    }

    /// As [`ranked`](Self::ranked), with the tools written in `style`.
    #[must_use]
    pub fn with_find_style(mut self, style: FindStyle) -> Self {
        self.find.get_or_insert_default().style = style;
        self
    }

    /// Reads envelopes of `find_tool` and `call_tool` that are not written as their schemas have it,
    /// where they can mean one thing alone. The port sees the call that is meant; what was mended is
    /// in [`Answer::repairs`].
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// The tools that the epoch began with: the `tools` array of every request is made of these
    /// and does not change before the next epoch.
    #[must_use]
    pub fn epoch(&self) -> &Registry {
        &self.epoch
    }

    /// The tools that can be found and called at this moment.
    #[must_use]
    pub fn registry(&self) -> Arc<Registry> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current)
    }

    /// Takes in a changed registry in the middle of an epoch: its tools can be found and called at
    /// once. A tool is core as long as the epoch's array holds it, and no other is before the next
    /// epoch, whatever the changed registry says.
    pub fn refresh(&self, registry: Registry) {
        let current = Arc::new(registry.with_core_of(&self.epoch));
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
    }

    /// Answers one call, by name and arguments as the model wrote them.
    #[must_use]
    pub fn call(&self, name: &str, arguments: &str) -> Answer {
        let registry = self.registry();
        if !self.lenient {
            return self.strict(&registry, name, arguments);
        }
        match read(&registry, name, arguments) {
            Meant::Call {
                name,
                arguments,
                repairs,
            } => Answer {
                repairs,
                ..self.strict(&registry, &name, &arguments)
            },
            Meant::Ambiguous(text) => self.answer_failure(&text),
        }
    }

    fn strict(&self, registry: &Registry, name: &str, arguments: &str) -> Answer {
        if let (Some(options), FIND_TOOL) = (self.find, name) {
            let options = FindOptions {
                budget: options.budget.min(self.cap),
                ..options
            };
            let query = query(arguments).unwrap_or_default();
            let text = find_answer(registry, &query, options);
            return self.answer(&text, Class::Public, false, false);
        }
        match dispatch(registry, name, arguments) {
            Dispatch::Local(text) => Answer {
                // An envelope that calls nothing has failed.
                is_error: name == CALL_TOOL,
                ..self.answer(&text, Class::Public, false, false)
            },
            Dispatch::Port { tool, arguments } => {
                let request = ToolRequest { tool, arguments };
                match self.port.answer(&request, self.cap) {
                    PortAnswer::Response(response) => self.respond(response),
                    PortAnswer::Outcome(outcome) => self.hand_on(*outcome),
                }
            }
        }
    }

    fn respond(&self, response: ToolResponse) -> Answer {
        match response {
            ToolResponse::Result {
                text,
                class,
                untrusted,
                truncated,
            } => self.answer(&text, class, untrusted, truncated),
            ToolResponse::Failed { message } => self.answer_failure(&failed(&message)),
            ToolResponse::Denied { reason } => self.answer_failure(&denied(&format!("{reason}."))),
        }
    }

    /// The words are those of a response, but that a denial says what was denied and what the
    /// model may do instead.
    fn hand_on(&self, outcome: Outcome) -> Answer {
        let text = outcome.text();
        let text = match &outcome.end {
            End::Output(_) if outcome.is_ok() => text,
            End::Denied(_) => denied(&text).into(),
            _ => failed(&text).into(),
        };
        let truncated = outcome.left_out > 0;
        Answer {
            is_error: !outcome.is_ok(),
            ..self.answer(&text, outcome.class, outcome.untrusted, truncated)
        }
        .with_outcome(outcome)
    }

    fn answer_failure(&self, text: &str) -> Answer {
        Answer {
            is_error: true,
            ..self.answer(text, Class::Public, false, false)
        }
    }

    fn answer(&self, text: &str, class: Class, untrusted: bool, truncated: bool) -> Answer {
        let (text, cut) = cap_result(text, self.cap);
        Answer {
            text,
            class,
            untrusted,
            truncated: truncated || cut,
            repairs: Vec::new(),
            is_error: false,
            outcome: None,
        }
    }
}

fn failed(why: &str) -> String {
    format!("The tool failed: {why}")
}

fn denied(why: &str) -> String {
    format!("The call was denied: {why}")
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher")
            .field("epoch", &self.epoch)
            .field("registry", &self.registry())
            .field("cap", &self.cap)
            .field("find", &self.find)
            .field("lenient", &self.lenient)
            .finish_non_exhaustive()
    }
}

/// What goes back into the conversation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer {
    /// What the model reads.
    pub text: String,
    /// Who may see it.
    pub class: Class,
    /// Whether the text comes from outside and may hold instructions that nobody gave.
    pub untrusted: bool,
    /// Whether something was left out.
    pub truncated: bool,
    /// What was mended in the envelope of `find_tool` or `call_tool`.
    pub repairs: Vec<EnvelopeRepair>,
    /// Whether the call failed: its tool did, it was denied, or `call_tool` could not pass it on.
    pub is_error: bool,
    /// All there is to know of the call, where the port is a broker in this process.
    pub outcome: Option<Arc<Outcome>>,
}

impl Answer {
    fn with_outcome(mut self, outcome: Outcome) -> Self {
        self.outcome = Some(Arc::new(outcome));
        self
    }
}
