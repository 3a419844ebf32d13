//! What each consumer of schemas takes: dated data, one file each, and one engine that reads it.

mod anthropic;
mod anthropic_strict;
mod budget;
mod check;
mod element;
mod gemini;
mod keywords;
mod llama_cpp;
mod lower;
mod mcp;
mod mistral;
mod ollama;
mod openai;
mod openai_strict;
mod references;
mod rendered;
mod rules;
mod shapes;
mod strict;
mod usage;
mod words;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::check::{Finding, Severity};
pub use self::usage::Usage;

pub(crate) use self::check::check_registry;
pub(crate) use self::rendered::RenderedTools;
pub(crate) use self::usage::usage_of;

use self::rules::Rules;
use super::ToolSchema;

/// A consumer of schemas, as its rules stand on the date that [`dated`](Self::dated) gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Dialect {
    /// OpenAI's function calling with `strict` off.
    OpenAi,
    /// OpenAI's function calling with `strict` on.
    OpenAiStrict,
    /// Anthropic's tool use.
    Anthropic,
    /// Anthropic's tool use with `strict` on.
    AnthropicStrict,
    /// Gemini's function declarations, in their own schema language (`parameters`).
    Gemini,
    /// Mistral's function calling.
    Mistral,
    /// The Model Context Protocol's tools.
    Mcp,
    /// llama.cpp's server.
    LlamaCpp,
    /// Ollama's chat API.
    Ollama,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::Mistral,
        Self::Mcp,
        Self::LlamaCpp,
        Self::Ollama,
    ];

    /// The name in `snake_case`, as it is serialised.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "open_ai",
            Self::OpenAiStrict => "open_ai_strict",
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic_strict",
            Self::Gemini => "gemini",
            Self::Mistral => "mistral",
            Self::Mcp => "mcp",
            Self::LlamaCpp => "llama_cpp",
            Self::Ollama => "ollama",
        }
    }

    /// When its rules were last looked at, as `YYYY-MM`.
    #[must_use]
    pub fn dated(self) -> &'static str {
        self.rules().dated
    }

    /// The array of these tools as JSON text, ready to be the `tools` of a request.
    pub fn render<'a>(self, schemas: impl IntoIterator<Item = &'a ToolSchema>) -> String {
        let elements: Vec<Value> = schemas
            .into_iter()
            .map(|schema| schema.lower(self).element)
            .collect();
        // Writing a `Value` as JSON can't fail: its keys are strings.
        serde_json::to_string(&elements).unwrap_or_default()
    }

    fn rules(self) -> &'static Rules {
        match self {
            Self::OpenAi => &openai::RULES,
            Self::OpenAiStrict => &openai_strict::RULES,
            Self::Anthropic => &anthropic::RULES,
            Self::AnthropicStrict => &anthropic_strict::RULES,
            Self::Gemini => &gemini::RULES,
            Self::Mistral => &mistral::RULES,
            Self::Mcp => &mcp::RULES,
            Self::LlamaCpp => &llama_cpp::RULES,
            Self::Ollama => &ollama::RULES,
        }
    }

    /// The dialect of the same consumer without `strict`.
    fn lax(self) -> Self {
        match self {
            Self::OpenAiStrict => Self::OpenAi,
            Self::AnthropicStrict => Self::Anthropic,
            other => other,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A schema as one consumer takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowered {
    /// The element of the request's `tools` array.
    pub element: Value,
    /// What the consumer does not take, in the order of the schema.
    pub losses: Vec<Loss>,
    /// Whether the consumer holds the model to the schema.
    pub strict: Strictness,
}

impl Lowered {
    /// The same without the parameters' descriptions, for a backend that stumbles over them. The
    /// tool keeps its own.
    #[must_use]
    pub fn without_descriptions(mut self) -> Self {
        element::without_descriptions(&mut self.element);
        self
    }
}

/// Something that a consumer does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The place in the arguments, such as `ranges[].start`.
    pub path: String,
    /// The keyword that was left out.
    pub keyword: String,
    /// What the description says instead; none where nothing is lost for the model, such as the
    /// width of an integer type.
    pub words: Option<String>,
}

/// Whether a consumer holds the model to the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Strictness {
    /// The dialect has no such promise.
    NotAsked,
    /// It does.
    Strict,
    /// The tool can't be strict, for these reasons; its element is the one without `strict`.
    Impossible(Vec<Finding>),
}
