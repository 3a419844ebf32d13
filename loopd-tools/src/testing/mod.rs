//! A kit for testing tools and the hosts that call them. Behind the feature `testing`.
//!
//! - [`check`] tries a tool on a list of eight points that every tool should meet.
//! - [`FakeTool`] stands in for a tool and answers from a script.
//! - [`arguments_for`] makes arguments that fit a schema.
//! - [`Recorder`] wraps a tool and keeps what it was asked and what it answered.
//! - [`ScriptedModel`] stands in for a model and drives a host's loop.
//!
//! Nothing here needs an async runtime. With the feature `tokio` as well, [`check`] runs tools
//! that need one.

mod check;
mod drive;
mod fake_tool;
mod generate;
mod model;
mod recorder;
mod script;

pub use self::check::{Check, Point, Report, Verdict, check};
pub use self::fake_tool::FakeTool;
pub use self::generate::arguments_for;
pub use self::model::{Exchange, ScriptedModel, Transcript};
pub use self::recorder::{Fate, Recorded, Recorder};
pub use self::script::{Answer, Unmet};
