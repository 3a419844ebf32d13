//! The spans of calls, with the names that OpenTelemetry has for generative AI.
//!
//! <https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#execute-tool-span>: the
//! operation `execute_tool`, the attributes `gen_ai.tool.name`, `gen_ai.tool.call.id`,
//! `gen_ai.tool.type`, `gen_ai.conversation.id` and `error.type`. Arguments and results are left
//! out.

use crate::audit::AuditOutcome;

use super::call::Call;
use super::outcome::End;

/// The span of a call, from its first step to its last; nothing without the feature.
#[derive(Clone)]
pub(super) struct CallSpan {
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg(feature = "tracing")]
impl CallSpan {
    pub(super) fn new(call: &Call) -> Self {
        let span = tracing::info_span!(
            "execute_tool",
            otel.name = tracing::field::Empty,
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = tracing::field::Empty,
            gen_ai.tool.type = "function",
            gen_ai.tool.call.id = call.cx.call_id(),
            gen_ai.conversation.id = call.cx.session_id(),
            error.type = tracing::field::Empty,
        );
        Self { span }
    }

    /// Says which tool the call means: not `call_tool`, where that calls another.
    pub(super) fn name(&self, tool: &str) {
        let name = crate::policy::Plain::new(tool, 64).to_string();
        self.span
            .record("otel.name", format!("execute_tool {name}"));
        self.span.record("gen_ai.tool.name", name);
    }

    /// Does `work` in the span.
    pub(super) fn scope<R>(&self, work: impl FnOnce() -> R) -> R {
        self.span.in_scope(work)
    }

    /// `future`, driven in the span.
    pub(super) fn around<F: Future>(&self, future: F) -> impl Future<Output = F::Output> + use<F> {
        tracing::Instrument::instrument(future, self.span.clone())
    }

    /// Notes how the call ended. A panic's words go to the log and nowhere else.
    pub(super) fn ended(&self, end: &End, how: AuditOutcome) {
        use std::error::Error;
        if how == AuditOutcome::Ok {
            return;
        }
        self.span.record("error.type", how.name());
        self.span.in_scope(|| match end {
            End::Error(error) => {
                let source = error.source().map(ToString::to_string);
                tracing::warn!(error = error.message(), source, "the call failed");
            }
            End::Denied(denial) => {
                tracing::warn!(reason = %denial.reason(), "the call was denied");
            }
            End::Output(_) => tracing::info!("the tool tells of a failure"),
        });
    }
}

#[cfg(not(feature = "tracing"))]
#[expect(clippy::unused_self, reason = "there is no span without the feature")]
impl CallSpan {
    pub(super) fn new(_call: &Call) -> Self {
        Self {}
    }

    pub(super) fn name(&self, _tool: &str) {}

    pub(super) fn scope<R>(&self, work: impl FnOnce() -> R) -> R {
        work()
    }

    pub(super) fn around<F: Future>(&self, future: F) -> F {
        future
    }

    pub(super) fn ended(&self, _end: &End, _how: AuditOutcome) {}
}
