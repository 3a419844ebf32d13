//! Who calls: what a tool may ask of the client behind a call.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction, ServerRequest,
};
#[expect(deprecated, reason = "older revisions have log messages and sampling")]
use rmcp::model::{
    CreateMessageRequestParams, LoggingLevel, LoggingMessageNotificationParam, SamplingMessage,
    SamplingMessageContentBlock,
};
use rmcp::service::Peer;
use serde_json::{Value, json};

use crate::context::CallContext;
use crate::error::{ToolError, ToolErrorKind};

/// The client behind a call, for tools that have something to say to it beyond their result.
///
/// A tool that runs behind a [`Server`](super::Server) finds it in its context; everywhere else
/// there is none.
///
/// ```
/// use loopd_tools::mcp::{Caller, LogLevel};
/// use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
/// use serde::Deserialize;
///
/// /// Sweeps the floor.
/// #[derive(Tool, Deserialize)]
/// struct Sweep;
///
/// impl Run for Sweep {
///     async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
///         if let Some(caller) = Caller::of(&cx) {
///             caller.log(LogLevel::Info, "sweep", "the broom is found").await;
///         }
///         Ok("swept".into())
///     }
/// }
/// ```
#[derive(Clone)]
pub struct Caller {
    peer: Peer<RoleServer>,
    level: Arc<AtomicU8>,
}

impl Caller {
    pub(super) fn new(peer: Peer<RoleServer>, level: Arc<AtomicU8>) -> Self {
        Self { peer, level }
    }

    /// The client behind a call; none if the call came by another way.
    #[must_use]
    pub fn of(cx: &CallContext) -> Option<Self> {
        cx.extensions().get()
    }

    /// Sends a log message, unless the client wants none of this level. Does nothing where the
    /// client has gone.
    #[expect(deprecated, reason = "older revisions have log messages")]
    pub async fn log(&self, level: LogLevel, logger: &str, data: impl Into<Value>) {
        if (level as u8) < self.level.load(Ordering::Relaxed) {
            return;
        }
        let param = LoggingMessageNotificationParam::new(level.into(), data.into());
        let _ = self
            .peer
            .notify_logging_message(param.with_logger(logger))
            .await;
    }

    /// Asks the client's model and gives what it says: text alone, `max_tokens` at the most.
    ///
    /// Clients of the revision 2026-07-28 and later can't be asked in the middle of a call.
    ///
    /// # Errors
    ///
    /// If the client has no model to ask, refuses, or has gone.
    #[expect(deprecated, reason = "older revisions have sampling")]
    pub async fn sample(&self, prompt: &str, max_tokens: u32) -> Result<String, ToolError> {
        let messages = vec![SamplingMessage::user_text(prompt)];
        let params = CreateMessageRequestParams::new(messages, max_tokens);
        let answer = self.peer.create_message(params).await.map_err(|error| {
            ToolError::new(
                ToolErrorKind::Execution,
                "the client's model can't be asked",
            )
            .with_source(error)
        })?;
        let blocks = answer.message.content.into_vec().into_iter();
        let texts = blocks.filter_map(|block| match block {
            SamplingMessageContentBlock::Text(text) => Some(text.text),
            _ => None,
        });
        Ok(texts.collect::<Vec<_>>().join("\n"))
    }
}

impl Caller {
    /// Asks the person at the client for what `schema` describes, a flat object of texts, numbers,
    /// choices and switches; none if the person declines.
    ///
    /// Clients of the revision 2026-07-28 and later can't be asked in the middle of a call.
    ///
    /// # Errors
    ///
    /// If the client has no person to ask, the schema is none that a form can have, or the client
    /// has gone.
    pub async fn ask(&self, message: &str, schema: &Value) -> Result<Option<Value>, ToolError> {
        let form = json!({"mode": "form", "message": message, "requestedSchema": schema});
        let params: ElicitRequestParams = serde_json::from_value(form).map_err(|error| {
            ToolError::new(ToolErrorKind::Execution, "no form can have that schema")
                .with_source(error)
        })?;
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
        let unanswered = "the person at the client can't be asked";
        let answer = self.peer.send_request(request).await.map_err(|error| {
            ToolError::new(ToolErrorKind::Execution, unanswered).with_source(error)
        })?;
        let ClientResult::ElicitResult(answer) = answer else {
            return Err(ToolError::new(ToolErrorKind::Execution, unanswered));
        };
        let accepted = answer.action == ElicitationAction::Accept;
        Ok(accepted.then(|| answer.content.unwrap_or_default()))
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").finish_non_exhaustive()
    }
}

/// How weighty a log message is, by the levels of RFC 5424.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are those of the RFC")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

#[expect(deprecated, reason = "older revisions have log messages")]
impl LogLevel {
    pub(super) fn of(level: LoggingLevel) -> Self {
        match level {
            LoggingLevel::Debug => Self::Debug,
            LoggingLevel::Info => Self::Info,
            LoggingLevel::Notice => Self::Notice,
            LoggingLevel::Warning => Self::Warning,
            LoggingLevel::Error => Self::Error,
            LoggingLevel::Critical => Self::Critical,
            LoggingLevel::Alert => Self::Alert,
            LoggingLevel::Emergency => Self::Emergency,
        }
    }
}

#[expect(deprecated, reason = "older revisions have log messages")]
impl From<LogLevel> for LoggingLevel {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Debug => Self::Debug,
            LogLevel::Info => Self::Info,
            LogLevel::Notice => Self::Notice,
            LogLevel::Warning => Self::Warning,
            LogLevel::Error => Self::Error,
            LogLevel::Critical => Self::Critical,
            LogLevel::Alert => Self::Alert,
            LogLevel::Emergency => Self::Emergency,
        }
    }
}
