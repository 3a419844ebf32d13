//! The kit that tests tools and hosts.

mod check;
mod fake_tool;
mod files;
mod generated;
mod model;
mod recorder;
