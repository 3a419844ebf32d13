//! Spans of calls, with the names that OpenTelemetry has for generative AI.
//!
//! <https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#execute-tool-span>: the
//! operation `execute_tool`, the attributes `gen_ai.tool.name`, `gen_ai.tool.call.id`,
//! `gen_ai.tool.type`, `gen_ai.conversation.id` and `error.type`. Arguments and results are left
//! out.

use crate::audit::AuditOutcome;

use super::call::Call;
use super::outcome::End;

/// `future` in the span of a call.
#[cfg(feature = "tracing")]
pub(super) fn within<F: Future>(
    call: &Call,
    future: F,
) -> impl Future<Output = F::Output> + use<F> {
    use tracing::Instrument;
    let name = crate::policy::Plain::new(&call.request.tool, 64).to_string();
    let span = tracing::info_span!(
        "execute_tool",
        otel.name = format!("execute_tool {name}"),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = name,
        gen_ai.tool.type = "function",
        gen_ai.tool.call.id = call.cx.call_id(),
        gen_ai.conversation.id = call.cx.session_id(),
        error.type = tracing::field::Empty,
    );
    future.instrument(span)
}

/// Without the feature there is no span.
#[cfg(not(feature = "tracing"))]
pub(super) fn within<F: Future>(_call: &Call, future: F) -> F {
    future
}

/// Notes how a call ended in its span. A panic's words go to the log and nowhere else.
#[cfg(feature = "tracing")]
pub(super) fn ended(end: &End, how: AuditOutcome) {
    use std::error::Error;
    if how == AuditOutcome::Ok {
        return;
    }
    tracing::Span::current().record("error.type", how.name());
    match end {
        End::Error(error) => {
            let source = error.source().map(ToString::to_string);
            tracing::warn!(error = error.message(), source, "the call failed");
        }
        End::Denied(denial) => {
            tracing::warn!(reason = %denial.reason(), "the call was denied");
        }
        End::Output(_) => tracing::info!("the tool tells of a failure"),
    }
}

/// Without the feature there is no span.
#[cfg(not(feature = "tracing"))]
pub(super) fn ended(_end: &End, _how: AuditOutcome) {}
