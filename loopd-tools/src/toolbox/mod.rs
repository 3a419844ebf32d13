//! The tools that can be run in this process.
//!
//! One table (`table`) serves lists, look-ups and calls, so that they can't disagree. `versioned`
//! holds the lock, the version and the listeners, and knows nothing of tools.

mod change;
mod changes;
mod edit;
mod error;
mod name;
mod namespace;
mod parameters;
mod slot;
mod surface;
mod table;
mod versioned;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use crate::dyn_tool::DynTool;
use crate::registry::Registry;

#[cfg(feature = "mcp")]
pub(crate) use self::name::{
    LONGEST as LONGEST_NAME, is_free as is_free_name, spelled as is_spelled,
};
pub(crate) use self::slot::Slot;
#[cfg(feature = "nats")]
pub(crate) use self::slot::check as check_definition;
use self::table::{Ready, Table};
use self::versioned::{Edited, Versioned};

pub use self::change::Change;
pub use self::changes::Changes;
pub use self::edit::Edit;
pub use self::error::ToolboxError;
pub use self::name::BadName;
pub use self::namespace::Namespace;
pub use self::surface::Surface;

/// The tools that can be run in this process. They can change while calls are running.
///
/// A handle: its clones are the same toolbox. A name is in the lists if and only if it can be
/// called, unless the tool was hidden on purpose.
///
/// ```
/// use loopd_tools::{Clock, Echo, Tool, Toolbox};
///
/// let toolbox = Toolbox::new();
/// toolbox.register(Echo::tool())?;
/// toolbox.register(Clock::tool())?;
/// assert_eq!(toolbox.names(), ["clock", "echo"]);
/// assert_eq!(toolbox.version(), 2);
/// # Ok::<(), loopd_tools::ToolboxError>(())
/// ```
#[derive(Clone)]
pub struct Toolbox {
    table: Arc<Versioned<Table>>,
}

