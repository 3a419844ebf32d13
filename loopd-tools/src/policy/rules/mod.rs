//! What a person has decided for good.

mod book;
mod error;
mod file;
mod guard;
mod memory;
mod replace;
mod rule;

use std::sync::Arc;

pub use self::book::RuleBook;
pub use self::error::RulesError;
pub use self::file::RulesFile;
pub use self::memory::MemoryRules;
pub use self::rule::{Decision, Rule};

/// Where rules are stored.
pub trait RuleStore: Send + Sync {
    /// All rules, as they are now.
    ///
    /// # Errors
    ///
    /// If they can't be known. That is never the same as no rules.
    fn load(&self) -> Result<Arc<RuleBook>, RulesError>;

    /// Changes the rules. Whoever else changes them at the same time loses nothing.
    ///
    /// # Errors
    ///
    /// If the change can't be stored: then nothing is changed.
    fn change(&self, change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError>;
}
