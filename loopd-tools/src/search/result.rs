//! What a search gives.

/// What was found, best first.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Search {
    /// The best tools.
    pub hits: Vec<Hit>,
    /// How many tools have any word of the query, or one near it.
    pub matched: usize,
    /// How many tools were searched.
    pub total: usize,
    /// Why nothing was looked for or found. None if there are hits.
    pub reason: Option<Reason>,
    /// What `select:` asked for and no tool is named.
    pub missing: Vec<String>,
}

/// One tool that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The place of the tool in the list.
    pub place: usize,
    /// How well it fits; scores of one search can be compared. 0 for a tool that is here for its
    /// name alone.
    pub score: f32,
    /// Whether the query has its name, or the part of it behind the namespace.
    pub exact: bool,
}

/// Why there are no hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The query is empty.
    Empty,
    /// The query has no word that is looked for.
    NoWords,
    /// No tool has any of its words, or one near it.
    NoMatch,
}