impl Toolbox {
    /// A toolbox without a tool.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: Arc::new(Versioned::new(Table::default())),
        }
    }

    /// Adds a tool behind all others.
    ///
    /// # Errors
    ///
    /// If the name is taken, reserved, or one that a consumer refuses; if the description is
    /// empty; if the parameters are no object's schema.
    pub fn register(&self, tool: impl DynTool + 'static) -> Result<(), ToolboxError> {
        self.apply(Edit::new().register(tool)).map(drop)
    }

    /// Puts a tool in the place of the one of its name. Running calls of the old one finish.
    ///
    /// # Errors
    ///
    /// If no tool has the name; else as [`register`](Self::register).
    pub fn replace(&self, tool: impl DynTool + 'static) -> Result<(), ToolboxError> {
        self.apply(Edit::new().replace(tool)).map(drop)
    }

    /// Takes a tool out. Its running calls finish.
    ///
    /// # Errors
    ///
    /// If no tool has the name.
    pub fn remove(&self, name: &str) -> Result<(), ToolboxError> {
        self.apply(Edit::new().remove(name)).map(drop)
    }

    /// Keeps a tool out of every list, though it can be called.
    ///
    /// # Errors
    ///
    /// If no tool has the name.
    pub fn hide(&self, name: &str) -> Result<(), ToolboxError> {
        self.apply(Edit::new().hide(name)).map(drop)
    }

    /// Lists a hidden tool again, in its old place.
    ///
    /// # Errors
    ///
    /// If no tool has the name.
    pub fn show(&self, name: &str) -> Result<(), ToolboxError> {
        self.apply(Edit::new().show(name)).map(drop)
    }

    /// Does all of `edit` under one version; gives the version. Nothing is done if one step of it
    /// can't be.
    ///
    /// # Errors
    ///
    /// Those of the steps: the first one that can't be done.
    pub fn apply(&self, edit: Edit) -> Result<u64, ToolboxError> {
        let steps = edit.steps.into_iter().map(Ready::new);
        let steps = steps.collect::<Result<Vec<Ready>, _>>()?;
        let (version, before) = self.table.edit(|table, version| {
            table.check(&steps)?;
            let before = table.commit(steps);
            let change = table.change(&before, version);
            let version = if change.is_some() {
                version
            } else {
                version - 1
            };
            Ok(Edited {
                change,
                result: (version, before),
            })
        })?;
        // The tools that were there before are let go here, outside the lock.
        drop(before);
        Ok(version)
    }

    /// The tool of this name, a hidden one too.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<dyn DynTool>> {
        self.table
            .read(|table, _| table.get(name).map(|slot| Arc::clone(slot.tool())))
    }

    /// Whether a tool of this name can be called.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.table.read(|table, _| table.get(name).is_some())
    }

    /// The names of all listed tools, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.listed(|slot| Some(slot.name().to_owned()));
        names.sort_unstable();
        names
    }

    /// All listed tools, in the order of their registration.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<dyn DynTool>> {
        self.listed(|slot| Some(Arc::clone(slot.tool())))
    }

    /// The listed tools whose calls may overlap others, in the order of their registration.
    #[must_use]
    pub fn concurrent(&self) -> Vec<Arc<dyn DynTool>> {
        self.listed(|slot| {
            let concurrent = slot.definition().concurrent();
            concurrent.then(|| Arc::clone(slot.tool()))
        })
    }

    /// What the listed core tools add to the system prompt, in the order of their registration. A
    /// tool that is not core says it where `find_tool` finds it.
    #[must_use]
    pub fn system_prompts(&self) -> Vec<String> {
        self.listed(|slot| {
            let definition = slot.definition();
            let text = definition.system_prompt().filter(|_| definition.core());
            text.map(str::to_owned)
        })
    }

    /// How many tools are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.read(|table, _| table.listed().count())
    }

    /// Whether no tool is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of changes so far.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.table.read(|_, version| version)
    }

    /// The listed tools' entries, in the order of their registration.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.surface().registry().clone()
    }

    /// The listed tools, their registry and the version, as one. Made once per version.
    #[must_use]
    pub fn surface(&self) -> Arc<Surface> {
        self.table.surface()
    }

    /// A toolbox of its own with these of the tools, in the order of their registration here.
    /// Hidden tools stay hidden in it.
    ///
    /// # Errors
    ///
    /// If a name is missing: the first of them.
    pub fn subset<I>(&self, names: I) -> Result<Self, ToolboxError>
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let wanted: BTreeSet<String> = names.into_iter().map(Into::into).collect();
        let table = self.table.read(|table, _| table.subset(&wanted))?;
        Ok(Self {
            table: Arc::new(Versioned::new(table)),
        })
    }

    /// The tools whose names begin with `prefix`.
    ///
    /// # Errors
    ///
    /// If the prefix is no beginning of a name that every consumer takes.
    pub fn namespace(&self, prefix: &str) -> Result<Namespace, ToolboxError> {
        Namespace::new(self.clone(), prefix)
    }

    /// The tools as they are now, and all changes from there on.
    #[must_use]
    pub fn subscribe(&self) -> (Arc<Surface>, Changes) {
        let (surface, listener) = self.table.listen();
        (surface, Changes::new(listener))
    }

    /// The tool behind a name, with all that was registered of it.
    pub(crate) fn slot(&self, name: &str) -> Option<Arc<Slot>> {
        self.table.read(|table, _| table.get(name).cloned())
    }

    /// From here on no tool can have a timeout, until what comes out is dropped.
    ///
    /// # Errors
    ///
    /// If a tool has one already.
    pub(crate) fn without_timer(&self) -> Result<WithoutTimer, ToolboxError> {
        self.table.edit(|table, _| {
            table.forbid_timeouts()?;
            Ok(Edited {
                change: None,
                result: (),
            })
        })?;
        Ok(WithoutTimer {
            toolbox: self.clone(),
        })
    }

    fn listed<T>(&self, pick: impl Fn(&Slot) -> Option<T>) -> Vec<T> {
        self.table
            .read(|table, _| table.listed().filter_map(|slot| pick(slot)).collect())
    }
}

impl Default for Toolbox {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.surface().fmt(f)
    }
}

/// A broker that can't keep timeouts runs the toolbox.
pub(crate) struct WithoutTimer {
    toolbox: Toolbox,
}

impl Drop for WithoutTimer {
    fn drop(&mut self) {
        let Ok(()) = self.toolbox.table.edit(|table, _| {
            table.allow_timeouts();
            Ok::<_, Infallible>(Edited {
                change: None,
                result: (),
            })
        });
    }
}
