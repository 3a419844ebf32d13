//! Several changes that are one.

use std::sync::Arc;

use crate::dyn_tool::DynTool;

use super::namespace::Namespace;

/// Several changes of a toolbox that are one: all of them are done under one version, or none.
///
/// ```
/// use loopd_tools::{Clock, Echo, Edit, Tool, Toolbox};
///
/// let toolbox = Toolbox::new();
/// toolbox.register(Echo::tool())?;
/// toolbox.apply(Edit::new().remove("echo").register(Clock::tool()))?;
/// assert_eq!(toolbox.names(), ["clock"]);
/// assert_eq!(toolbox.version(), 2);
/// # Ok::<(), loopd_tools::ToolboxError>(())
/// ```
#[derive(Default)]
#[must_use = "an edit does nothing until a toolbox applies it"]
pub struct Edit {
    pub(super) steps: Vec<Step>,
}

/// One change.
pub(super) enum Step {
    Register(Arc<dyn DynTool>),
    Replace(Arc<dyn DynTool>),
    Remove(String),
    Hide { name: String, hidden: bool },
}

impl Edit {
    /// An edit that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool behind all others.
    pub fn register(self, tool: impl DynTool + 'static) -> Self {
        self.step(Step::Register(Arc::new(tool)))
    }

    /// Puts a tool in the place of the one of its name.
    pub fn replace(self, tool: impl DynTool + 'static) -> Self {
        self.step(Step::Replace(Arc::new(tool)))
    }

    /// Takes a tool out. Its running calls finish.
    pub fn remove(self, name: impl Into<String>) -> Self {
        self.step(Step::Remove(name.into()))
    }

    /// Keeps a tool out of every list, though it can be called.
    pub fn hide(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.step(Step::Hide { name, hidden: true })
    }

    /// Lists a hidden tool again, in its old place.
    pub fn show(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.step(Step::Hide {
            name,
            hidden: false,
        })
    }

    /// The same edit of the tools of a namespace.
    pub(super) fn prefixed(mut self, namespace: &Namespace) -> Self {
        for step in &mut self.steps {
            match step {
                Step::Register(tool) | Step::Replace(tool) => {
                    *tool = namespace.renamed(Arc::clone(tool));
                }
                Step::Remove(name) | Step::Hide { name, .. } => *name = namespace.full_name(name),
            }
        }
        self
    }

    fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}
