//! Keywords on the members of objects.

use serde_json::Value;

use super::Compiler;
use crate::arguments::checker::keys::{Additional, Keys};
use crate::arguments::checker::reference::token;
use crate::arguments::tree::is_reserved;

impl<'s> Compiler<'s> {
    pub(super) fn object_keyword(
        &mut self,
        keys: &mut Keys,
        keyword: &str,
        value: &'s Value,
        at: &str,
    ) -> bool {
        match keyword {
            "properties" => self.properties(keys, value, at),
            "required" => {
                for name in self.names(keyword, value, at) {
                    self.readable(&name, at);
                    let place = keys.place_or_new(&name);
                    if let Some(key) = keys.keys.get_mut(place) {
                        key.required = true;
                    }
                }
            }
            "additionalProperties" => {
                keys.additional = match value {
                    Value::Bool(true) => Additional::Any,
                    Value::Bool(false) => Additional::None,
                    _ => Additional::Fitting(self.rule(at.to_owned(), value)),
                }
            }
            "patternProperties" => {
                for (pattern, value) in self.map(keyword, value, at) {
                    let at = format!("{at}/{}", token(pattern));
                    if let Some(pattern) = self.pattern(Some(pattern), &at) {
                        let rule = self.rule(at, value);
                        keys.patterns.push((pattern, rule));
                    }
                }
            }
            "propertyNames" => keys.names = Some(self.rule(at.to_owned(), value)),
            "minProperties" => keys.min = self.count(keyword, value, at),
            "maxProperties" => keys.max = self.count(keyword, value, at),
            "dependentRequired" => {
                for (key, value) in self.map(keyword, value, at) {
                    let wanted = self.names(keyword, value, at);
                    keys.dependent.push((key.clone(), wanted));
                }
            }
            "dependentSchemas" => {
                for (key, value) in self.map(keyword, value, at) {
                    let rule = self.rule(format!("{at}/{}", token(key)), value);
                    keys.dependent_rules.push((key.clone(), rule));
                }
            }
            _ => return false,
        }
        true
    }

    /// Complains of a key that no arguments may have.
    fn readable(&mut self, name: &str, at: &str) {
        if is_reserved(name) {
            self.complain(at, "no key may begin with `$serde_json::private::`");
        }
    }

    fn properties(&mut self, keys: &mut Keys, value: &'s Value, at: &str) {
        for (name, value) in self.map("properties", value, at) {
            let at = format!("{at}/{}", token(name));
            self.readable(name, &at);
            let rule = self.rule(at.clone(), value);
            let aliases = match value.get("x-loopd-aliases") {
                Some(aliases) => self.names("x-loopd-aliases", aliases, &at),
                None => Vec::new(),
            };
            let place = keys.place_or_new(name);
            for alias in &aliases {
                keys.places.entry(alias.clone()).or_insert(place);
            }
            if let Some(key) = keys.keys.get_mut(place) {
                key.rule = Some(rule);
                key.aliases = aliases;
            }
        }
    }
}
