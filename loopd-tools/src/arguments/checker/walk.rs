//! The one walk over schema and value. It says whether a value fits, what does not, and which
//! variant of an enum is meant.

use std::collections::{HashMap, HashSet};

use super::finding::{Fault, Finding, Position};
use super::keys::{Additional, Keys};
use super::rule::{
    ArrayRule, Condition, Contains, Kinds, NumberRule, Rule, RuleId, Rules, StringRule,
};
use crate::arguments::limits::MAX_PROBLEMS;
use crate::arguments::number::Number;
use crate::arguments::place::{Place, Step};
use crate::arguments::tree::{Member, Node};

/// The distance of a value that is of another kind than a variant, or has another tag.
const FAR: u32 = 1_000;

/// How many values one call's repairs may change.
const MAX_REPAIRS: usize = 10_000;

/// What the walk says of a value.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// All that does not fit, up to a bound; empty if the value fits.
    pub(crate) findings: Vec<Finding>,
    /// Whether the value fits by a rule that the struct's own decoder does not know: a `null` for
    /// an absent key, a whole number with a point.
    pub(crate) unsettled: bool,
}

impl Rules {
    /// Judges a value by the whole schema.
    pub(crate) fn check(&self, node: &Node<'_>) -> Verdict {
        let mut walk = Walk::new(self, Some(Vec::new()));
        walk.value(self.root, node);
        Verdict {
            findings: walk.findings.unwrap_or_default(),
            unsettled: walk.unsettled,
        }
    }

    /// All that does not fit one rule, for repairs.
    pub(crate) fn find_all(
        &self,
        rule: RuleId,
        position: Position,
        node: &Node<'_>,
    ) -> Vec<Finding> {
        let mut walk = Walk::new(self, Some(Vec::new()));
        walk.limit = MAX_REPAIRS;
        walk.position = position;
        walk.value(rule, node);
        walk.findings.unwrap_or_default()
    }

    /// Whether a value fits one rule.
    pub(crate) fn fits(&self, id: RuleId, node: &Node<'_>) -> bool {
        let mut walk = Walk::new(self, None);
        walk.value(id, node);
        walk.cost == 0
    }

    /// The first variant that fits.
    pub(super) fn first_fitting(&self, variants: &[RuleId], node: &Node<'_>) -> Option<RuleId> {
        variants
            .iter()
            .copied()
            .find(|&variant| self.fits(variant, node))
    }
}

struct Walk<'r, 'n> {
    rules: &'r Rules,
    /// What was found; none while only the cost counts.
    findings: Option<Vec<Finding>>,
    /// How many findings are kept.
    limit: usize,
    cost: u32,
    unsettled: bool,
    /// The way to the value that is judged.
    steps: Vec<Step<'n>>,
    position: Position,
    /// How deep the variant began whose cost is counted.
    base: usize,
    /// What a variant costs for a value, by the value's address. Values nest in each other and
    /// variants do: without it the work would double with each level.
    costs: HashMap<(usize, RuleId), u32>,
}

impl<'r, 'n> Walk<'r, 'n> {
    fn new(rules: &'r Rules, findings: Option<Vec<Finding>>) -> Self {
        Self {
            rules,
            findings,
            limit: MAX_PROBLEMS,
            cost: 0,
            unsettled: false,
            steps: Vec::new(),
            position: Position::Root,
            base: 0,
            costs: HashMap::new(),
        }
    }

    fn fail(&mut self, rule: RuleId, fault: Fault) {
        self.fail_by(rule, fault.weight(), fault);
    }

    fn fail_by(&mut self, rule: RuleId, weight: u32, fault: Fault) {
        self.cost = self.cost.saturating_add(weight);
        if let Some(findings) = &mut self.findings
            && findings.len() < self.limit
        {
            let finding = Finding {
                place: Place::new(&self.steps),
                fault,
                rule,
                position: self.position,
            };
            findings.push(finding);
        }
    }

    /// Judges what is one step further.
    fn under(&mut self, step: Step<'n>, position: Position, judge: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.position, position);
        self.steps.push(step);
        judge(self);
        self.steps.pop();
        self.position = outer;
    }

