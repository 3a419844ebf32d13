//! Calls that fail again and again.

use std::collections::HashMap;

use serde_json::Value;

use crate::context::CallContext;
use crate::policy::Plain;
use crate::schema::Digest;

use super::limits::CallLimits;

/// How many different failing calls of a session are told apart: a model that has failed this
/// often in a row has been given up long ago.
const CALLS: usize = 1024;

/// How many characters of arguments are shown.
const SHOWN: usize = 200;

/// The failures of a session since its last success.
#[derive(Default)]
struct Failures {
    /// By tool and arguments.
    calls: HashMap<(String, Digest), u32>,
    /// By tool.
    tools: HashMap<String, u32>,
}

/// Forgets the failures of the session: something has worked.
pub(super) fn success(cx: &CallContext) {
    cx.extensions()
        .with_mut(|failures: &mut Failures| *failures = Failures::default());
}

/// Counts a failure; gives why it is no use to go on, if it is none.
pub(super) fn failure(
    cx: &CallContext,
    limits: &CallLimits,
    tool: &str,
    arguments: &str,
) -> Option<String> {
    let counted = cx
        .extensions()
        .ensure(Failures::default)
        .with_mut(|failures: &mut Failures| failures.count(tool, arguments));
    let (same, in_a_row) = counted?;
    if same > limits.same_failures() {
        let arguments = Plain::new(arguments, SHOWN);
        return Some(format!(
            "{tool} with {arguments} has failed {same} times in a row and is given up."
        ));
    }
    (in_a_row > limits.failures_in_a_row())
        .then(|| format!("{tool} has failed {in_a_row} times in a row and is given up."))
}

impl Failures {
    /// Counts a failure; gives how often the same call and the tool have failed in a row.
    fn count(&mut self, tool: &str, arguments: &str) -> (u32, u32) {
        if self.calls.len() == CALLS {
            *self = Self::default();
        }
        let same = self
            .calls
            .entry((tool.to_owned(), one_form(arguments)))
            .or_default();
        let in_a_row = self.tools.entry(tool.to_owned()).or_default();
        *same = same.saturating_add(1);
        *in_a_row = in_a_row.saturating_add(1);
        (*same, *in_a_row)
    }
}

/// The arguments in one spelling: white space and the order of keys are no other call.
fn one_form(arguments: &str) -> Digest {
    let value = serde_json::from_str(arguments);
    Digest::of(&value.unwrap_or_else(|_| Value::from(arguments.trim())))
}
