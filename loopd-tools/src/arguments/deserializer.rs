//! serde's side of the tree. The checker has already judged it: what can still fail is a type's
//! own word on a value that its schema allows.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{CowStrDeserializer, MapDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::number::Number;
use super::place::{Place, Step};
use super::tree::{Member, Node};

/// Why a type does not take a value.
#[derive(Debug)]
pub(crate) struct DecodeError {
    /// The type's own words.
    pub(crate) message: String,
    /// The way to the value, last step first.
    steps: Vec<Step<'static>>,
}

impl DecodeError {
    pub(crate) fn place(&self) -> Place {
        let steps: Vec<_> = self.steps.iter().rev().cloned().collect();
        Place::new(&steps)
    }

    fn under(mut self, step: Step<'static>) -> Self {
        self.steps.push(step);
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            steps: Vec::new(),
        }
    }
}

/// By this name the `RawValue` of `serde_json` asks for the text of a value, as the one member of a map.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The value as compact JSON, with the numbers' own digits.
fn write_json(node: &Node<'_>, out: &mut String) {
    // Neither of them can fail to be JSON: the one is text, the other is an object's key.
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => out.push_str(number.text()),
        Node::String(text) => out.push_str(&quoted(text)),
        Node::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write_json(item, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (place, Member { key, value, .. }) in members.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(key));
                out.push(':');
                write_json(value, out);
            }
            out.push('}');
        }
    }
}

/// Reads a number as an integer where it is one, whatever its notation.
#[expect(
    clippy::same_functions_in_if_condition,
    reason = "each branch parses another type"
)]
fn visit_integer<'de, V: Visitor<'de>, E: de::Error>(
    number: &Number<'_>,
    visitor: V,
) -> Result<V::Value, E> {
    let Some(text) = number.integer_text() else {
        return visitor.visit_f64(number.as_f64());
    };
    if let Ok(value) = text.parse() {
        visitor.visit_u64(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_i64(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_u128(value)
    } else if let Ok(value) = text.parse() {
        visitor.visit_i128(value)
    } else {
        visitor.visit_f64(number.as_f64())
    }
}

/// Reads a number without being told what is wanted.
///
/// An integer beyond 64 bits is given as `f64`: what serde keeps for flattened and untagged types
/// has no place for more.
fn visit_number<'de, V: Visitor<'de>, E: de::Error>(
    number: &Number<'_>,
    visitor: V,
) -> Result<V::Value, E> {
    if number.is_plain() && number.text() != "-0" {
        if let Ok(value) = number.text().parse() {
            return visitor.visit_u64(value);
        }
        if let Ok(value) = number.text().parse() {
            return visitor.visit_i64(value);
        }
    }
    visitor.visit_f64(number.as_f64())
}

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
            Self::Array(items) => visitor.visit_seq(Items {
                items: items.into_iter(),
                index: 0,
            }),
            Self::Object(members) => visitor.visit_map(Members {
                members: members.into_iter(),
                value: None,
            }),
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

struct Items<'de> {
    items: std::vec::IntoIter<Node<'de>>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(item)
            .map(Some)
            .map_err(|error| error.under(Step::Item(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members<'de> {
    members: std::vec::IntoIter<Member<'de>>,
    /// The value that belongs to the key that was read last.
    value: Option<(Cow<'de, str>, Node<'de>)>,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some(Member { key, value }) = self.members.next() else {
            return Ok(None);
        };
        self.value = Some((key.clone(), value));
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        let Some((key, value)) = self.value.take() else {
            return Err(de::Error::custom("a value was asked for before its key"));
        };
        seed.deserialize(value)
            .map_err(|error| error.under(Step::Key(Cow::Owned(key.into_owned()))))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

/// A key: text, or the number or truth value that a map's key type reads from the text.
struct Key<'de>(Cow<'de, str>);

macro_rules! number_keys {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match Number::parse(self.0.clone()) {
                Some(number) => Node::Number(number).$method(visitor),
                None => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    number_keys! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &*self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        CowStrDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// A variant of an externally tagged enum: its name, and its value unless it is a unit.
struct Variant<'de> {
    name: Cow<'de, str>,
    value: Option<Node<'de>>,
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

struct Content<'de> {
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
