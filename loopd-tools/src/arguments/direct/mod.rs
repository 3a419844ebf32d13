//! The direct path: text straight into the struct, each token checked as it is read.
//!
//! It takes only schemas that it can check so (`eligible`), and of their texts only those that fit
//! without a repair, a rule or a doubt. At anything else it stops, and the tree has its say: so it
//! never refuses, and what it accepts is what the tree would accept, read as the tree would read
//! it.

mod access;
mod eligible;

use std::borrow::Cow;

use serde::de::value::CowStrDeserializer;
use serde::de::{self, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use self::access::{Items, Members};
pub(super) use self::eligible::is_eligible;
use super::build::Build;
use super::checker::{Kinds, Rule, RuleId, Rules};
use super::limits::Limits;
use super::scanner::{Leniency, Scanner, SyntaxError};
use super::tree::Node;

/// Reads text that fits an eligible schema. None says nothing of the text.
pub(super) fn read<B: Build>(rules: &Rules, text: &str, limits: Limits) -> Option<B::Output> {
    if text.len() > limits.bytes() {
        return None;
    }
    let mut scanner = Scanner::new(text, Leniency::default());
    let value = Direct {
        scanner: &mut scanner,
        rules,
        rule: rules.root(),
        depth: limits.depth(),
    };
    let built = B::build(value).ok()?;
    scanner.end().ok()?;
    Some(built)
}

/// The direct path does not go on.
#[derive(Debug)]
struct Stop;

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the direct path does not go on")
    }
}

impl std::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<T: std::fmt::Display>(_message: T) -> Self {
        Self
    }
}

impl From<SyntaxError> for Stop {
    fn from(_error: SyntaxError) -> Self {
        Self
    }
}

/// A value that is still to be read, and the rule that it has to fit.
struct Direct<'s, 'de> {
    scanner: &'s mut Scanner<'de>,
    rules: &'s Rules,
    rule: RuleId,
    /// How many more lists and objects may begin in each other.
    depth: usize,
}

impl<'s, 'de> Direct<'s, 'de> {
    #[inline]
    fn rule(&self) -> &'s Rule {
        self.rules.get(self.rule)
    }

    /// Reads a string, and checks it.
    #[inline]
    fn text(self) -> Result<Cow<'de, str>, Stop> {
        let rule = self.rule();
        if rule.kinds != Kinds::STRING || self.scanner.peek() != Some(b'"') {
            return Err(Stop);
        }
        let text = self.scanner.string()?;
        if rule.admits_text(&text) {
            Ok(text)
        } else {
            Err(Stop)
        }
    }

    /// Reads an integer that is short, as most are, and checks it. Any other number is still to be
    /// read.
    #[inline]
    fn short_integer(&mut self) -> Result<Option<i64>, Stop> {
        let rule = self.rule();
        if !rule.kinds.has(Kinds::INTEGER) || rule.number.admits_short(0).is_none() {
            return Ok(None);
        }
        self.scanner.peek();
        match self.scanner.short_integer() {
            Some(number) if rule.number.admits_short(number) == Some(true) => Ok(Some(number)),
            Some(_) => Err(Stop),
            None => Ok(None),
        }
    }

    /// Reads a value that is neither a list nor an object, and checks it.
    fn scalar(self) -> Result<Node<'de>, Stop> {
        let rule = self.rule();
        let node = match self.scanner.peek() {
            Some(b'"') if rule.kinds == Kinds::STRING => {
                let text = self.scanner.string()?;
                if !rule.admits_text(&text) {
                    return Err(Stop);
                }
                Node::String(text)
            }
            Some(b'-' | b'0'..=b'9') if Kinds::NUMBER.has(rule.kinds) => {
                let number = self.scanner.number()?;
                if !rule.admits_plainly(&number) {
                    return Err(Stop);
                }
                Node::Number(number)
            }
            Some(b't') if rule.kinds == Kinds::BOOL => {
                self.scanner.literal("true")?;
                Node::Bool(true)
            }
            Some(b'f') if rule.kinds == Kinds::BOOL => {
                self.scanner.literal("false")?;
                Node::Bool(false)
            }
            _ => return Err(Stop),
        };
        Ok(node)
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let rule = &self.rule().array;
        let depth = self.depth.checked_sub(1).ok_or(Stop)?;
        self.scanner.pass();
        let mut items = Items::new(self.scanner, self.rules, rule, depth);
        let value = visitor.visit_seq(&mut items)?;
        items.end()?;
        Ok(value)
    }

    fn object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let keys = self.rule().object.as_deref().ok_or(Stop)?;
        let depth = self.depth.checked_sub(1).ok_or(Stop)?;
        self.scanner.pass();
        let mut members = Members::new(self.scanner, self.rules, keys, depth);
        let value = visitor.visit_map(&mut members)?;
        members.end()?;
        Ok(value)
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
            match self.short_integer()? {
                Some(number) => match u64::try_from(number) {
                    Ok(number) => visitor.visit_u64(number),
                    Err(_) => visitor.visit_i64(number),
                },
                None => self.scalar()?.$method(visitor).map_err(|_| Stop),
            }
        }
    )*};
}

macro_rules! scalars {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            self.scalar()?.$method(visitor).map_err(|_| Stop)
        }
    )*};
}

impl<'de> Deserializer<'de> for Direct<'_, 'de> {
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.scanner.peek() {
            Some(b'[') if self.rule().kinds == Kinds::ARRAY => self.list(visitor),
            Some(b'{') if self.rule().kinds == Kinds::OBJECT => self.object(visitor),
            _ => self.scalar()?.deserialize_any(visitor).map_err(|_| Stop),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    scalars! {
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let is_bool = self.rule().kinds == Kinds::BOOL;
        match self.scanner.peek() {
            Some(b't') if is_bool => {
                self.scanner.literal("true")?;
                visitor.visit_bool(true)
            }
            Some(b'f') if is_bool => {
                self.scanner.literal("false")?;
                visitor.visit_bool(false)
            }
            _ => Err(Stop),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    /// No rule here allows `null`; whether it stands for no key is the tree's to say.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.scanner.peek() {
            Some(b'n') => Err(Stop),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.scanner.peek() {
            Some(b'{') if self.rule().kinds == Kinds::OBJECT => self.object(visitor),
            _ => Err(Stop),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        CowStrDeserializer::new(self.text()?).deserialize_enum(name, variants, visitor)
    }

    /// A key that the schema names and the type does not read.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Stop> {
        Err(Stop)
    }

    forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier
    }
}
