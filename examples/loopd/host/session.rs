//! The loop: ask the model, answer its calls, until it answers in words or a bound is reached.

use std::sync::Arc;

use loopd_tools::{Answer, Dispatcher, Registry, ToolPort};
use serde_json::value::RawValue;

use super::conversation::{Call, Message, Reply};
use super::epoch::{SYSTEM_PROMPT, tools_array};
use super::model::{Model, ModelError};
use super::watched::{Passage, Watched};

/// How many replies one prompt may cost.
pub(crate) const MAX_REPLIES: usize = 6;
/// How many calls of one reply are made; the others are answered, but not made.
pub(crate) const MAX_CALLS: usize = 8;

/// What happened, in the order in which it happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// The model said something before its calls.
    Said(String),
    /// A call was answered.
    Called {
        call: Call,
        /// What went through the port; none if the host itself answered.
        passage: Option<Passage>,
        answer: Answered,
    },
}

/// What the model reads as the answer of a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answered {
    pub(crate) text: String,
    pub(crate) truncated: bool,
}

/// How a prompt ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum End {
    /// The model answered in words.
    Words(String),
    /// The model's words became too long and were cut.
    CutOff(String),
    /// The model was still calling tools after [`MAX_REPLIES`] replies.
    Bound,
}

/// One epoch with one model: what is fixed in it, and who answers the calls.
pub(crate) struct Session<P> {
    tools: Box<RawValue>,
    dispatcher: Dispatcher,
    port: Arc<Watched<P>>,
}

impl<P: ToolPort + 'static> Session<P> {
    /// A session over `registry` whose calls go to `port`.
    pub(crate) fn new(registry: Registry, port: P) -> Result<Self, serde_json::Error> {
        let port = Arc::new(Watched::new(port));
        Ok(Self {
            tools: tools_array(&registry)?,
            dispatcher: Dispatcher::new(registry, Arc::clone(&port)),
            port,
        })
    }

    /// Caps what the model reads of a result at `bytes`.
    pub(crate) fn set_cap(&mut self, bytes: usize) {
        self.dispatcher = self.dispatcher.clone().with_cap(bytes);
    }

    /// Lets `find_tool` search by rank.
    pub(crate) fn rank(&mut self) {
        self.dispatcher = self.dispatcher.clone().ranked();
    }

    /// The `tools` array of every request.
    pub(crate) fn tools(&self) -> &RawValue {
        &self.tools
    }

    /// The tools that can be found and called.
    pub(crate) fn registry(&self) -> Arc<Registry> {
        self.dispatcher.registry()
    }

    /// Puts `prompt` to the model in a new conversation and answers its calls until it is done;
    /// `tell` hears of each step.
    pub(crate) fn ask(
        &self,
        model: &mut dyn Model,
        prompt: &str,
        tell: &mut dyn FnMut(Event),
    ) -> Result<End, ModelError> {
        let mut messages = vec![
            Message::System {
                content: SYSTEM_PROMPT.to_owned(),
            },
            Message::User {
                content: prompt.to_owned(),
            },
        ];
        for _ in 0..MAX_REPLIES {
            let reply = model.reply(&messages, &self.tools)?;
            if reply.calls.is_empty() {
                return Ok(if reply.cut {
                    End::CutOff(reply.words)
                } else {
                    End::Words(reply.words)
                });
            }
            self.answer(reply, &mut messages, tell);
        }
        Ok(End::Bound)
    }

    /// Answers every call of a reply: a server refuses a conversation with an open call.
    fn answer(&self, reply: Reply, messages: &mut Vec<Message>, tell: &mut dyn FnMut(Event)) {
        let Reply { words, calls, cut } = reply;
        if !words.trim().is_empty() {
            tell(Event::Said(words.clone()));
        }
        messages.push(Message::Assistant {
            content: words,
            tool_calls: calls.iter().map(Call::repeated).collect(),
        });
        let last = calls.len() - 1;
        for (place, call) in calls.into_iter().enumerate() {
            let (answer, passage) = if place >= MAX_CALLS {
                (
                    not_made(&format!("a reply may hold {MAX_CALLS} calls")),
                    None,
                )
            } else if cut && place == last && !call.is_whole() {
                // Half of the arguments must not run, and nothing at all must not pass for none.
                (
                    not_made("the reply became too long and was cut off in its arguments"),
                    None,
                )
            } else {
                let answer = self.dispatcher.call(&call.name, &call.arguments);
                (answered(answer), self.port.take())
            };
            messages.push(Message::Tool {
                tool_call_id: call.id.clone(),
                content: answer.text.clone(),
            });
            tell(Event::Called {
                call,
                passage,
                answer,
            });
        }
    }
}

fn answered(answer: Answer) -> Answered {
    Answered {
        text: answer.text,
        truncated: answer.truncated,
    }
}

fn not_made(why: &str) -> Answered {
    Answered {
        text: format!("The call was not made: {why}."),
        truncated: false,
    }
}
