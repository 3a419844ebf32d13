//! Lists and objects on the direct path.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::{Direct, Stop};
use crate::arguments::checker::{ArrayRule, Keys, RuleId, Rules};
use crate::arguments::scanner::Scanner;

/// The items of a list.
pub(super) struct Items<'s, 'de> {
    scanner: &'s mut Scanner<'de>,
    rules: &'s Rules,
    rule: &'s ArrayRule,
    depth: usize,
    count: usize,
    is_done: bool,
}

impl<'s, 'de> Items<'s, 'de> {
    pub(super) fn new(
        scanner: &'s mut Scanner<'de>,
        rules: &'s Rules,
        rule: &'s ArrayRule,
        depth: usize,
    ) -> Self {
        Self {
            scanner,
            rules,
            rule,
            depth,
            count: 0,
            is_done: false,
        }
    }

    /// Ends the list: all of it was read, and it is as long as it has to be.
    pub(super) fn end(self) -> Result<(), Stop> {
        // A tuple's visitor does not ask for more than it takes.
        if !self.is_done && self.scanner.more(b']', self.count == 0)? {
            return Err(Stop);
        }
        let is_long = self.rule.min.is_none_or(|min| self.count >= min);
        let is_short = self.rule.max.is_none_or(|max| self.count <= max);
        if is_long && is_short {
            Ok(())
        } else {
            Err(Stop)
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Stop;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Stop> {
        if self.is_done || !self.scanner.more(b']', self.count == 0)? {
            self.is_done = true;
            return Ok(None);
        }
        let rule = self
            .rule
            .prefix
            .get(self.count)
            .copied()
            .or(self.rule.items);
        self.count += 1;
        let value = Direct {
            scanner: self.scanner,
            rules: self.rules,
            rule: rule.ok_or(Stop)?,
            depth: self.depth,
        };
        seed.deserialize(value).map(Some)
    }
}

/// The members of an object.
pub(super) struct Members<'s, 'de> {
    scanner: &'s mut Scanner<'de>,
    rules: &'s Rules,
    keys: &'s Keys,
    depth: usize,
    /// The keys that were read, a bit each.
    seen: u64,
    /// The place of the key that is expected next: models write them in the schema's order.
    next: usize,
    /// The rule of the value whose key was read last.
    rule: Option<RuleId>,
    is_done: bool,
}

impl<'s, 'de> Members<'s, 'de> {
    pub(super) fn new(
        scanner: &'s mut Scanner<'de>,
        rules: &'s Rules,
        keys: &'s Keys,
        depth: usize,
    ) -> Self {
        Self {
            scanner,
            rules,
            keys,
            depth,
            seen: 0,
            next: 0,
            rule: None,
            is_done: false,
        }
    }

    /// Ends the object: all of it was read, and every key is there that has to be.
    pub(super) fn end(self) -> Result<(), Stop> {
        if !self.is_done && self.scanner.more(b'}', self.seen == 0)? {
            return Err(Stop);
        }
        let required = self.keys.required();
        if self.seen & required == required {
            Ok(())
        } else {
            Err(Stop)
        }
    }

    /// Reads a key that was not read before.
    fn key(&mut self) -> Result<Cow<'de, str>, Stop> {
        let keys = self.keys.all();
        let expected = keys.get(self.next);
        let same = expected.and_then(|key| self.scanner.same_string(&key.name));
        let (place, name) = if let Some(name) = same {
            (self.next, Cow::Borrowed(name))
        } else {
            let name = self.scanner.string()?;
            (self.keys.place(&name).ok_or(Stop)?, name)
        };
        let bit = 1_u64 << place;
        if self.seen & bit != 0 {
            return Err(Stop);
        }
        self.seen |= bit;
        self.next = place + 1;
        self.rule = keys.get(place).and_then(|key| key.rule);
        Ok(name)
    }
}

impl<'de> MapAccess<'de> for &mut Members<'_, 'de> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stop> {
        if self.is_done || !self.scanner.more(b'}', self.seen == 0)? {
            self.is_done = true;
            return Ok(None);
        }
        if self.scanner.peek() != Some(b'"') {
            return Err(Stop);
        }
        let key = self.key()?;
        self.scanner.expect(b':', "`:`")?;
        let key = match key {
            Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => seed.deserialize(StringDeserializer::new(key)),
        };
        key.map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Stop> {
        let value = Direct {
            scanner: self.scanner,
            rules: self.rules,
            rule: self.rule.take().ok_or(Stop)?,
            depth: self.depth,
        };
        seed.deserialize(value)
    }
}
