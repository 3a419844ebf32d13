//! All stored rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::schema::{Digest, ToolSchema};

use super::rule::Rule;

/// The version of the format of a rules file.
const FORMAT: u32 = 1;

/// All stored rules, and what the tools that they allow something to looked like.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RuleBook {
    rules: Vec<Rule>,
    tools: BTreeMap<Digest, ToolSchema>,
}

/// The form on disk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    rules: Vec<Rule>,
    /// By digest: so that a changed tool can be compared with what was approved.
    #[serde(default)]
    tools: BTreeMap<Digest, ToolSchema>,
}

impl RuleBook {
    /// All rules, the oldest first.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What the tool of this digest looked like when it was allowed something.
    #[must_use]
    pub fn tool(&self, digest: Digest) -> Option<&ToolSchema> {
        self.tools.get(&digest)
    }

    /// Adds a rule, in place of an earlier one that decides about the same.
    pub fn add(&mut self, rule: Rule) {
        self.rules.retain(|old| !old.is_about_the_same_as(&rule));
        self.rules.push(rule);
    }

    /// Keeps what a tool looks like that a rule allows something to.
    pub fn keep_tool(&mut self, schema: ToolSchema) {
        self.tools.insert(schema.digest(), schema);
    }

    /// Keeps the rules that `keep` says.
    pub fn retain(&mut self, keep: impl FnMut(&Rule) -> bool) {
        self.rules.retain(keep);
    }

    /// Reads the form on disk.
    pub(super) fn from_json(text: &[u8]) -> Result<Self, String> {
        let stored: Stored = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if stored.format != FORMAT {
            let format = stored.format;
            return Err(format!("`format` is {format}; this version reads {FORMAT}"));
        }
        for (place, rule) in stored.rules.iter().enumerate() {
            rule.check()
                .map_err(|reason| format!("rules[{place}]: {reason}"))?;
        }
        Ok(Self {
            rules: stored.rules,
            tools: stored.tools,
        })
    }

    /// Writes the form on disk. Tools that no rule speaks of are left out.
    pub(super) fn into_json(mut self) -> Result<Vec<u8>, String> {
        for (place, rule) in self.rules.iter().enumerate() {
            rule.check()
                .map_err(|reason| format!("rules[{place}]: {reason}"))?;
        }
        let rules = &self.rules;
        let speaks = |digest: &Digest| rules.iter().any(|rule| rule.digest == Some(*digest));
        self.tools.retain(|digest, _| speaks(digest));
        let stored = Stored {
            format: FORMAT,
            rules: self.rules,
            tools: self.tools,
        };
        let mut text = serde_json::to_vec_pretty(&stored).map_err(|error| error.to_string())?;
        text.push(b'\n');
        Ok(text)
    }
}
