//! A model behind a server that speaks OpenAI's `/v1/chat/completions`, such as llama.cpp's.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ureq::Agent;

use super::conversation::{Message, Reply};
use super::model::{Model, ModelError};

/// How long one reply may take: a small machine reads a long conversation slowly.
const TIMEOUT: Duration = Duration::from_secs(300);
/// How long a server may take to be there.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How much of a server's own words an error repeats, in characters.
const MAX_QUOTE: usize = 300;
/// How many tokens a reply may have.
const MAX_TOKENS: u32 = 256;

/// A model behind a server.
pub(crate) struct Server {
    agent: Agent,
    url: String,
}

#[derive(Serialize)]
struct Body<'a> {
    messages: &'a [Message],
    tools: &'a RawValue,
    tool_choice: &'static str,
    // The likeliest token each time, so that one prompt gets one answer.
    temperature: f32,
    seed: u32,
    max_tokens: u32,
}

/// What llama.cpp's server says of itself.
#[derive(Deserialize)]
struct Props {
    #[serde(default)]
    chat_template_caps: Option<Caps>,
}

#[derive(Deserialize)]
struct Caps {
    #[serde(default)]
    supports_tools: Option<bool>,
}

impl Server {
    /// The server at `url`, without `/v1`. Fails if none is there, or if it says that the model's
    /// template drops the tools, which it would do without a word.
    pub(crate) fn connect(url: &str) -> Result<Self, ModelError> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .build();
        let server = Self {
            agent: config.new_agent(),
            url: url.trim_end_matches('/').trim_end_matches("/v1").to_owned(),
        };
        server.check_tools()?;
        Ok(server)
    }

    fn check_tools(&self) -> Result<(), ModelError> {
        let response = self.agent.get(format!("{}/props", self.url)).call();
        let (status, body) = self.read(response)?;
        // Only llama.cpp has this page; other servers do not say.
        if status != 200 {
            return Ok(());
        }
        let props: Option<Props> = serde_json::from_str(&body).ok();
        let supports = props
            .and_then(|props| props.chat_template_caps)
            .and_then(|caps| caps.supports_tools);
        if supports == Some(false) {
            return Err(ModelError::new(format!(
                "the server at {} would drop the tools: the model's chat template has no place for \
                 them; start it with a template that has, by --jinja and --chat-template-file",
                self.url
            )));
        }
        Ok(())
    }

    /// Status and body of a response.
    fn read(
        &self,
        response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<(u16, String), ModelError> {
        let unreachable = |error: ureq::Error| {
            ModelError::new(format!(
                "no answer from the server at {}: {error}; is it running, and is this its address?",
                self.url
            ))
        };
        let mut response = response.map_err(unreachable)?;
        let body = response.body_mut().read_to_string().map_err(|error| {
            let url = &self.url;
            ModelError::new(format!("the answer of the server at {url} can't be read: {error}"))
        })?;
        Ok((response.status().as_u16(), body))
    }
}

impl Model for Server {
    fn reply(&mut self, messages: &[Message], tools: &RawValue) -> Result<Reply, ModelError> {
        let body = serde_json::to_string(&Body {
            messages,
            tools,
            tool_choice: "auto",
            temperature: 0.0,
            seed: 1,
            max_tokens: MAX_TOKENS,
        })
        .map_err(|error| ModelError::new(format!("the request could not be written: {error}")))?;
        let response = self
            .agent
            .post(format!("{}/v1/chat/completions", self.url))
            .header("content-type", "application/json")
            .send(body);
        let (status, body) = self.read(response)?;
        if status != 200 {
            return Err(ModelError::new(format!(
                "the server at {} refused the request with status {status}: {}",
                self.url,
                quote(&body)
            )));
        }
        Reply::from_response(&body)
            .map_err(|fault| ModelError::new(format!("the server at {}: {fault}", self.url)))
    }
}

/// The beginning of a server's own words, on one line.
fn quote(body: &str) -> String {
    let line = body.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}
