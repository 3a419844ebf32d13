//! Rules that end with the process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{RuleBook, RuleStore, RulesError};

/// Rules that end with the process.
#[derive(Debug, Default)]
pub struct MemoryRules {
    book: Mutex<Arc<RuleBook>>,
}

impl MemoryRules {
    /// No rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A poisoned lock is taken over: the rules are put in as a whole.
    fn book(&self) -> MutexGuard<'_, Arc<RuleBook>> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RuleStore for MemoryRules {
    fn load(&self) -> Result<Arc<RuleBook>, RulesError> {
        Ok(Arc::clone(&self.book()))
    }

    fn change(&self, change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError> {
        let mut book = self.book();
        let mut changed = RuleBook::clone(&book);
        change(&mut changed);
        *book = Arc::new(changed);
        Ok(())
    }
}