    /// Judges a value by one rule.
    fn value(&mut self, id: RuleId, node: &'n Node<'_>) {
        let rules = self.rules;
        let rule = rules.get(id);
        let kind = Kinds::of(node);
        if !rule.kinds.has(kind) {
            let weight = if self.steps.len() == self.base {
                FAR
            } else {
                Fault::Kind.weight()
            };
            return self.fail_by(id, weight, Fault::Kind);
        }
        if let Some(values) = &rule.values
            && !self.one_of_values(id, values, node)
        {
            return;
        }
        match node {
            Node::Number(number) => {
                self.unsettled |= !number.is_plain() && !rule.kinds.has(Kinds::FRACTION);
                self.number(id, &rule.number, number);
            }
            Node::String(text) => self.string(id, &rule.string, text),
            Node::Array(items) => self.array(id, &rule.array, items),
            Node::Object(members) => {
                if let Some(keys) = &rule.object {
                    self.object(id, keys, node, members);
                }
            }
            Node::Null | Node::Bool(_) => {}
        }
        self.combined(id, rule, node);
    }

    fn one_of_values(&mut self, id: RuleId, values: &[Node<'static>], node: &Node<'_>) -> bool {
        match values.iter().find(|value| value.same_as(node)) {
            Some(value) => {
                self.unsettled |= value != node;
                true
            }
            None => {
                // One value alone is a variant's tag.
                let is_tag = values.len() == 1 && self.steps.len() <= self.base + 1;
                let weight = if is_tag && !differs_in_case(values, node) {
                    FAR
                } else {
                    Fault::Value.weight()
                };
                self.fail_by(id, weight, Fault::Value);
                false
            }
        }
    }

    fn number(&mut self, id: RuleId, rule: &NumberRule, number: &Number<'_>) {
        if !rule.admits(number) {
            self.fail(id, Fault::Number);
        }
    }

    fn string(&mut self, id: RuleId, rule: &StringRule, text: &str) {
        if rule.min.is_none() && rule.max.is_none() {
            return;
        }
        if !is_between(text.chars().count(), rule.min, rule.max) {
            self.fail(id, Fault::Length);
        }
    }

    fn array(&mut self, id: RuleId, rule: &ArrayRule, items: &'n [Node<'_>]) {
        if !is_between(items.len(), rule.min, rule.max) {
            self.fail(id, Fault::ItemCount);
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(rule) = rule.prefix.get(index).copied().or(rule.items) {
                self.under(Step::Item(index), Position::Item, |walk| {
                    walk.value(rule, item)
                });
            }
        }
        if rule.unique
            && let Some((first, second)) = repeated(items)
        {
            self.fail(id, Fault::Repeated(first, second));
        }
        if let Some(&Contains { rule, min, max }) = rule.contains.as_ref() {
            let fitting = items
                .iter()
                .filter(|item| self.cost_of(rule, item) == 0)
                .count();
            if !is_between(fitting, Some(min), max) {
                self.fail(id, Fault::Contains);
            }
        }
    }

