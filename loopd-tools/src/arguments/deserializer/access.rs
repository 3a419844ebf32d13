//! Lists and objects as serde goes through them.

use std::borrow::Cow;

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess};

use super::error::DecodeError;
use super::key::Key;
use crate::arguments::place::Step;
use crate::arguments::tree::{Member, Node};

/// The items of a list.
pub(super) struct Items<'de> {
    items: std::vec::IntoIter<Node<'de>>,
    index: usize,
}

impl<'de> Items<'de> {
    pub(super) fn new(items: Vec<Node<'de>>) -> Self {
        Self {
            items: items.into_iter(),
            index: 0,
        }
    }
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

/// The members of an object.
pub(super) struct Members<'de> {
    members: std::vec::IntoIter<Member<'de>>,
    /// The value that belongs to the key that was read last.
    value: Option<(Cow<'de, str>, Node<'de>)>,
}

impl<'de> Members<'de> {
    pub(super) fn new(members: Vec<Member<'de>>) -> Self {
        Self {
            members: members.into_iter(),
            value: None,
        }
    }
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
