//! Several wishes in one query: a tool for each of them before a second one for the first.

use super::index::Index;
use super::query::{Query, Slot};
use super::score::Scored;

/// How much of a word's weight a tool takes from those behind it, if the tool has all of it.
const TAKEN: f32 = 0.25;

/// Orders `ranked` anew: words that the tools before have count less.
pub(super) fn spread(index: &Index, query: &Query, ranked: Vec<Scored>) -> Vec<Scored> {
    if ranked.len() < 2 || query.slots.len() < 2 {
        return ranked;
    }
    let gains: Vec<Vec<f32>> = ranked
        .iter()
        .map(|scored| {
            query
                .slots
                .iter()
                .map(|slot| gain(index, slot, scored.place))
                .collect()
        })
        .collect();
    let mut left: Vec<usize> = (0..ranked.len()).collect();
    let mut worth = vec![1.0_f32; query.slots.len()];
    let mut spread = Vec::with_capacity(ranked.len());
    while !left.is_empty() {
        let mut best = (0, f32::MIN);
        for (at, &candidate) in left.iter().enumerate() {
            let gains = &gains[candidate];
            let all: f32 = gains.iter().sum();
            let now: f32 = gains
                .iter()
                .zip(&worth)
                .map(|(gain, worth)| gain * worth)
                .sum();
            let score = ranked[candidate].score * now / all.max(f32::MIN_POSITIVE);
            if score > best.1 {
                best = (at, score);
            }
        }
        let chosen = left.remove(best.0);
        for ((worth, gain), slot) in worth.iter_mut().zip(&gains[chosen]).zip(&query.slots) {
            let share = (gain / slot.weight.max(f32::MIN_POSITIVE)).min(1.0);
            *worth *= 1.0 - TAKEN * share;
        }
        spread.push(ranked[chosen]);
    }
    spread
}

/// What a word of the query gave a tool.
fn gain(index: &Index, slot: &Slot, place: u32) -> f32 {
    let mut gain = 0.0_f32;
    for &(term, share) in &slot.terms {
        let most = share * index.weights[term as usize];
        // Looking costs more than the rest of a search: what can't be more is passed over.
        if most > gain
            && let Some(posting) = index.postings.at(term, place)
        {
            gain = gain.max(most * posting.impact());
        }
    }
    gain
}