    fn object(&mut self, id: RuleId, keys: &Keys, node: &'n Node<'_>, members: &'n [Member<'_>]) {
        let mut present: Vec<Option<&str>> = vec![None; keys.keys.len()];
        let mut count = 0;
        for Member { key, value } in members {
            let place = keys.place(key);
            let named = place.map(|place| (place, &keys.keys[place]));
            if let Some((place, named)) = named {
                if matches!(value, Node::Null) && !named.required && !named.nullable {
                    self.unsettled = true;
                    continue;
                }
                if let Some(other) = present[place].replace(key) {
                    let fault = Fault::SameKey(other.to_owned());
                    self.under(Step::Key((&**key).into()), Position::Additional, |walk| {
                        walk.fail(id, fault);
                    });
                }
            }
            count += 1;
            let (rule, position) = match (named, keys.additional) {
                (Some((_, key)), _) if key.rule.is_some() => (
                    key.rule,
                    Position::Member {
                        required: key.required,
                    },
                ),
                (_, Additional::Any) => (None, Position::Additional),
                (_, Additional::Fitting(rule)) => (Some(rule), Position::Additional),
                (_, Additional::None) => {
                    self.under(Step::Key((&**key).into()), Position::Additional, |walk| {
                        walk.fail(id, Fault::UnknownKey);
                    });
                    continue;
                }
            };
            self.under(Step::Key((&**key).into()), position, |walk| {
                if let Some(rule) = rule {
                    walk.value(rule, value);
                }
                if let Some(names) = keys.names
                    && !walk.rules.fits(names, &Node::String((&**key).into()))
                {
                    walk.fail(id, Fault::KeyName);
                }
            });
        }
        self.missing(id, keys, &present, members);
        if !is_between(count, keys.min, keys.max) {
            self.fail(id, Fault::MemberCount);
        }
        for (key, rule) in &keys.dependent_rules {
            if is_present(keys, &present, members, key) {
                self.value(*rule, node);
            }
        }
    }

    /// The keys that have to be there and are not.
    fn missing(
        &mut self,
        id: RuleId,
        keys: &Keys,
        present: &[Option<&str>],
        members: &[Member<'_>],
    ) {
        for (key, present) in keys.keys.iter().zip(present) {
            if key.required && present.is_none() {
                let step = Step::Key(key.name.clone().into());
                self.under(step, Position::Member { required: true }, |walk| {
                    walk.fail(id, Fault::MissingKey);
                });
            }
        }
        for (key, wanted) in &keys.dependent {
            if !is_present(keys, present, members, key) {
                continue;
            }
            for wanted in wanted {
                if !is_present(keys, present, members, wanted) {
                    let step = Step::Key(wanted.clone().into());
                    self.under(step, Position::Member { required: true }, |walk| {
                        walk.fail(id, Fault::MissingWith(key.clone()));
                    });
                }
            }
        }
    }

    fn combined(&mut self, id: RuleId, rule: &Rule, node: &'n Node<'_>) {
        for &part in &rule.all {
            self.value(part, node);
        }
        if let Some(variants) = &rule.any {
            self.variants(id, variants, node, false);
        }
        if let Some(variants) = &rule.one {
            self.variants(id, variants, node, true);
        }
        if let Some(not) = rule.not
            && self.cost_of(not, node) == 0
        {
            self.fail(id, Fault::Not);
        }
        if let Some(&Condition {
            test,
            then,
            otherwise,
        }) = rule.condition.as_ref()
        {
            let branch = if self.cost_of(test, node) == 0 {
                then
            } else {
                otherwise
            };
            if let Some(branch) = branch {
                self.value(branch, node);
            }
        }
    }

    fn variants(&mut self, id: RuleId, variants: &[RuleId], node: &'n Node<'_>, only_one: bool) {
        let costs: Vec<u32> = variants
            .iter()
            .map(|&variant| self.cost_of(variant, node))
            .collect();
        match costs.iter().filter(|&&cost| cost == 0).count() {
            0 => {}
            1 => return,
            _ if only_one => return self.fail(id, Fault::ManyVariants),
            _ => return,
        }
        let nearest = variants.iter().zip(&costs).min_by_key(|(_, cost)| **cost);
        let Some((&nearest, &cost)) = nearest.filter(|(_, cost)| **cost < FAR) else {
            return self.fail_by(id, self.far_at_base(), Fault::NoVariant(None));
        };
        self.fail_by(id, 0, Fault::NoVariant(Some(nearest)));
        if self.findings.is_some() {
            self.value(nearest, node);
        } else {
            self.cost = self.cost.saturating_add(cost);
        }
    }

    /// A variant that is itself nothing but variants is as far as they are.
    fn far_at_base(&self) -> u32 {
        if self.steps.len() == self.base {
            FAR
        } else {
            Fault::NoVariant(None).weight()
        }
    }

    /// How far a value is from fitting a rule: 0 if it fits.
    fn cost_of(&mut self, rule: RuleId, node: &'n Node<'_>) -> u32 {
        let key = (std::ptr::from_ref(node).addr(), rule);
        if let Some(&cost) = self.costs.get(&key) {
            return cost;
        }
        let findings = self.findings.take();
        let base = std::mem::replace(&mut self.base, self.steps.len());
        let outer = std::mem::take(&mut self.cost);
        self.value(rule, node);
        let cost = std::mem::replace(&mut self.cost, outer);
        self.base = base;
        self.findings = findings;
        self.costs.insert(key, cost);
        cost
    }
}

fn is_between(count: usize, min: Option<usize>, max: Option<usize>) -> bool {
    min.is_none_or(|min| count >= min) && max.is_none_or(|max| count <= max)
}

fn is_present(keys: &Keys, present: &[Option<&str>], members: &[Member<'_>], key: &str) -> bool {
    match keys.place(key) {
        Some(place) => present.get(place).is_some_and(Option::is_some),
        None => members.iter().any(|member| member.key == key),
    }
}

/// Whether a string is a listed value but for its case.
fn differs_in_case(values: &[Node<'_>], node: &Node<'_>) -> bool {
    let Node::String(sent) = node else {
        return false;
    };
    let sent = sent.to_lowercase();
    values
        .iter()
        .any(|value| matches!(value, Node::String(value) if value.to_lowercase() == sent))
}

/// The places of the first item that is the same as an earlier one, and of that.
fn repeated(items: &[Node<'_>]) -> Option<(usize, usize)> {
    let mut seen: HashSet<String> = HashSet::new();
    let (second, repeated) = items
        .iter()
        .enumerate()
        .find(|(_, item)| !seen.insert(item.canonical()))?;
    let first = items.iter().position(|item| item.same_as(repeated))?;
    Some((first, second))
}
