//! An object in the model's own characters, and what other JSON holds.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::arguments::unwrapped;

/// How many strings, one in the other, are opened.
const STRINGS: usize = 3;

/// The members of an object in their order; a key can be there twice.
#[derive(Debug)]
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Members<'a> {
    /// The members of JSON text that is an object.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        if !text.trim_start().starts_with('{') {
            return None;
        }
        serde_json::from_str(text).ok()
    }

    /// The value of a key that is there once.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        let mut found = self.0.iter().filter(|(known, _)| known == key);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    pub(super) fn has_twice(&self) -> bool {
        let is_again = |place: usize| {
            self.0[..place]
                .iter()
                .any(|(key, _)| *key == self.0[place].0)
        };
        (1..self.0.len()).any(is_again)
    }

    /// The members but those of `keys`.
    pub(super) fn without(&self, keys: &[&str]) -> Members<'a> {
        let others = self.0.iter().filter(|(key, _)| !keys.contains(&&**key));
        Members(others.cloned().collect())
    }

    /// The object as text, each value in its own characters.
    pub(super) fn text(&self) -> String {
        let members = self.0.iter().map(|(key, value)| {
            let key = serde_json::Value::from(&**key);
            format!("{key}:{value}")
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((Cow::Owned(key), value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Read)
    }
}

/// A string that JSON text is.
pub(super) fn string(json: &str) -> Option<String> {
    if !json.trim_start().starts_with('"') {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// The items of JSON text that is a list, each in its own characters.
pub(super) fn list(json: &str) -> Option<Vec<&str>> {
    if !json.trim_start().starts_with('[') {
        return None;
    }
    let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

/// What is in code fences and strings. None if `text` is neither.
pub(super) fn opened(text: &str) -> Option<String> {
    let mut inner: Option<String> = None;
    for _ in 0..STRINGS {
        let now = inner.as_deref().unwrap_or(text);
        let plain = unwrapped(now);
        match string(plain) {
            Some(next) => inner = Some(next),
            None if plain.trim() != now.trim() => inner = Some(plain.to_owned()),
            None => break,
        }
    }
    inner
}
