//! A derived tool together with its state.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::arguments::{Arguments, ByTool, Decoded, Decoder, Repair};
use crate::blocking::block_on;
use crate::context::{CallContext, Context};
use crate::definition::{self, Definition};
use crate::dyn_tool::{BoxFuture, DynTool, Prepared};
use crate::error::ToolError;
use crate::offload::run_blocking;
use crate::output::{IntoOutput, ToolOutput};
use crate::plan::Plan;
use crate::run::Run;
use crate::tool::Tool;

/// A derived tool together with its state.
pub struct Typed<T: Tool> {
    definition: Definition,
    decoder: Decoder,
    state: Arc<T::State>,
    tool: PhantomData<fn() -> T>,
}

impl<T: Run + 'static> Typed<T> {
    /// # Panics
    ///
    /// As [`Tool::definition`].
    #[expect(
        clippy::panic,
        reason = "a wrong declaration is the developer's, never the model's"
    )]
    pub(crate) fn new(state: Arc<T::State>) -> Self {
        let (definition, decoder) = match definition::declare::<T>() {
            Ok(declared) => declared,
            Err(error) => panic!("{error}"),
        };
        Self {
            definition,
            decoder,
            state,
            tool: PhantomData,
        }
    }

    fn decode(&self, arguments: &Arguments<'_>, cx: &CallContext) -> Result<Decoded<T>, ToolError> {
        let mut decoded = self.decoder.decode::<ByTool<T>>(arguments)?;
        decoded.arguments.normalize(Context::new(cx, &self.state))?;
        Ok(decoded)
    }
}

impl<T: Run + 'static> DynTool for Typed<T> {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let Decoded {
            arguments: tool,
            repairs,
        } = self.decode(&arguments, cx)?;
        Ok(Box::new(PreparedTyped {
            tool,
            repairs,
            state: Arc::clone(&self.state),
            // A clone of the context is one more count on its `Arc`.
            cx: cx.clone(),
        }))
    }

    fn call<'a>(
        &'a self,
        arguments: Arguments<'a>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        match self.decode(&arguments, cx) {
            Ok(Decoded {
                arguments: tool, ..
            }) if T::META.blocking => run_off_thread(tool, Arc::clone(&self.state), cx.clone()),
            Ok(Decoded {
                arguments: tool, ..
            }) => Box::pin(run(tool, Context::new(cx, &*self.state))),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

/// Runs a body that blocks its thread: it owns all that it needs, as it may outlive the future.
fn run_off_thread<T: Run + 'static>(
    tool: T,
    state: Arc<T::State>,
    cx: CallContext,
) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
    Box::pin(
        async move { run_blocking(move || block_on(run(tool, Context::new(&cx, &*state)))).await? },
    )
}

async fn run<T: Run>(tool: T, cx: Context<'_, T::State>) -> Result<ToolOutput, ToolError> {
    Ok(tool.run(cx).await?.into_output())
}

struct PreparedTyped<T: Tool> {
    tool: T,
    repairs: Vec<Repair>,
    state: Arc<T::State>,
    cx: CallContext,
}

impl<T: Run + 'static> Prepared for PreparedTyped<T> {
    fn plan(&self) -> Plan {
        let cx = Context::new(&self.cx, &*self.state);
        Plan {
            requirements: self.tool.requires(cx),
            resource: self.tool.resource(cx),
            concurrent: self.tool.concurrent(cx),
            audit: self.tool.audit(cx),
            repairs: self.repairs.clone(),
        }
    }

    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let Self { tool, state, .. } = *self;
        if T::META.blocking {
            return run_off_thread(tool, state, cx.clone());
        }
        Box::pin(async move { run(tool, Context::new(cx, &*state)).await })
    }
}

impl<T: Tool> fmt::Debug for Typed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
