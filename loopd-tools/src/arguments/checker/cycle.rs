//! Finds rules that lead back to themselves on one and the same value: a walk over them would not
//! end.

use super::rule::{Rule, RuleId, Rules};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A rule that leads back to itself without a step into the value.
pub(super) fn endless(rules: &Rules) -> Option<RuleId> {
    let mut states = vec![State::New; rules.rules.len()];
    // Without recursion: a chain of references may be as long as the schema.
    for start in 0..rules.rules.len() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        let mut open = vec![(start, same_value(&rules.rules[start]))];
        while let Some((rule, next)) = open.last_mut() {
            let Some(RuleId(next)) = next.pop() else {
                states[*rule] = State::Done;
                open.pop();
                continue;
            };
            match states[next] {
                State::Open => return Some(RuleId(next)),
                State::Done => {}
                State::New => {
                    states[next] = State::Open;
                    open.push((next, same_value(&rules.rules[next])));
                }
            }
        }
    }
    None
}

/// The rules that judge the same value.
fn same_value(rule: &Rule) -> Vec<RuleId> {
    let mut next = rule.all.clone();
    next.extend(rule.any.iter().flatten());
    next.extend(rule.one.iter().flatten());
    next.extend(rule.not);
    if let Some(condition) = &rule.condition {
        next.push(condition.test);
        next.extend(condition.then);
        next.extend(condition.otherwise);
    }
    let keys = rule.object.iter();
    next.extend(keys.flat_map(|keys| keys.dependent_rules.iter().map(|(_, rule)| *rule)));
    next
}
