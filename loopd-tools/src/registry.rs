//! The tools that a host knows of: pure data, fixed for an epoch.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use crate::builtin::{
    CALL_TOOL, FIND_TOOL, call_tool_schema, clock_schema, echo_schema, find_tool_schema,
};
use crate::schema::{
    Dialect, Digest, Finding, RenderedTools, ToolSchema, Usage, check_registry, usage_of,
};
use crate::search::{Index, Search};

/// One tool of a [`Registry`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What the model reads.
    pub schema: ToolSchema,
    /// Whether the schema is in every request.
    pub core: bool,
}

/// The tools that a host knows of, in the order of their registration.
///
/// Its serde form is the list of its entries. Reading one is as strict as
/// [`try_new`](Self::try_new).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Vec<Entry>")]
pub struct Registry {
    entries: Vec<Entry>,
    /// The place of each name in `entries`; follows from them.
    places: HashMap<String, usize>,
    /// The arrays of the requests; they follow from `entries` too.
    rendered: RenderedTools,
    /// What searches by rank; it follows from the schemas. Clones share it.
    index: Arc<OnceLock<Index>>,
}

impl Registry {
    /// A registry of these entries. A later entry of a name replaces the earlier one in its place;
    /// the two reserved names are left out. [`try_new`](Self::try_new) refuses both.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut registry = Self::default();
        for entry in entries {
            if is_reserved(&entry.schema.name) {
                continue;
            }
            if let Some(&place) = registry.places.get(&entry.schema.name) {
                registry.entries[place] = entry;
            } else {
                registry.append(entry);
            }
        }
        registry
    }

    /// A registry of these entries and no others.
    ///
    /// # Errors
    ///
    /// If a name is there twice, or is one of the two that a host answers itself.
    pub fn try_new(entries: Vec<Entry>) -> Result<Self, RegistryError> {
        let mut registry = Self::default();
        for entry in entries {
            let name = &entry.schema.name;
            if is_reserved(name) {
                return Err(RegistryError::Reserved { name: name.clone() });
            }
            if registry.places.contains_key(name) {
                return Err(RegistryError::Duplicate { name: name.clone() });
            }
            registry.append(entry);
        }
        Ok(registry)
    }

    /// Takes an entry whose name is not there yet.
    fn append(&mut self, entry: Entry) {
        self.places
            .insert(entry.schema.name.clone(), self.entries.len());
        self.entries.push(entry);
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

    /// These tools, of which those are core that `epoch` has as core.
    pub(crate) fn with_core_of(mut self, epoch: &Self) -> Self {
        for entry in &mut self.entries {
            entry.core = epoch.get(&entry.schema.name).is_some_and(|old| old.core);
        }
        // What was rendered had the other core tools.
        self.rendered = RenderedTools::default();
        self
    }

    /// The `tools` array of every request, as JSON text in `dialect`: that of
    /// [`core_schemas`](Self::core_schemas). It is rendered once; later calls, and those on clones,
    /// hand out the same bytes.
    #[must_use]
    pub fn tools(&self, dialect: Dialect) -> Arc<str> {
        self.rendered.get(dialect, || self.core_schemas())
    }

    /// The digest of all entries in their order, each its schema and whether it is core.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let entries = self.entries.iter().map(|entry| {
            let schema = entry.schema.to_value();
            Value::from_iter([("core", entry.core.into()), ("schema", schema)])
        });
        Digest::of(&entries.collect())
    }

    /// What `dialect` refuses of the tools of a request, each on its own and all together, and what
    /// is better changed.
    #[must_use]
    pub fn check(&self, dialect: Dialect) -> Vec<Finding> {
        check_registry(&self.core_schemas(), dialect)
    }

    /// What the tools of a request use of the limits that `dialect` sets for one, such as 128 tools.
    /// Empty where no limit is known.
    #[must_use]
    pub fn usage(&self, dialect: Dialect) -> Vec<Usage> {
        usage_of(&self.core_schemas(), dialect)
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
        let query = lower(query);
        if query.is_empty() {
            return Vec::new();
        }
        let holds = |text: &str| lower(text).contains(&query);
        self.schemas()
            .filter(|schema| holds(&schema.name) || holds(&schema.description))
            .collect()
    }

    /// The best `limit` tools for `query`, best first: hits are places in
    /// [`entries`](Self::entries). See [`Index::search`] for how a query is read.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Search {
        self.index().search(query, limit)
    }

    /// The index of this registry, built the first time. It belongs to this value: a changed list of
    /// tools is another registry and has another index.
    #[must_use]
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.schemas()))
    }

    /// All schemas, in the order of their registration.
    #[must_use]
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

impl Serialize for Registry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

impl TryFrom<Vec<Entry>> for Registry {
    type Error = RegistryError;

    fn try_from(entries: Vec<Entry>) -> Result<Self, RegistryError> {
        Self::try_new(entries)
    }
}

/// Why a list of entries is no [`Registry`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Two entries have one name.
    #[error("two tools are named `{name}`; rename one of them or leave it out")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// The host itself answers this name.
    #[error("`{name}` is a name that the host itself answers; rename the tool")]
    Reserved {
        /// The name.
        name: String,
    },
}

/// Whether the host itself answers this name.
pub(crate) fn is_reserved(name: &str) -> bool {
    name == FIND_TOOL || name == CALL_TOOL
}

/// Character by character: `str::to_lowercase` looks at the neighbours of a Greek sigma, and a
/// part of a text would then not always be found in it.
fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Here, not among the behaviour tests: what those depend on reads numbers exactly by itself.
    #[test]
    fn the_numbers_of_a_stored_schema_come_back_as_they_were() {
        for number in [
            31.245_270_191_439_438,
            121.487_919_511_619_45,
            2.638_344_616_030_823e-256,
        ] {
            let mut entry = Registry::m2b().entries[0].clone();
            entry.schema.parameters["minimum"] = number.into();
            let text = serde_json::to_string(&entry).unwrap();
            assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
        }
    }
}
