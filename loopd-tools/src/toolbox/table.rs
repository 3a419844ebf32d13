//! The tools in their order: the one table that lists, look-ups and calls read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::change::Change;
use super::edit::Step;
use super::error::ToolboxError;
use super::slot::Slot;
use super::surface::Surface;
use super::versioned::Tracked;

/// The tools in their order.
#[derive(Default)]
pub(super) struct Table {
    /// By place: a replaced tool keeps it, a removed one leaves none behind.
    slots: BTreeMap<u64, Arc<Slot>>,
    /// By name, with its place: a call looks here alone.
    named: HashMap<String, (u64, Arc<Slot>), RandomState>,
    next: u64,
    /// How many brokers without a timer run these tools.
    without_timer: usize,
}

/// A change whose tool has already told what it is: from here on no one else's code runs.
pub(super) enum Ready {
    Register(Slot),
    Replace(Slot),
    Remove(String),
    Hide { name: String, hidden: bool },
}

impl Ready {
    pub(super) fn new(step: Step) -> Result<Self, ToolboxError> {
        Ok(match step {
            Step::Register(tool) => Self::Register(Slot::new(tool)?),
            Step::Replace(tool) => Self::Replace(Slot::new(tool)?),
            Step::Remove(name) => Self::Remove(name),
            Step::Hide { name, hidden } => Self::Hide { name, hidden },
        })
    }

    fn name(&self) -> &str {
        match self {
            Self::Register(slot) | Self::Replace(slot) => slot.name(),
            Self::Remove(name) | Self::Hide { name, .. } => name,
        }
    }
}

impl Table {
    pub(super) fn get(&self, name: &str) -> Option<&Arc<Slot>> {
        self.named.get(name).map(|(_, slot)| slot)
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// All tools, hidden ones too, in their order.
    pub(super) fn slots(&self) -> impl Iterator<Item = &Arc<Slot>> {
        self.slots.values()
    }

    /// All tools but the hidden ones, in their order.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Arc<Slot>> {
        self.slots().filter(|slot| !slot.hidden())
    }

    /// These of the tools, as they are.
    pub(super) fn subset(&self, names: &BTreeSet<String>) -> Result<Self, ToolboxError> {
        if let Some(missing) = names.iter().find(|name| self.get(name).is_none()) {
            return Err(self.unknown(missing));
        }
        let mut subset = Self::default();
        for slot in self.slots().filter(|slot| names.contains(slot.name())) {
            subset.push(Arc::clone(slot));
        }
        Ok(subset)
    }

    /// Whether all of `steps` can be done, one after the other.
    pub(super) fn check(&self, steps: &[Ready]) -> Result<(), ToolboxError> {
        // What the steps so far have made of a name: there or not.
        let mut after: HashMap<&str, bool> = HashMap::new();
        for step in steps {
            self.check_timeout(step)?;
            let name = step.name();
            let there = *after
                .entry(name)
                .or_insert_with(|| self.named.contains_key(name));
            match (step, there) {
                (Ready::Register(_), true) => {
                    return Err(ToolboxError::Taken {
                        name: name.to_owned(),
                    });
                }
                (Ready::Register(_), false) | (Ready::Replace(_) | Ready::Hide { .. }, true) => {
                    after.insert(name, true);
                }
                (Ready::Remove(_), true) => {
                    after.insert(name, false);
                }
                (_, false) => {
                    return Err(self.unknown(name));
                }
            }
        }
        Ok(())
    }

    /// Does `steps`, which were checked. Gives what was there before, by name: the caller lets go
    /// of it outside the lock.
    pub(super) fn commit(&mut self, steps: Vec<Ready>) -> BTreeMap<String, Option<Arc<Slot>>> {
        let mut before = BTreeMap::new();
        for step in steps {
            let old = self.get(step.name()).cloned();
            before.entry(step.name().to_owned()).or_insert(old);
            match step {
                Ready::Register(slot) => self.push(Arc::new(slot)),
                Ready::Replace(slot) => self.set(slot),
                Ready::Remove(name) => self.remove(&name),
                Ready::Hide { name, hidden } => {
                    if let Some(slot) = self.get(&name).filter(|slot| slot.hidden() != hidden) {
                        let slot = slot.with_hidden(hidden);
                        self.set(slot);
                    }
                }
            }
        }
        before
    }

    /// What became of the names in `before`; none if they are as they were.
    pub(super) fn change(
        &self,
        before: &BTreeMap<String, Option<Arc<Slot>>>,
        version: u64,
    ) -> Option<Change> {
        let mut change = Change::new(version);
        let mut touched = false;
        for (name, old) in before {
            let (old, new) = (old.as_ref(), self.get(name));
            let same = match (old, new) {
                (Some(old), Some(new)) => Arc::ptr_eq(old, new),
                (old, new) => old.is_none() && new.is_none(),
            };
            touched |= !same;
            let listed = |slot: Option<&Arc<Slot>>| slot.is_some_and(|slot| !slot.hidden());
            if !same {
                change.note(name, listed(old), listed(new));
            }
        }
        touched.then_some(change)
    }

    /// Takes no tool with a timeout any more, if there is none yet.
    pub(super) fn forbid_timeouts(&mut self) -> Result<(), ToolboxError> {
        if let Some(slot) = self
            .slots()
            .find(|slot| slot.definition().timeout().is_some())
        {
            return Err(no_timer(slot));
        }
        self.without_timer += 1;
        Ok(())
    }

    /// Takes back one [`forbid_timeouts`](Self::forbid_timeouts).
    pub(super) fn allow_timeouts(&mut self) {
        self.without_timer -= 1;
    }

    fn check_timeout(&self, step: &Ready) -> Result<(), ToolboxError> {
        match step {
            Ready::Register(slot) | Ready::Replace(slot)
                if self.without_timer > 0 && slot.definition().timeout().is_some() =>
            {
                Err(no_timer(slot))
            }
            _ => Ok(()),
        }
    }

    fn unknown(&self, name: &str) -> ToolboxError {
        ToolboxError::Unknown {
            name: name.to_owned(),
            tools: self.len(),
        }
    }

    fn push(&mut self, slot: Arc<Slot>) {
        let named = (self.next, Arc::clone(&slot));
        self.named.insert(slot.name().to_owned(), named);
        self.slots.insert(self.next, slot);
        self.next += 1;
    }

    fn set(&mut self, slot: Slot) {
        let slot = Arc::new(slot);
        if let Some((place, named)) = self.named.get_mut(slot.name()) {
            self.slots.insert(*place, Arc::clone(&slot));
            *named = slot;
        }
    }

    fn remove(&mut self, name: &str) {
        if let Some((place, _)) = self.named.remove(name) {
            self.slots.remove(&place);
        }
    }
}

fn no_timer(slot: &Slot) -> ToolboxError {
    ToolboxError::NoTimer {
        name: slot.name().to_owned(),
    }
}

impl Tracked for Table {
    type Surface = Surface;
    type Change = Change;

    fn surface(&self, version: u64) -> Surface {
        Surface::new(version, self.listed())
    }

    fn merge(earlier: &mut Change, later: Change) {
        earlier.merge(later);
    }
}
