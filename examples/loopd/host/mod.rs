//! The host: all of `loopd` that talks to a model and calls tools.

pub(crate) mod conversation;
pub(crate) mod epoch;
pub(crate) mod model;
pub(crate) mod recording;
pub(crate) mod server;
pub(crate) mod session;
pub(crate) mod watched;
