//! What a model sent, as a tree that keeps numbers exact and members in their order.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::number::Number;
use super::place::quoted;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    Number(Number<'a>),
    String(Cow<'a, str>),
    Array(Vec<Self>),
    Object(Vec<Member<'a>>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) value: Node<'a>,
}

/// Why a value that a host has parsed can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    TooDeep,
    /// A key that `serde_json` takes for its own.
    ReservedKey,
    /// Beyond an `f64`, which `serde_json` holds with its `arbitrary_precision` alone.
    NumberTooLarge,
}

impl<'a> Node<'a> {
    /// An object without members.
    pub(crate) fn empty() -> Self {
        Self::Object(Vec::new())
    }

    /// The same value from `serde_json`'s, with at most `depth` lists and objects in each other.
    pub(crate) fn from_value(value: &'a Value, depth: usize) -> Result<Self, Unreadable> {
        let deeper = || depth.checked_sub(1).ok_or(Unreadable::TooDeep);
        Ok(match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => {
                Self::Number(Number::from_value(number).ok_or(Unreadable::NumberTooLarge)?)
            }
            Value::String(text) => Self::String(Cow::Borrowed(text)),
            Value::Array(items) => {
                let depth = deeper()?;
                let items = items.iter().map(|item| Self::from_value(item, depth));
                Self::Array(items.collect::<Result<_, _>>()?)
            }
            Value::Object(map) => {
                let depth = deeper()?;
                let members = map.iter().map(|(key, value)| {
                    if is_reserved(key) {
                        return Err(Unreadable::ReservedKey);
                    }
                    Ok(Member {
                        key: Cow::Borrowed(key.as_str()),
                        value: Self::from_value(value, depth)?,
                    })
                });
                Self::Object(members.collect::<Result<_, _>>()?)
            }
        })
    }

    /// The value of the first member of this key.
    pub(crate) fn member(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members
                .iter()
                .find(|member| member.key == key)
                .map(|member| &member.value),
            _ => None,
        }
    }

    /// How many values there are, this one and all inside it.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Array(items) => 1 + items.iter().map(Self::count).sum::<usize>(),
            Self::Object(members) => {
                1 + members
                    .iter()
                    .map(|member| member.value.count())
                    .sum::<usize>()
            }
            _ => 1,
        }
    }

    /// The same value without a borrow.
    pub(crate) fn into_owned(self) -> Node<'static> {
        match self {
            Self::Null => Node::Null,
            Self::Bool(value) => Node::Bool(value),
            Self::Number(number) => Node::Number(number.into_owned()),
            Self::String(text) => Node::String(Cow::Owned(text.into_owned())),
            Self::Array(items) => Node::Array(items.into_iter().map(Node::into_owned).collect()),
            Self::Object(members) => Node::Object(
                members
                    .into_iter()
                    .map(|member| Member {
                        key: Cow::Owned(member.key.into_owned()),
                        value: member.value.into_owned(),
                    })
                    .collect(),
            ),
        }
    }

    /// The same value as `serde_json` holds it. An integer beyond 64 bits becomes the nearest
    /// `f64` there, unless that crate's `arbitrary_precision` is on.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(number) => number
                .text()
                .parse::<serde_json::Number>()
                .map_or(Value::Null, Value::Number),
            Self::String(text) => Value::String(text.clone().into_owned()),
            Self::Array(items) => Value::Array(items.iter().map(Self::to_value).collect()),
            Self::Object(members) => {
                let mut map = Map::with_capacity(members.len());
                for Member { key, value } in members {
                    map.insert(key.clone().into_owned(), value.to_value());
                }
                Value::Object(map)
            }
        }
    }

    /// A text that two values share if and only if they are the same JSON value, as
    /// [`same_as`](Self::same_as) has it.
    pub(crate) fn canonical(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => format!("{:?}", number.decimal()),
            Self::String(text) => quoted(text),
            Self::Array(items) => {
                let items: Vec<_> = items.iter().map(Self::canonical).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(members) => {
                let members: Vec<_> = sorted(members)
                    .into_iter()
                    .map(|member| format!("{}:{}", quoted(&member.key), member.value.canonical()))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }

    /// Whether both are the same JSON value: numbers by value, members in any order. Keys are
    /// taken to be unique.
    pub(crate) fn same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(two)) => one == two,
            (Self::Number(one), Self::Number(two)) => one == two || one.decimal() == two.decimal(),
            (Self::String(one), Self::String(two)) => one == two,
            (Self::Array(one), Self::Array(two)) => {
                one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.same_as(two))
            }
            (Self::Object(one), Self::Object(two)) => {
                one.len() == two.len()
                    && sorted(one)
                        .iter()
                        .zip(sorted(two))
                        .all(|(one, two)| one.key == two.key && one.value.same_as(&two.value))
            }
            _ => false,
        }
    }
}

/// Whether `serde_json` reads an object that begins with this key as something else: a `Value` in
/// the tool's struct would then hold what nobody judged.
pub(crate) fn is_reserved(key: &str) -> bool {
    key.starts_with("$serde_json::private::")
}

fn sorted<'n, 'a>(members: &'n [Member<'a>]) -> Vec<&'n Member<'a>> {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_by(|one, two| one.key.cmp(&two.key));
    sorted
}
