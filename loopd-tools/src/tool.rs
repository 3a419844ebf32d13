//! What the derive writes.

use std::sync::Arc;

use serde::Deserializer;

use crate::__private::Meta;
use crate::definition::Definition;
use crate::output::IntoOutput;
use crate::registry::Entry;
use crate::run::Run;
use crate::schema::{SchemaError, ToolSchema};
use crate::typed::Typed;

/// A tool as its type declares it. Written by `#[derive(Tool)]`, never by hand: the hidden items
/// may change in any release.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "needs `#[derive(Tool)]`",
    note = "put `#[derive(Tool, serde::Deserialize)]` on `{Self}`"
)]
pub trait Tool: Sized + Send {
    /// What all calls of the tool share: `()` unless `#[tool(state = Type)]` says otherwise.
    type State: Send + Sync + 'static;
    /// What `run` gives: [`ToolOutput`](crate::ToolOutput) unless `#[tool(output = Type)]` says
    /// otherwise.
    type Output: IntoOutput;
    /// The name that a model calls the tool by.
    const NAME: &'static str;

    #[doc(hidden)]
    const META: Meta;

    /// What `#[tool(resource = field)]` names.
    #[doc(hidden)]
    fn __resource(&self) -> Option<String> {
        None
    }

    #[doc(hidden)]
    fn __parameters(generator: &mut schemars::SchemaGenerator) -> schemars::Schema;

    #[doc(hidden)]
    fn __decode<'de, D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: Deserializer<'de>;

    /// All that is known of the tool without running it.
    ///
    /// # Panics
    ///
    /// If the argument type has no truthful schema; [`try_definition`](Self::try_definition) gives
    /// the same message as an error.
    #[must_use]
    #[expect(
        clippy::panic,
        reason = "a wrong declaration is the developer's, never the model's"
    )]
    fn definition() -> Definition {
        match Self::try_definition() {
            Ok(definition) => definition,
            Err(error) => panic!("{error}"),
        }
    }

    /// All that is known of the tool without running it.
    ///
    /// # Errors
    ///
    /// If the argument type has no truthful schema: the message names tool, field and way out.
    fn try_definition() -> Result<Definition, SchemaError> {
        Ok(crate::definition::declare::<Self>()?.0)
    }

    /// The schema that the model reads.
    ///
    /// # Panics
    ///
    /// As [`definition`](Self::definition).
    #[must_use]
    fn schema() -> ToolSchema {
        Self::definition().into_schema()
    }

    /// The tool's entry in a [`Registry`](crate::Registry).
    ///
    /// # Panics
    ///
    /// As [`definition`](Self::definition).
    #[must_use]
    fn entry() -> Entry {
        Self::definition().into_entry()
    }

    /// The tool itself, for a type that needs no state.
    ///
    /// # Panics
    ///
    /// As [`definition`](Self::definition).
    #[must_use]
    fn tool() -> Typed<Self>
    where
        Self: Run + Stateless + 'static,
    {
        Typed::new(<Self as Stateless>::state())
    }

    /// The tool itself, with the state that its calls share.
    ///
    /// # Panics
    ///
    /// As [`definition`](Self::definition).
    #[must_use]
    fn with(state: impl Into<Arc<Self::State>>) -> Typed<Self>
    where
        Self: Run + 'static,
    {
        Typed::new(state.into())
    }
}

/// A tool that needs no state.
pub trait Stateless: Tool {
    #[doc(hidden)]
    fn state() -> Arc<Self::State>;
}

// Without it rustc would speak of `State == ()`, and not of `with`.
#[diagnostic::do_not_recommend]
impl<T: Tool<State = ()>> Stateless for T {
    fn state() -> Arc<()> {
        Arc::new(())
    }
}
