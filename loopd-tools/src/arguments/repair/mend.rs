//! Mends single values where the schema finds a problem and says what is meant.

use super::edit::{at, members_at, rename};
use super::record::{Repair, RepairKind};
use super::{
    absent, bool_in_string, json_in_string, key_spelling, number_in_string, one_item_list,
    value_case,
};
use crate::arguments::checker::{Fault, Finding, Position, RuleId, Rules};
use crate::arguments::place::{Place, Step};
use crate::arguments::shown::{shown, shown_text};
use crate::arguments::tree::Node;

/// How often a value is checked again: what was found in a string has problems of its own.
const PASSES: usize = 4;

/// How many values may be copied to try variants.
const BUDGET: usize = 200_000;

/// What could be mended, and whether the value fits now.
struct Mended {
    repairs: Vec<Repair>,
    fits: bool,
}

/// Mends what can be mended in a value that does not fit the schema.
pub(crate) fn mend(rules: &Rules, node: &mut Node<'_>) -> Vec<Repair> {
    let mut mender = Mender {
        rules,
        budget: BUDGET,
    };
    let root = Place::default();
    mender
        .mend(rules.root(), Position::Root, &root, node)
        .repairs
}

struct Mender<'r> {
    rules: &'r Rules,
    budget: usize,
}

impl Mender<'_> {
    /// Mends a value by one rule. `place` is where the value is, for the record alone.
    fn mend(
        &mut self,
        rule: RuleId,
        position: Position,
        place: &Place,
        node: &mut Node<'_>,
    ) -> Mended {
        let mut repairs = Vec::new();
        for _ in 0..PASSES {
            let findings = self.rules.find_all(rule, position, node);
            if findings.is_empty() {
                break;
            }
            let before = repairs.len();
            let mut done: Vec<Place> = Vec::new();
            for finding in &findings {
                let is_done = done.iter().any(|done| finding.place.is_under(done));
                if is_done {
                    continue;
                }
                let mended = self.mend_one(finding, place, node);
                if !mended.is_empty() || matches!(finding.fault, Fault::NoVariant(_)) {
                    done.push(finding.place.clone());
                }
                repairs.extend(mended);
            }
            if repairs.len() == before {
                break;
            }
        }
        let fits = self.rules.find_all(rule, position, node).is_empty();
        Mended { repairs, fits }
    }

    fn mend_one(&mut self, finding: &Finding, base: &Place, root: &mut Node<'_>) -> Vec<Repair> {
        match finding.fault {
            Fault::UnknownKey | Fault::MissingKey => {
                self.key(finding, base, root).into_iter().collect()
            }
            Fault::NoVariant(_) => self.variant(finding, base, root),
            Fault::Kind | Fault::Value => self.value(finding, base, root).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Reads a single value as the rule wants it, where exactly one reading does.
    fn value(&self, finding: &Finding, base: &Place, root: &mut Node<'_>) -> Option<Repair> {
        let Finding {
            place,
            rule,
            position,
            ..
        } = finding;
        let rules = self.rules;
        let sent = at(root, place.steps())?;
        if absent::is_absent(rules, *rule, *position, sent) {
            return remove(finding, base, root);
        }
        let whole = base.join(place);
        let key = whole.last_key();
        let readings = [
            (
                RepairKind::NumberInString,
                number_in_string::number(rules, *rule, sent),
            ),
            (
                RepairKind::BoolInString,
                bool_in_string::truth(rules, *rule, sent),
            ),
            (
                RepairKind::JsonInString,
                json_in_string::json(rules, *rule, whole.steps().len(), sent),
            ),
            (
                RepairKind::OneItemList,
                one_item_list::list(rules, *rule, *position, key, sent),
            ),
            (
                RepairKind::ValueCase,
                value_case::listed(rules, *rule, sent),
            ),
        ];
        let mut fitting = readings.into_iter().filter_map(|(kind, reading)| {
            let reading = reading?;
            // What stands in a string is checked, and maybe mended, in the next pass.
            let is_wanted = kind == RepairKind::JsonInString || rules.fits(*rule, &reading);
            is_wanted.then_some((kind, reading))
        });
        let (kind, reading) = fitting.next()?;
        if fitting.next().is_some() {
            return None;
        }
        let repair = Repair::new(&whole, kind, shown(sent), shown(&reading));
        *sent = reading;
        Some(repair)
    }

    /// Gives a key its declared spelling.
    fn key(&self, finding: &Finding, base: &Place, root: &mut Node<'_>) -> Option<Repair> {
        let (last, object) = finding.place.steps().split_last()?;
        let Step::Key(key) = last else {
            return None;
        };
        let keys = self.rules.get(finding.rule).object.as_deref()?;
        let members = members_at(root, object)?;
        let (from, to) = match finding.fault {
            Fault::UnknownKey => (&**key, key_spelling::declared(keys, members, key)?),
            _ => (key_spelling::sent(keys, members, key)?, &**key),
        };
        let (from, to) = (from.to_owned(), to.to_owned());
        rename(members, &from, &to);
        let place = base.join(&Place::new(object));
        Some(Repair::new(
            &place,
            RepairKind::KeySpelling,
            shown_text(&from),
            shown_text(&to),
        ))
    }

    /// Mends a value as the only variant that it can be mended to.
    fn variant(&mut self, finding: &Finding, base: &Place, root: &mut Node<'_>) -> Vec<Repair> {
        let Finding {
            place,
            rule,
            position,
            ..
        } = finding;
        let rules = self.rules;
        let Some(sent) = at(root, place.steps()) else {
            return Vec::new();
        };
        if absent::is_absent(rules, *rule, *position, sent) {
            return remove(finding, base, root).into_iter().collect();
        }
        let whole = base.join(place);
        let mut only: Option<(Node<'_>, Vec<Repair>)> = None;
        let variants = rules.get(*rule);
        for &variant in variants.any.iter().chain(&variants.one).flatten() {
            let Some(budget) = self.budget.checked_sub(sent.count()) else {
                return Vec::new();
            };
            self.budget = budget;
            let mut trial = sent.clone();
            let Mended { repairs, fits } = self.mend(variant, *position, &whole, &mut trial);
            if !fits {
                continue;
            }
            match &only {
                Some((other, _)) if other.same_as(&trial) => {}
                Some(_) => return Vec::new(),
                None => only = Some((trial, repairs)),
            }
        }
        match only {
            Some((mended, repairs)) => {
                *sent = mended;
                repairs
            }
            None => Vec::new(),
        }
    }
}

/// Takes away a member that stands for no key.
fn remove(finding: &Finding, base: &Place, root: &mut Node<'_>) -> Option<Repair> {
    let (last, object) = finding.place.steps().split_last()?;
    let Step::Key(key) = last else {
        return None;
    };
    let members = members_at(root, object)?;
    let index = members.iter().position(|member| member.key == *key)?;
    let before = shown(&members.remove(index).value);
    let after = "no key".to_owned();
    Some(Repair::new(
        &base.join(&finding.place),
        RepairKind::Absent,
        before,
        after,
    ))
}
