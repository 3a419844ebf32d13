//! What host and model say to each other, in the form of OpenAI's chat completions.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One message of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(crate) enum Message {
    System {
        content: String,
    },
    User {
        content: String,
    },
    Assistant {
        content: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<SentCall>,
    },
    Tool {
        tool_call_id: String,
        content: String,
    },
}

/// A call as the host repeats it to the model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct SentCall {
    id: String,
    r#type: &'static str,
    function: SentFunction,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SentFunction {
    name: String,
    arguments: String,
}

/// A call as the model made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    /// In the model's own characters.
    pub(crate) arguments: String,
}

impl Call {
    /// Whether the arguments are one whole JSON object.
    pub(crate) fn is_whole(&self) -> bool {
        is_object(&self.arguments)
    }

    /// The form in which the model reads it again. A server refuses the whole conversation when
    /// the arguments of an old call are no JSON object, so those become an empty one.
    pub(crate) fn repeated(&self) -> SentCall {
        let whole = self.is_whole();
        SentCall {
            id: self.id.clone(),
            r#type: "function",
            function: SentFunction {
                name: self.name.clone(),
                arguments: if whole {
                    self.arguments.clone()
                } else {
                    "{}".to_owned()
                },
            },
        }
    }
}

fn is_object(text: &str) -> bool {
    let value: Result<&RawValue, _> = serde_json::from_str(text);
    value.is_ok_and(|value| value.get().starts_with('{'))
}

/// What a model answers to one request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reply {
    /// What it says: its answer, or what it has to say before its calls.
    pub(crate) words: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) calls: Vec<Call>,
    /// Whether the reply ends where it does because it became too long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
}

/// The body of a response, as far as a host needs it. Servers leave out what is empty.
#[derive(Debug, Deserialize)]
struct Response {
    choices: Vec<Choice>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    #[serde(default)]
    finish_reason: Option<String>,
    message: ReadMessage,
}

#[derive(Debug, Deserialize)]
struct ReadMessage {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<ReadCall>>,
}

#[derive(Debug, Deserialize)]
struct ReadCall {
    #[serde(default)]
    id: Option<String>,
    function: ReadFunction,
}

#[derive(Debug, Deserialize)]
struct ReadFunction {
    #[serde(default)]
    name: String,
    /// JSON text in a string, or, with some servers, the object itself.
    #[serde(default)]
    arguments: Option<Box<RawValue>>,
}

impl Reply {
    /// Reads the body of a response; the error says what is wrong with it.
    pub(crate) fn from_response(body: &str) -> Result<Self, String> {
        let response: Response = serde_json::from_str(body)
            .map_err(|error| format!("its answer is no chat completion: {error}"))?;
        let Some(choice) = response.choices.into_iter().next() else {
            return Err("its answer holds no choice".to_owned());
        };
        let calls = choice.message.tool_calls.unwrap_or_default();
        Ok(Self {
            words: choice.message.content.unwrap_or_default(),
            calls: calls.into_iter().enumerate().map(read_call).collect(),
            cut: choice.finish_reason.as_deref() == Some("length"),
        })
    }
}

fn read_call((place, call): (usize, ReadCall)) -> Call {
    let arguments = call.function.arguments.map(|raw| {
        let text: Result<String, _> = serde_json::from_str(raw.get());
        text.unwrap_or_else(|_| raw.get().to_owned())
    });
    Call {
        id: call
            .id
            .filter(|id| !id.is_empty())
            .unwrap_or_else(|| format!("call_{place}")),
        name: call.function.name,
        arguments: arguments.unwrap_or_default(),
    }
}
