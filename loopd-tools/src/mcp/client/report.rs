//! What became of a server's tools.

use crate::arguments::SchemaProblem;
use crate::schema::Digest;

/// What became of a server's tools, by its latest list.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportReport {
    /// The tools that can be called, in the server's order.
    pub tools: Vec<ImportedTool>,
    /// The tools that can't be imported.
    pub skipped: Vec<Skipped>,
    /// The tools that wait for an approval.
    pub held: Vec<Held>,
    /// What of the imported schemas can't be checked here: the server checks it itself.
    pub unchecked: Vec<Unchecked>,
}

/// A tool that can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedTool {
    /// The server's name for it.
    pub server_name: String,
    /// Its name in the toolbox.
    pub name: String,
}

/// A tool that can't be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The server's name for it, as far as it has one.
    pub server_name: String,
    /// Why not.
    pub reason: String,
}

/// A tool that waits for an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held {
    /// The server's name for it.
    pub server_name: String,
    /// What it says of itself now.
    pub description: String,
    /// The digest of what it is now.
    pub digest: Digest,
    /// The digest that was approved; none if the tool is new.
    pub approved: Option<Digest>,
}

/// A keyword of an imported schema that can't be checked here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unchecked {
    /// The server's name for the tool.
    pub server_name: String,
    /// What can't be checked, and where.
    pub problem: SchemaProblem,
}
