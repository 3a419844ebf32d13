//! Tools beyond this process, by the Model Context Protocol, against peers by hand; `tests/mcp/run`
//! tries them with real ones.

#[path = "../types/mod.rs"]
mod types;

#[allow(dead_code, reason = "its `main` is for people")]
#[path = "../../examples/serve_mcp.rs"]
mod serve_mcp;

mod calls;
mod changes;
mod ends;
mod finding;
mod hostile;
mod http;
mod importing;
mod kit;
mod listing;
mod lost;
mod pins;
mod reaching;
mod results;
mod round_trip;
mod tools;
