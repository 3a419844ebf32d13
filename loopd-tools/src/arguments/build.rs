//! What the arguments become at the end.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::deserializer::DecodeError;
use super::tree::Node;
use crate::tool::Tool;

/// What the arguments become at the end.
pub(crate) trait Build {
    type Output;

    /// Builds from a value that fits the schema.
    fn build(node: Node<'_>) -> Result<Self::Output, DecodeError>;
}

/// A derived tool.
pub(crate) struct ByTool<T>(PhantomData<T>);

impl<T: Tool> Build for ByTool<T> {
    type Output = T;

    fn build(node: Node<'_>) -> Result<T, DecodeError> {
        T::__decode(node)
    }
}

/// A type by its own `Deserialize`.
pub(crate) struct BySerde<T>(PhantomData<T>);

impl<T: DeserializeOwned> Build for BySerde<T> {
    type Output = T;

    fn build(node: Node<'_>) -> Result<T, DecodeError> {
        T::deserialize(node)
    }
}

/// JSON as it is.
pub(crate) struct AsValue;

impl Build for AsValue {
    type Output = Value;

    /// Without serde: `serde_json` takes some keys of objects for its own.
    fn build(node: Node<'_>) -> Result<Value, DecodeError> {
        Ok(node.to_value())
    }
}
