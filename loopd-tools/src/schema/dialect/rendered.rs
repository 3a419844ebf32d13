//! Arrays of tools, each rendered once and handed out as shared bytes.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::Dialect;
use crate::schema::ToolSchema;

/// The arrays of one list of tools; they follow from it.
#[derive(Clone, Default)]
pub(crate) struct RenderedTools {
    arrays: Arc<[OnceLock<Arc<str>>; Dialect::ALL.len()]>,
}

impl RenderedTools {
    /// The array for `dialect`, made of `schemas` the first time.
    pub(crate) fn get(
        &self,
        dialect: Dialect,
        schemas: impl FnOnce() -> Vec<ToolSchema>,
    ) -> Arc<str> {
        let place = Dialect::ALL.iter().position(|known| *known == dialect);
        let array = self.arrays.get(place.unwrap_or_default());
        let render = || Arc::from(dialect.render(&schemas()));
        match array {
            Some(array) => Arc::clone(array.get_or_init(render)),
            None => render(),
        }
    }
}

impl fmt::Debug for RenderedTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderedTools").finish_non_exhaustive()
    }
}
