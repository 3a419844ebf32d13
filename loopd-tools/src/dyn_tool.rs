//! What a toolbox holds: a tool without its type.

use std::pin::Pin;
use std::sync::Arc;

use crate::arguments::Arguments;
use crate::context::CallContext;
use crate::definition::Definition;
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::plan::Plan;

/// A future on the heap that can be sent to another thread.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A tool without its type. [`Typed`](crate::Typed) is one; hand-written tools implement it.
pub trait DynTool: Send + Sync {
    /// All that is known of the tool without running it.
    fn definition(&self) -> &Definition;

    /// Decodes the arguments of one call, once.
    ///
    /// # Errors
    ///
    /// If the arguments do not fit the schema, or the tool refuses them.
    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError>;

    /// Prepares and runs one call.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare), and what the tool itself says.
    fn call<'a>(
        &'a self,
        arguments: Arguments<'a>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        match self.prepare(arguments, cx) {
            Ok(prepared) => prepared.run(cx),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

macro_rules! pointers_to_tools {
    ($($pointer:ident)*) => {$(
        impl<T: DynTool + ?Sized> DynTool for $pointer<T> {
            fn definition(&self) -> &Definition {
                (**self).definition()
            }

            fn prepare(
                &self,
                arguments: Arguments<'_>,
                cx: &CallContext,
            ) -> Result<Box<dyn Prepared>, ToolError> {
                (**self).prepare(arguments, cx)
            }

            fn call<'a>(
                &'a self,
                arguments: Arguments<'a>,
                cx: &'a CallContext,
            ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
                (**self).call(arguments, cx)
            }
        }
    )*};
}

pointers_to_tools!(Arc Box);

/// One decoded, normalised call.
///
/// `Send`, not `Sync`: take its plan before the first await.
pub trait Prepared: Send {
    /// What the call needs and how it may be ordered.
    fn plan(&self) -> Plan;

    /// Runs the call with the very arguments that the plan was made from.
    ///
    /// # Errors
    ///
    /// What the tool itself says.
    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>>;
}
