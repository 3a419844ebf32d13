//! A tool that keeps what it was asked and what came of it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::arguments::Arguments;
use crate::context::CallContext;
use crate::definition::Definition;
use crate::dyn_tool::{BoxFuture, DynTool, Prepared};
use crate::error::{ToolError, ToolErrorKind};
use crate::output::ToolOutput;
use crate::plan::Plan;

/// Wraps a tool and keeps what it was asked and what came of it. All else is the tool's: its
/// definition, its plan, its output.
///
/// The recorder is given away to the host; [`log`](Self::log) stays.
pub struct Recorder<T> {
    tool: T,
    log: Log,
}

/// What was recorded, shared by all who hold it.
type Log = Arc<Mutex<Vec<Recorded>>>;

/// One call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Recorded {
    /// The call's id.
    pub call_id: String,
    /// The arguments as they were sent.
    pub arguments: String,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fate {
    /// The tool refused the arguments.
    Refused {
        /// The kind of the error.
        kind: ToolErrorKind,
        /// What the model reads of it.
        text: String,
    },
    /// The call was prepared and has not ended: nobody ran it, it still runs, or its future was
    /// dropped.
    Prepared(Plan),
    /// The call ran and gave this.
    Answered(ToolOutput),
    /// The call ran and failed.
    Failed {
        /// The kind of the error.
        kind: ToolErrorKind,
        /// What the model reads of it.
        text: String,
    },
}

impl<T: DynTool> Recorder<T> {
    /// Wraps `tool`; nothing is recorded yet.
    pub fn new(tool: T) -> Self {
        Self {
            tool,
            log: Log::default(),
        }
    }

    /// A reader of what is recorded, now and later.
    pub fn log(&self) -> impl Fn() -> Vec<Recorded> + Clone + Send + Sync + 'static {
        let log = Arc::clone(&self.log);
        move || recorded(&log).clone()
    }
}

/// A poisoned lock is taken over: the list is whole after every change.
fn recorded(log: &Log) -> MutexGuard<'_, Vec<Recorded>> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: DynTool> DynTool for Recorder<T> {
    fn definition(&self) -> &Definition {
        self.tool.definition()
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let text = arguments.text().into_owned();
        let result = self.tool.prepare(arguments, cx);
        let fate = match &result {
            Ok(call) => Fate::Prepared(call.plan()),
            Err(error) => Fate::Refused {
                kind: error.kind(),
                text: error.model_text(),
            },
        };
        let mut log = recorded(&self.log);
        let place = log.len();
        log.push(Recorded {
            call_id: cx.call_id().to_owned(),
            arguments: text,
            fate,
        });
        drop(log);
        Ok(Box::new(RecordedCall {
            call: result?,
            log: Arc::clone(&self.log),
            place,
        }))
    }
}

struct RecordedCall {
    call: Box<dyn Prepared>,
    log: Log,
    place: usize,
}

impl Prepared for RecordedCall {
    fn plan(&self) -> Plan {
        self.call.plan()
    }

    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let Self { call, log, place } = *self;
        Box::pin(async move {
            let result = call.run(cx).await;
            let fate = match &result {
                Ok(output) => Fate::Answered(output.clone()),
                Err(error) => Fate::Failed {
                    kind: error.kind(),
                    text: error.model_text(),
                },
            };
            if let Some(recorded) = recorded(&log).get_mut(place) {
                recorded.fate = fate;
            }
            result
        })
    }
}

impl<T: DynTool> fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("tool", &self.tool.definition().name())
            .field("log", &*recorded(&self.log))
            .finish_non_exhaustive()
    }
}
