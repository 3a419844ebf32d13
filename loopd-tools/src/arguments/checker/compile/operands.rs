//! What stands behind a keyword, complained of where it can't.

use serde_json::Value;

use super::Compiler;
use crate::arguments::checker::pattern::Pattern;
use crate::arguments::checker::rule::RuleId;
use crate::arguments::number::{Decimal, Number};

impl<'s> Compiler<'s> {
    pub(super) fn list(&mut self, keyword: &str, value: &'s Value, at: &str) -> Vec<RuleId> {
        let Some(list) = value.as_array() else {
            self.complain(at, format!("`{keyword}` is a list of schemas"));
            return Vec::new();
        };
        let rules = list.iter().enumerate();
        rules
            .map(|(index, value)| self.rule(format!("{at}/{index}"), value))
            .collect()
    }

    pub(super) fn map(
        &mut self,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> impl Iterator<Item = (&'s String, &'s Value)> + use<'s> {
        if !value.is_object() {
            self.complain(at, format!("`{keyword}` is an object"));
        }
        value.as_object().into_iter().flatten()
    }

    pub(super) fn names(&mut self, keyword: &str, value: &Value, at: &str) -> Vec<String> {
        let names = value.as_array().and_then(|names| {
            let names = names.iter().map(|name| name.as_str().map(str::to_owned));
            names.collect::<Option<Vec<_>>>()
        });
        names.unwrap_or_else(|| {
            self.complain(at, format!("`{keyword}` is a list of names"));
            Vec::new()
        })
    }

    pub(super) fn pattern(&mut self, text: Option<&str>, at: &str) -> Option<Pattern> {
        match text.map(Pattern::new) {
            Some(Ok(pattern)) => return Some(pattern),
            Some(Err(message)) => self.complain(at, message),
            None => self.complain(at, "a pattern is a string"),
        }
        None
    }

    pub(super) fn count(&mut self, keyword: &str, value: &Value, at: &str) -> Option<usize> {
        let number = value.as_number().and_then(Number::from_value);
        let count = number.and_then(|number| number.integer_text()?.parse().ok());
        if count.is_none() {
            self.complain(at, format!("`{keyword}` is a whole number from 0"));
        }
        count
    }

    pub(super) fn decimal(&mut self, keyword: &str, value: &Value, at: &str) -> Option<Decimal> {
        let number = value.as_number().and_then(Number::from_bound);
        if number.is_none() {
            self.complain(at, format!("`{keyword}` is a number"));
        }
        Some(number?.decimal())
    }
}
