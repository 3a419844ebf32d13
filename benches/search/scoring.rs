//! The rules of scoring. A test holds them to a table that another program made.
//!
//! Of the first ten hits, equal tools are merged into the first of them and later ones move up.
//! Tools are equal if they are one, or if both come from a `bfcl*` source and have one name but for
//! case. The gain of a right tool at place p is 1 / log2(p + 1), over the most that can be gained.

use std::collections::HashMap;

/// How many hits are read.
const DEPTH: usize = 10;

/// Queries of one kind, asked of lists of one size.
#[derive(Clone, Copy)]
pub struct Cell {
    pub set: &'static str,
    pub registry: &'static str,
}

pub const CELLS: [Cell; 6] = [
    Cell {
        set: "nl",
        registry: "all",
    },
    Cell {
        set: "kw3",
        registry: "all",
    },
    Cell {
        set: "model",
        registry: "all",
    },
    Cell {
        set: "nl",
        registry: "r100",
    },
    Cell {
        set: "nl",
        registry: "r1000",
    },
    Cell {
        set: "nl",
        registry: "r10000",
    },
];

/// The names of the cells' figures.
pub const FIGURES: [&str; 6] = ["nl", "kw3", "model", "nl100", "nl1000", "nl10000"];

/// What each tool of (id, name, source) counts as: a number for each thing that is one.
pub fn identities<'t>(tools: impl Iterator<Item = (&'t str, &'t str, &'t str)>) -> Vec<usize> {
    let mut known: HashMap<(bool, String), usize> = HashMap::new();
    tools
        .map(|(id, name, source)| {
            let key = if source.starts_with("bfcl") {
                (true, name.to_lowercase())
            } else {
                (false, id.to_owned())
            };
            let next = known.len();
            *known.entry(key).or_insert(next)
        })
        .collect()
}

/// nDCG@10 of hits, which are places of tools; `relevant` are identities without repetition.
pub fn ndcg(identities: &[usize], hits: &[usize], relevant: &[usize]) -> f64 {
    let mut merged: Vec<usize> = Vec::new();
    for &hit in hits.iter().take(DEPTH) {
        if !merged.contains(&identities[hit]) {
            merged.push(identities[hit]);
        }
    }
    let gain = |place: usize| 1.0 / ((place + 2) as f64).log2();
    let right = merged
        .iter()
        .enumerate()
        .filter(|(_, hit)| relevant.contains(hit));
    let sum: f64 = right.map(|(place, _)| gain(place)).sum();
    let most: f64 = (0..relevant.len().min(DEPTH)).map(gain).sum();
    sum / most
}
