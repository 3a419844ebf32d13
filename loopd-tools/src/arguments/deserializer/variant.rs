//! Externally tagged enums as serde reads them.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use super::error::DecodeError;
use crate::arguments::place::Step;
use crate::arguments::tree::Node;

/// A variant of an externally tagged enum: its name, and its value unless it is a unit.
pub(super) struct Variant<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) value: Option<Node<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = DecodeError;
    type Variant = Content<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Content<'de>), DecodeError> {
        let variant = seed.deserialize(StrDeserializer::new(&self.name))?;
        let content = Content {
            name: self.name,
            value: self.value,
        };
        Ok((variant, content))
    }
}

/// What a variant holds.
pub(super) struct Content<'de> {
    name: Cow<'de, str>,
    value: Option<Node<'de>>,
}

impl<'de> Content<'de> {
    /// Reads the value by `read`.
    fn read<T>(
        self,
        read: impl FnOnce(Node<'de>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let Some(value) = self.value else {
            return Err(de::Error::custom("the variant's value is missing"));
        };
        read(value).map_err(|error| error.under(Step::Key(Cow::Owned(self.name.into_owned()))))
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.value {
            None | Some(Node::Null) => Ok(()),
            Some(_) => Err(de::Error::custom("the variant has no value")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        self.read(|value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(|value| value.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(|value| value.deserialize_struct("", fields, visitor))
    }
}
