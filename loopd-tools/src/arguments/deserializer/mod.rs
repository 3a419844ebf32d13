//! serde's side of the tree. The checker has already judged it: what can still fail is a type's
//! own word on a value that its schema allows.

mod access;
mod error;
mod key;
mod number;
mod raw;
mod variant;

use std::borrow::Cow;

use serde::de::value::MapDeserializer;
use serde::de::{self, Deserializer, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use self::access::{Items, Members};
pub(crate) use self::error::DecodeError;
use self::number::{visit_integer, visit_number};
use self::raw::{RAW_VALUE, write_json};
use self::variant::Variant;
use super::tree::{Member, Node};

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match self {
                Self::Number(number) => visit_integer(&number, visitor),
                other => other.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(number) => visit_number(&number, visitor),
            Self::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Self::String(Cow::Owned(text)) => visitor.visit_string(text),
            Self::Array(items) => visitor.visit_seq(Items::new(items)),
            Self::Object(members) => visitor.visit_map(Members::new(members)),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Number(number) => visitor.visit_f32(number.as_f32()),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Number(number) => visitor.visit_f64(number.as_f64()),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Null => visitor.visit_none(),
            other => visitor.visit_some(other),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if name == RAW_VALUE {
            let mut text = String::new();
            write_json(&self, &mut text);
            return visitor.visit_map(MapDeserializer::new(std::iter::once((RAW_VALUE, text))));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self {
            Self::String(name) => visitor.visit_enum(Variant { name, value: None }),
            Self::Object(mut members) if members.len() == 1 => match members.pop() {
                Some(Member { key, value }) => visitor.visit_enum(Variant {
                    name: key,
                    value: Some(value),
                }),
                None => Err(de::Error::custom("a variant's name is missing")),
            },
            other => other.deserialize_any(visitor),
        }
    }

    /// A struct is read from an object alone, never from a list of its fields.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self {
            Self::Array(_) => Err(de::Error::invalid_type(Unexpected::Seq, &visitor)),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier
    }
}

impl<'de> IntoDeserializer<'de, DecodeError> for Node<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
