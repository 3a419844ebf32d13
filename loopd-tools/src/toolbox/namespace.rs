//! Tools under a prefix.

use std::fmt;
use std::sync::Arc;

use crate::arguments::Arguments;
use crate::context::CallContext;
use crate::definition::Definition;
use crate::dyn_tool::{BoxFuture, DynTool, Prepared};
use crate::error::ToolError;
use crate::output::ToolOutput;

use super::Toolbox;
use super::edit::Edit;
use super::error::ToolboxError;
use super::name;

/// The tools of a toolbox whose names begin with a prefix, so that tools from several sources
/// never meet.
///
/// Every method takes the tool's own name, without the prefix. A tool's name together with the
/// prefix must be one that every consumer takes, or the tool is refused.
///
/// ```
/// use loopd_tools::{Echo, Tool, Toolbox};
///
/// let toolbox = Toolbox::new();
/// let git = toolbox.namespace("git_")?;
/// git.register(Echo::tool())?;
/// assert_eq!(toolbox.names(), ["git_echo"]);
/// assert!(git.contains("echo"));
/// # Ok::<(), loopd_tools::ToolboxError>(())
/// ```
#[derive(Clone)]
pub struct Namespace {
    toolbox: Toolbox,
    prefix: String,
}

impl Namespace {
    pub(super) fn new(toolbox: Toolbox, prefix: &str) -> Result<Self, ToolboxError> {
        name::spelled(prefix).map_err(|reason| ToolboxError::BadName {
            name: prefix.to_owned(),
            reason,
        })?;
        Ok(Self {
            toolbox,
            prefix: prefix.to_owned(),
        })
    }

    /// What all names begin with.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The name that a tool has in the toolbox.
    #[must_use]
    pub fn full_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Adds a tool under the prefix.
    ///
    /// # Errors
    ///
    /// As [`Toolbox::register`], for the name with the prefix.
    pub fn register(&self, tool: impl DynTool + 'static) -> Result<(), ToolboxError> {
        self.apply(Edit::new().register(tool)).map(drop)
    }

    /// Puts a tool in the place of the one of its name.
    ///
    /// # Errors
    ///
    /// As [`Toolbox::replace`], for the name with the prefix.
    pub fn replace(&self, tool: impl DynTool + 'static) -> Result<(), ToolboxError> {
        self.apply(Edit::new().replace(tool)).map(drop)
    }

    /// Takes a tool out. Its running calls finish.
    ///
    /// # Errors
    ///
    /// If no tool has the name with the prefix.
    pub fn remove(&self, name: &str) -> Result<(), ToolboxError> {
        self.toolbox.remove(&self.full_name(name))
    }

    /// The tool of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<dyn DynTool>> {
        self.toolbox.get(&self.full_name(name))
    }

    /// Whether there is a tool of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.toolbox.contains(&self.full_name(name))
    }

    /// The listed tools' own names, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.toolbox.names();
        names
            .iter()
            .filter_map(|name| name.strip_prefix(&*self.prefix))
            .map(str::to_owned)
            .collect()
    }

    /// Does all of `edit` under one version, with the prefix before every name; gives the version.
    ///
    /// # Errors
    ///
    /// As [`Toolbox::apply`], for the names with the prefix.
    pub fn apply(&self, edit: Edit) -> Result<u64, ToolboxError> {
        self.toolbox.apply(edit.prefixed(self))
    }

    /// The tool with the prefix before its name.
    pub(super) fn renamed(&self, tool: Arc<dyn DynTool>) -> Arc<dyn DynTool> {
        let definition = tool.definition().clone();
        let name = self.full_name(definition.name());
        Arc::new(Renamed {
            definition: definition.with_name(name),
            tool,
        })
    }
}

impl fmt::Debug for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Namespace")
            .field("prefix", &self.prefix)
            .field("names", &self.names())
            .finish_non_exhaustive()
    }
}

/// A tool that models call by another name than its own.
struct Renamed {
    tool: Arc<dyn DynTool>,
    definition: Definition,
}

impl DynTool for Renamed {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        self.tool.prepare(arguments, cx)
    }

    fn call<'a>(
        &'a self,
        arguments: Arguments<'a>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        self.tool.call(arguments, cx)
    }
}
