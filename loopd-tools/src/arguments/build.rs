//! What the arguments become at the end.

use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::DeserializeOwned;

use crate::tool::Tool;

/// What the arguments become at the end, by serde.
pub(crate) trait Build {
    type Output;

    /// Builds from a value that fits the schema.
    fn build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::Output, D::Error>;
}

/// A derived tool.
pub(crate) struct ByTool<T>(PhantomData<T>);

impl<T: Tool> Build for ByTool<T> {
    type Output = T;

    fn build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::__decode(deserializer)
    }
}

/// A type by its own `Deserialize`.
pub(crate) struct BySerde<T>(PhantomData<T>);

impl<T: DeserializeOwned> Build for BySerde<T> {
    type Output = T;

    fn build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}
