//! A prepared call made of a plan and a closure.

use crate::context::CallContext;
use crate::dyn_tool::{BoxFuture, Prepared};
use crate::error::ToolError;
use crate::output::{IntoOutput, ToolOutput};
use crate::plan::Plan;

/// The second half of a hand-written tool: a call whose plan is `plan` and that runs the closure
/// `run`, which owns what was decoded and is given the context.
///
/// ```
/// use loopd_tools::{
///     Arguments, CallContext, Definition, DynTool, Plan, Prepared, ToolError, prepared,
/// };
///
/// struct Whoami {
///     definition: Definition,
/// }
///
/// impl DynTool for Whoami {
///     fn definition(&self) -> &Definition {
///         &self.definition
///     }
///
///     fn prepare(
///         &self,
///         _arguments: Arguments<'_>,
///         _cx: &CallContext,
///     ) -> Result<Box<dyn Prepared>, ToolError> {
///         let plan = Plan::of(&self.definition);
///         Ok(prepared(plan, |cx| async move {
///             Ok(format!("session {}", cx.session_id()))
///         }))
///     }
/// }
/// ```
pub fn prepared<F, Fut, O>(plan: Plan, run: F) -> Box<dyn Prepared>
where
    F: FnOnce(CallContext) -> Fut + Send + 'static,
    Fut: Future<Output = Result<O, ToolError>> + Send + 'static,
    O: IntoOutput,
{
    Box::new(PreparedFn { plan, run })
}

struct PreparedFn<F> {
    plan: Plan,
    run: F,
}

impl<F, Fut, O> Prepared for PreparedFn<F>
where
    F: FnOnce(CallContext) -> Fut + Send + 'static,
    Fut: Future<Output = Result<O, ToolError>> + Send + 'static,
    O: IntoOutput,
{
    fn plan(&self) -> Plan {
        self.plan.clone()
    }

    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        // The closure runs when the future is first polled, so that nothing of the call happens
        // before it is driven.
        let run = self.run;
        let cx = cx.clone();
        Box::pin(async move { Ok(run(cx).await?.into_output()) })
    }
}
