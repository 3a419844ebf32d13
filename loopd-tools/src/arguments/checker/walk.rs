//! The one walk over schema and value. It says whether a value fits, what does not, and which
//! variant of an enum is meant.

use std::collections::{HashMap, HashSet};

use super::finding::{Fault, Finding, Position};
use super::rule::{
    ArrayRule, Condition, Contains, Kinds, NumberRule, Rule, RuleId, Rules, StringRule,
};
use crate::arguments::limits::MAX_PROBLEMS;
use crate::arguments::number::Number;
use crate::arguments::place::{Place, Step};
use crate::arguments::tree::Node;

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

pub(super) struct Walk<'r, 'n> {
    pub(super) rules: &'r Rules,
    /// What was found; none while only the cost counts.
    findings: Option<Vec<Finding>>,
    /// How many findings are kept.
    limit: usize,
    cost: u32,
    pub(super) unsettled: bool,
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

    pub(super) fn fail(&mut self, rule: RuleId, fault: Fault) {
        self.fail_by(rule, fault.weight(), fault);
    }

    /// As [`fail`](Self::fail); far from what is wanted if it is the variant's own tag.
    pub(super) fn fail_tag(&mut self, rule: RuleId, fault: Fault, is_tag: bool) {
        let is_own = is_tag && self.steps.len() <= self.base + 1;
        let weight = if is_own { FAR } else { fault.weight() };
        self.fail_by(rule, weight, fault);
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
    pub(super) fn under(
        &mut self,
        step: Step<'n>,
        position: Position,
        judge: impl FnOnce(&mut Self),
    ) {
        let outer = std::mem::replace(&mut self.position, position);
        self.steps.push(step);
        judge(self);
        self.steps.pop();
        self.position = outer;
    }

    /// Judges a value by one rule.
    pub(super) fn value(&mut self, id: RuleId, node: &'n Node<'_>) {
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
        if let Some(value) = values.iter().find(|value| value.same_as(node)) {
            self.unsettled |= value != node;
            true
        } else {
            // One value alone is a variant's tag.
            let is_tag = values.len() == 1 && !differs_in_case(values, node);
            self.fail_tag(id, Fault::Value, is_tag);
            false
        }
    }

    fn number(&mut self, id: RuleId, rule: &NumberRule, number: &Number<'_>) {
        if !rule.admits(number) {
            self.fail(id, Fault::Number);
        }
    }

    fn string(&mut self, id: RuleId, rule: &StringRule, text: &str) {
        if !rule.has_length(text) {
            self.fail(id, Fault::Length);
        }
        if !rule.has_form(text) {
            self.fail(id, Fault::Pattern);
        }
    }

    fn array(&mut self, id: RuleId, rule: &ArrayRule, items: &'n [Node<'_>]) {
        if !is_between(items.len(), rule.min, rule.max) {
            self.fail(id, Fault::ItemCount);
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(rule) = rule.prefix.get(index).copied().or(rule.items) {
                self.under(Step::Item(index), Position::Item, |walk| {
                    walk.value(rule, item);
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

pub(super) fn is_between(count: usize, min: Option<usize>, max: Option<usize>) -> bool {
    min.is_none_or(|min| count >= min) && max.is_none_or(|max| count <= max)
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
