//! A tool that answers from a script.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::script::{Answer, Script, Unmet};
use crate::arguments::{Arguments, Decoded, Decoder};
use crate::context::CallContext;
use crate::definition::{self, Definition};
use crate::dyn_tool::{DynTool, Prepared};
use crate::error::ToolError;
use crate::plan::Plan;
use crate::prepared::prepared;
use crate::schema::ToolSchema;
use crate::tool::Tool;

/// A tool that answers from a script, first in, first out, and keeps what it was asked.
///
/// Clones are the same tool: give one to the host and keep one. At the end of the test
/// [`verify`](Self::verify) or [`assert_done`](Self::assert_done) tells whether all that was
/// scripted came, and nothing else. Dropping the tool tells nothing.
///
/// ```
/// use loopd_tools::testing::FakeTool;
/// use loopd_tools::{CallContext, DynTool};
/// use serde_json::json;
///
/// # async fn doc() -> Result<(), loopd_tools::ToolError> {
/// let weather = FakeTool::new("weather")
///     .answer_to(json!({"city": "Oslo"}), "rain")
///     .answer("sun");
/// let cx = CallContext::new();
/// let output = weather.call(r#"{"city":"Oslo"}"#.into(), &cx).await?;
/// assert_eq!(output.text_content(), "rain");
/// assert_eq!(weather.calls(), [json!({"city": "Oslo"})]);
/// let left = weather.verify().unwrap_err();
/// assert_eq!(left.complaints(), ["call 2 never came"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct FakeTool {
    inner: Arc<Inner>,
}

struct Inner {
    definition: Definition,
    decoder: Decoder,
    script: Mutex<Script>,
}

impl FakeTool {
    /// A fake tool that takes any object.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self::with_definition(Definition::new(ToolSchema {
            name: name.into(),
            description: "Stands in for a tool in a test.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {},
                "additionalProperties": true,
            }),
        }))
    }

    /// A fake tool of this definition: it takes what the definition's schema allows. What of the
    /// schema can't be checked is let pass.
    #[must_use]
    pub fn with_definition(definition: Definition) -> Self {
        let (decoder, _complaints) = Decoder::new(&definition.schema().parameters);
        Self::from_declared(definition, decoder)
    }

    /// A fake of a derived tool: it has its definition and takes what it takes. The tool's own
    /// `normalize` and `requires` are not asked.
    ///
    /// # Panics
    ///
    /// As [`Tool::definition`].
    #[must_use]
    #[expect(
        clippy::panic,
        reason = "a wrong declaration is the developer's, never the model's"
    )]
    pub fn of<T: Tool>() -> Self {
        match definition::declare::<T>() {
            Ok((definition, decoder)) => Self::from_declared(definition, decoder),
            Err(error) => panic!("{error}"),
        }
    }

    fn from_declared(definition: Definition, decoder: Decoder) -> Self {
        Self {
            inner: Arc::new(Inner {
                definition,
                decoder,
                script: Mutex::default(),
            }),
        }
    }

    /// Adds the answer to the next call, whatever its arguments.
    #[must_use]
    pub fn answer(self, answer: impl Into<Answer>) -> Self {
        self.inner.script().add(None, answer.into());
        self
    }

    /// Adds the answer to the next call, which is to have these arguments.
    #[must_use]
    pub fn answer_to(self, arguments: Value, answer: impl Into<Answer>) -> Self {
        self.inner.script().add(Some(arguments), answer.into());
        self
    }

    /// The arguments of all calls that ran, in their order. What was refused or denied before it
    /// ran is not among them.
    #[must_use]
    pub fn calls(&self) -> Vec<Value> {
        self.inner.script().calls().to_vec()
    }

    /// Whether the calls were those of the script.
    ///
    /// # Errors
    ///
    /// If a call came that has no answer, has other arguments than scripted, or did not come.
    pub fn verify(&self) -> Result<(), Unmet> {
        self.inner.script().verify(self.inner.definition.name())
    }

    /// As [`verify`](Self::verify), for the last line of a test.
    ///
    /// # Panics
    ///
    /// If the calls were not those of the script.
    #[track_caller]
    #[expect(clippy::panic, reason = "it fails the test that calls it")]
    pub fn assert_done(&self) {
        if let Err(unmet) = self.verify() {
            panic!("{unmet}");
        }
    }
}

impl Inner {
    /// A poisoned lock is taken over: the script is whole after every step.
    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DynTool for FakeTool {
    fn definition(&self) -> &Definition {
        &self.inner.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let Inner {
            definition,
            decoder,
            ..
        } = &*self.inner;
        let (Decoded { arguments, repairs }, resource) =
            decoder.decode_value(&arguments, definition.resource())?;
        let plan = Plan::naming(definition, resource).with_repairs(repairs);
        let inner = Arc::clone(&self.inner);
        Ok(prepared(plan, move |_cx| async move {
            inner.script().play(inner.definition.name(), arguments)
        }))
    }
}

impl fmt::Debug for FakeTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FakeTool")
            .field("name", &self.inner.definition.name())
            .field("script", &*self.inner.script())
            .finish_non_exhaustive()
    }
}
