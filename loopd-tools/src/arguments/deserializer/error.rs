//! Why a type does not take a value that its schema allows.

use std::fmt;

use serde::de;

use crate::arguments::place::{Place, Step};

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

    pub(super) fn under(mut self, step: Step<'static>) -> Self {
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
