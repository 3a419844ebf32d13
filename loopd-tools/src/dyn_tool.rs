//! What a toolbox holds: a tool without its type.

use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arguments::{Arguments, Repair};
use crate::context::CallContext;
use crate::definition::Definition;
use crate::error::ToolError;
use crate::output::ToolOutput;

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
    fn run<'a>(
        self: Box<Self>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>>;
}

/// What one call needs and how it may be ordered: owned, so that it outlives the call.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// What the call needs.
    pub requirements: Vec<Requirement>,
    /// What the call works on; two calls with one resource never overlap.
    pub resource: Option<String>,
    /// Whether the call may overlap others.
    pub concurrent: bool,
    /// The call in words for the audit log.
    pub audit: String,
    /// What was mended in the arguments.
    pub repairs: Vec<Repair>,
}

/// Something that a call needs and that a policy grants.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The kind of thing: `fs.read`, `net`, ...
    pub capability: String,
    /// The one that is meant: a path, a host, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// The request in words for a person.
    pub words: String,
}

impl Requirement {
    /// Something of `capability`, in words for a person.
    #[must_use]
    pub fn new(capability: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            capability: capability.into(),
            resource: None,
            words: words.into(),
        }
    }

    /// Names the one thing that is meant.
    #[must_use]
    pub fn with_resource(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into());
        self
    }
}

/// A prepared call whose plan is `plan` and whose run is the closure `run`.
pub fn prepared<F>(plan: Plan, run: F) -> Box<dyn Prepared>
where
    F: for<'a> FnOnce(&'a CallContext) -> BoxFuture<'a, Result<ToolOutput, ToolError>>
        + Send
        + 'static,
{
    Box::new(PreparedFn { plan, run })
}

struct PreparedFn<F> {
    plan: Plan,
    run: F,
}

impl<F> Prepared for PreparedFn<F>
where
    F: for<'a> FnOnce(&'a CallContext) -> BoxFuture<'a, Result<ToolOutput, ToolError>> + Send,
{
    fn plan(&self) -> Plan {
        self.plan.clone()
    }

    fn run<'a>(
        self: Box<Self>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        (self.run)(cx)
    }
}
