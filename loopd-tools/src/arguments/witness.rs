//! Values that a schema allows and that serde may not be able to read: made when a tool is declared,
//! and given to its type.
//!
//! What is flattened goes through a buffer of serde's that holds no 128-bit integer and knows the
//! keys of maps as text alone. A schema does not show what is flattened, as its fields stand beside
//! the others; so the type itself is asked, with a value for each place that could be concerned.

use std::borrow::Cow;
use std::collections::HashSet;

use super::build::Build;
use super::checker::{Additional, Keys, Kinds, Rule, RuleId, Rules};
use super::example::Builder;
use super::tree::{Member, Node};
use crate::schema::SchemaError;

/// A step from a rule to one below it.
#[derive(Debug, Clone)]
enum Edge {
    /// To a rule on the same value: a variant, or what a reference means.
    Same,
    /// To the key at this place.
    Key(usize),
    /// To the item at this place; the last one stands for all behind it.
    Item(usize),
    /// To the values of a map.
    Value,
}

/// What serde's buffer does not hold.
#[derive(Debug, Clone, Copy)]
enum Concern {
    WideInteger,
    IntegerKeys,
}

/// A place that could be concerned.
#[derive(Debug, Clone)]
struct Spot {
    way: Vec<(Edge, RuleId)>,
    rule: RuleId,
    concern: Concern,
}

/// Fails with the first place of a tool's schema whose values the type can't read.
pub(super) fn check<B: Build>(rules: &Rules, tool: &str) -> Result<(), SchemaError> {
    let builder = Builder::of_least(rules);
    let is_unread = |spot: &Spot| is_unread::<B>(rules, &builder, spot);
    let Some(spot) = spots(rules).into_iter().find(is_unread) else {
        return Ok(());
    };
    let (message, fix) = match spot.concern {
        Concern::WideInteger => (
            "serde can't read a 128-bit integer in what is flattened",
            "use a 64-bit integer or a string, or a field of its own instead of `flatten`",
        ),
        Concern::IntegerKeys => (
            "serde can't read the integer keys of a map in what is flattened",
            "give the map `String` keys, or a field of its own instead of `flatten`",
        ),
    };
    Err(SchemaError::new(tool, path(rules, &spot), message, fix))
}

fn is_unread<B: Build>(rules: &Rules, builder: &Builder<'_>, spot: &Spot) -> bool {
    let refusal = |end: &dyn Fn() -> Option<Node<'static>>| {
        let node = along(rules, builder, rules.root(), &spot.way, end)?;
        let fits = builder.fits(rules.root(), &node);
        fits.then(|| B::build(node).err().map(|error| error.message))
    };
    let sent = refusal(&|| builder.value(spot.rule, 0));
    match (spot.concern, sent) {
        // serde's own words, for every deserializer that has no such integers.
        (Concern::WideInteger, Some(Some(message))) => {
            matches!(&*message, "i128 is not supported" | "u128 is not supported")
        }
        // It is the keys if the type has nothing against the map without any.
        (Concern::IntegerKeys, Some(Some(_))) => refusal(&|| Some(Node::empty())) == Some(None),
        _ => false,
    }
}

/// All places that could be concerned, each by one way to it.
fn spots(rules: &Rules) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut seen = HashSet::from([rules.root()]);
    let mut open = vec![(rules.root(), Vec::new())];
    while let Some((id, way)) = open.pop() {
        let rule = rules.get(id);
        if let Some(concern) = concern(rules, rule) {
            spots.push(Spot {
                way: way.clone(),
                rule: id,
                concern,
            });
        }
        for (edge, next) in edges(rule) {
            if seen.insert(next) {
                let step = std::iter::once((edge, next));
                open.push((next, way.iter().cloned().chain(step).collect()));
            }
        }
    }
    spots
}

fn concern(rules: &Rules, rule: &Rule) -> Option<Concern> {
    if rule.kinds.has(Kinds::INTEGER) && rule.number.wide {
        return Some(Concern::WideInteger);
    }
    let names = rule.object.as_deref().and_then(Keys::names)?;
    let pattern = rules.get(names).string.pattern.as_ref()?;
    pattern.is_integer().then_some(Concern::IntegerKeys)
}

fn edges(rule: &Rule) -> Vec<(Edge, RuleId)> {
    let mut edges = Vec::new();
    let parts = rule.all.iter().chain(rule.variants().unwrap_or_default());
    edges.extend(parts.map(|&part| (Edge::Same, part)));
    let prefix = rule.array.prefix.iter().copied().chain(rule.array.items);
    edges.extend(
        prefix
            .enumerate()
            .map(|(place, id)| (Edge::Item(place), id)),
    );
    if let Some(keys) = &rule.object {
        let named = keys.all().iter().enumerate();
        edges.extend(named.filter_map(|(place, key)| Some((Edge::Key(place), key.rule?))));
        if let Additional::Fitting(values) = keys.additional() {
            edges.push((Edge::Value, values));
        }
    }
    edges
}

/// A value with nothing in it that need not be there but the way to `end`.
fn along(
    rules: &Rules,
    builder: &Builder<'_>,
    id: RuleId,
    way: &[(Edge, RuleId)],
    end: &dyn Fn() -> Option<Node<'static>>,
) -> Option<Node<'static>> {
    let Some(((edge, next), rest)) = way.split_first() else {
        return end();
    };
    let below = along(rules, builder, *next, rest, end)?;
    let rule = rules.get(id);
    match edge {
        Edge::Same => Some(below),
        Edge::Item(place) => {
            let Node::Array(mut items) = builder.array(rule, 0)? else {
                return None;
            };
            *items.get_mut(*place)? = below;
            Some(Node::Array(items))
        }
        Edge::Key(place) => {
            let keys = rule.object.as_deref()?;
            let name = &keys.all().get(*place)?.name;
            with_member(builder.object(keys, 0)?, name, below)
        }
        Edge::Value => {
            let keys = rule.object.as_deref()?;
            let entry = builder.entry(keys, *next, 0)?;
            with_member(builder.object(keys, 0)?, &entry.key, below)
        }
    }
}

fn with_member(object: Node<'static>, key: &str, value: Node<'static>) -> Option<Node<'static>> {
    let Node::Object(mut members) = object else {
        return None;
    };
    match members.iter_mut().find(|member| member.key == key) {
        Some(member) => member.value = value,
        None => members.push(Member {
            key: Cow::Owned(key.to_owned()),
            value,
        }),
    }
    Some(Node::Object(members))
}

/// The place in a person's words.
fn path(rules: &Rules, spot: &Spot) -> String {
    let mut path = String::new();
    let mut id = rules.root();
    for (edge, next) in &spot.way {
        let rule = rules.get(id);
        match edge {
            Edge::Same => {}
            Edge::Item(place) if *place < rule.array.prefix.len() => {
                path.push_str(&format!("[{place}]"));
            }
            Edge::Item(_) => path.push_str("[]"),
            Edge::Value => path.push_str("{}"),
            Edge::Key(place) => {
                let keys = rule.object.iter().flat_map(|keys| keys.all());
                let name = keys.map(|key| &key.name).nth(*place);
                let dot = if path.is_empty() { "" } else { "." };
                path.push_str(dot);
                path.push_str(name.map_or("", String::as_str));
            }
        }
        id = *next;
    }
    path
}
