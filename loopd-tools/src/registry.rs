//! The tools that a host knows of: pure data, fixed for an epoch.

use std::collections::HashMap;

use crate::builtin::{
    CALL_TOOL, FIND_TOOL, call_tool_schema, clock_schema, echo_schema, find_tool_schema,
};
use crate::schema::ToolSchema;

/// One tool of a [`Registry`].
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What the model reads.
    pub schema: ToolSchema,
    /// Whether the schema is in every request.
    pub core: bool,
}

/// The tools that a host knows of, in the order of their registration.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    /// The place of each name in `entries`; follows from them.
    places: HashMap<String, usize>,
}

impl Registry {
    /// A registry of these entries. A later entry of a name replaces the earlier one in its place;
    /// the two reserved names are left out.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut registry = Self::default();
        for entry in entries {
            if is_reserved(&entry.schema.name) {
                continue;
            }
            match registry.places.get(&entry.schema.name) {
                Some(&place) => registry.entries[place] = entry,
                None => {
                    let place = registry.entries.len();
                    registry.places.insert(entry.schema.name.clone(), place);
                    registry.entries.push(entry);
                }
            }
        }
        registry
    }

    /// The registry that `loopd` starts from: `clock` (core) and `echo` (not core).
    #[must_use]
    pub fn m2b() -> Self {
        Self::new(vec![
            Entry {
                schema: clock_schema(),
                core: true,
            },
            Entry {
                schema: echo_schema(),
                core: false,
            },
        ])
    }

    /// The schemas of every request: the core entries, then `find_tool`, then `call_tool`.
    #[must_use]
    pub fn core_schemas(&self) -> Vec<ToolSchema> {
        let core = self.entries.iter().filter(|entry| entry.core);
        core.map(|entry| entry.schema.clone())
            .chain([find_tool_schema(), call_tool_schema()])
            .collect()
    }

    /// The entry of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.places.get(name).map(|&place| &self.entries[place])
    }

    /// The schemas whose name or description holds `query` in any case, in the order of their
    /// registration. An empty query matches nothing.
    #[must_use]
    pub fn find(&self, query: &str) -> Vec<&ToolSchema> {
        let query = query.to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let holds = |text: &str| text.to_lowercase().contains(&query);
        self.schemas()
            .filter(|schema| holds(&schema.name) || holds(&schema.description))
            .collect()
    }

    /// All schemas, in the order of their registration.
    pub fn schemas(&self) -> impl ExactSizeIterator<Item = &ToolSchema> {
        self.entries.iter().map(|entry| &entry.schema)
    }

    /// All entries, in the order of their registration.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All names, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.schemas().map(|schema| &*schema.name).collect();
        names.sort_unstable();
        names
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Over the entries alone: the rest follows from them.
impl PartialEq for Registry {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl FromIterator<Entry> for Registry {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        Self::new(entries.into_iter().collect())
    }
}

/// Whether the host itself answers this name.
pub(crate) fn is_reserved(name: &str) -> bool {
    name == FIND_TOOL || name == CALL_TOOL
}
