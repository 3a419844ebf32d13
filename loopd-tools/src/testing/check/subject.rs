//! The tool that is checked, with the arguments that it is tried with.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde_json::Value;

use super::ground::Ground;
use crate::arguments::Arguments;
use crate::context::{CallContext, Session};
use crate::definition::Definition;
use crate::dyn_tool::{DynTool, Prepared};
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::testing::drive::drive;
use crate::testing::generate::{Generator, NotMade};

/// How many arguments are made from the schema.
const MADE: u64 = 64;

/// The tool that is checked, with the arguments that it is tried with.
pub(super) struct Subject<'a> {
    pub(super) tool: &'a dyn DynTool,
    /// Its calls work in the ground's workspace.
    pub(super) session: Session,
    pub(super) ground: Ground,
    /// The definition's examples and those of the test.
    pub(super) examples: Vec<Value>,
    /// Made from the schema.
    pub(super) made: Vec<Value>,
    /// Why none could be made.
    pub(super) not_made: Option<NotMade>,
    /// The keys whose values the audit line may hold.
    pub(super) audited: Vec<String>,
    /// Whether the tool touches files, where the test says so.
    pub(super) touches_files: Option<bool>,
    pub(super) patience: Duration,
}

/// What a call came to.
pub(super) enum Ran {
    Ended(Result<ToolOutput, ToolError>),
    Panicked(String),
    /// It took longer than the patience.
    Runs,
}

impl<'a> Subject<'a> {
    /// # Panics
    ///
    /// If there is no directory to work in.
    #[expect(clippy::panic, reason = "it fails the test that checks a tool")]
    pub(super) fn new(tool: &'a dyn DynTool, examples: Vec<Value>, patience: Duration) -> Self {
        let session = Session::new("check");
        let scratch = session.call("ground").scratch().map_err(io::Error::other);
        let ground = match scratch.and_then(|scratch| Ground::new(&scratch)) {
            Ok(ground) => ground,
            Err(error) => panic!("a check needs a directory to work in: {error}"),
        };
        let mut subject = Self {
            tool,
            session: session.with_working_directory(&ground.workspace),
            ground,
            examples,
            made: Vec::new(),
            not_made: None,
            audited: Vec::new(),
            touches_files: None,
            patience,
        };
        for seed in 0..MADE {
            let parameters = &tool.definition().schema().parameters;
            match Generator::new(parameters, seed).value() {
                Ok(value) => subject.made.push(value),
                Err(reason) => {
                    subject.made.clear();
                    subject.not_made = Some(reason);
                    break;
                }
            }
        }
        subject
    }

    pub(super) fn definition(&self) -> &Definition {
        self.tool.definition()
    }

    /// Examples and made arguments together.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &Value> {
        self.examples.iter().chain(&self.made)
    }

    /// The arguments that the tool may be run with: what somebody gave, and what is made for a
    /// tool that changes nothing.
    pub(super) fn runnable(&self) -> Vec<&Value> {
        let fitting =
            |value: &&Value| matches!(self.prepare(*value, &self.session.call("try")), Ok(Ok(_)));
        if !self.examples.is_empty() {
            return self.examples.iter().filter(fitting).collect();
        }
        if self.definition().hints().read_only() {
            return self.made.iter().filter(fitting).take(4).collect();
        }
        Vec::new()
    }

    /// Prepares a call; the outer error is a panic.
    pub(super) fn prepare<'v>(
        &self,
        arguments: impl Into<Arguments<'v>>,
        cx: &CallContext,
    ) -> Result<Result<Box<dyn Prepared>, ToolError>, String> {
        let arguments = arguments.into();
        contained(|| self.tool.prepare(arguments, cx))
    }

    /// Prepares and runs a call. `waits` is called once, if the call waits.
    pub(super) fn run(&self, arguments: &Value, cx: &CallContext, waits: impl FnOnce()) -> Ran {
        let ran = contained(|| match self.tool.prepare(arguments.into(), cx) {
            Ok(call) => drive(call.run(cx), self.patience, waits),
            Err(error) => Some(Err(error)),
        });
        match ran {
            Ok(Some(result)) => Ran::Ended(result),
            Ok(None) => Ran::Runs,
            Err(panic) => Ran::Panicked(panic),
        }
    }
}

/// What `f` gives, or the words of its panic.
pub(super) fn contained<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves behind is the tool's, and the check is not undone by it.
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let words = payload.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| payload.downcast_ref::<&str>().copied());
        format!("it panics: {}", words.unwrap_or("without words"))
    })
}
