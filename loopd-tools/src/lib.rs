//! Declare the tools that a language model may call: one struct, one truth.
//!
//! A documented `Deserialize` struct with `#[derive(Tool)]` and one async method is a tool. The
//! schema that the model reads, the decoder for what the model sends and the entry in the
//! [`Registry`] follow from it.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The derives write paths that begin with the name of this crate, here as well.
extern crate self as loopd_tools;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod argument_decoder;
mod arguments;
pub mod audit;
mod blocking;
pub mod broker;
mod builtin;
mod cap;
mod contain;
mod context;
mod definition;
mod dispatch;
mod dispatcher;
mod docs;
mod dyn_tool;
mod envelope;
mod error;
mod fake;
mod fn_tool;
mod json_schema;
#[cfg(feature = "mcp")]
#[cfg_attr(docsrs, doc(cfg(feature = "mcp")))]
pub mod mcp;
mod mirrored;
#[cfg(feature = "nats")]
#[cfg_attr(docsrs, doc(cfg(feature = "nats")))]
pub mod nats;
mod offload;
mod output;
#[cfg(doctest)]
mod pages;
mod plan;
pub mod policy;
mod port;
mod prepared;
mod registry;
mod requirement;
mod resource;
mod run;
mod schema;
pub mod search;
mod sync;
#[cfg(feature = "testing")]
#[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
pub mod testing;
mod tool;
mod toolbox;
mod typed;
mod unit;

pub use argument_decoder::ArgumentDecoder;
pub use arguments::{
    Arguments, Limits, MAX_BYTES, MAX_DEPTH, Problem, ProblemKind, Repair, RepairKind,
    SchemaProblem,
};
pub use broker::{Broker, CallLimits, Outcome};
pub use builtin::{
    CALL_TOOL, CallTool, Clock, Echo, FIND_TOOL, FindTool, call_tool_schema, clock_schema,
    echo_schema, find_tool_schema,
};
pub use cap::cap_result;
pub use context::{CallContext, Cancellation, Cancelled, Context, Extensions, Progress, Session};
pub use definition::{Definition, Hints};
pub use dispatch::{Dispatch, dispatch};
pub use dispatcher::{Answer, Dispatcher};
pub use dyn_tool::{BoxFuture, DynTool, Prepared};
pub use envelope::EnvelopeRepair;
pub use error::{ToolError, ToolErrorKind};
pub use fake::FakeTools;
pub use fn_tool::FnTool;
pub use json_schema::JsonSchema;
pub use loopd_tools_derive::{Tool, tool};
pub use offload::run_blocking;
pub use output::{
    Contents, Control, DisplayHint, IntoOutput, IntoResult, Json, Media, Part, Resource,
    ResourceLink, Retention, ToolOutput,
};
pub use plan::Plan;
pub use port::{Class, DenyReason, PortAnswer, ToolPort, ToolRequest, ToolResponse};
pub use prepared::prepared;
pub use registry::{Entry, Registry, RegistryError};
pub use requirement::Requirement;
pub use run::Run;
pub use schema::{
    Dialect, Digest, Finding, Loss, Lowered, ParseDigestError, SchemaError, Severity, Strictness,
    ToolSchema, Usage, parameters_of,
};
pub use tool::{Stateless, Tool};
pub use toolbox::{BadName, Change, Changes, Edit, Namespace, Surface, Toolbox, ToolboxError};
pub use typed::Typed;
