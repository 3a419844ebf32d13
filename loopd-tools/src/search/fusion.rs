//! Two lists of hits as one: reciprocal-rank fusion (Cormack, Clarke and Büttcher 2009).

use std::collections::HashMap;

use super::index::Index;
use super::result::{Hit, Search};

/// How much the first places count over the later ones: less if it is higher.
const K: f32 = 10.0;
/// How deep both lists are read.
const DEPTH: usize = 100;

impl Index {
    /// The best `limit` tools by words and by `others`, another list of places, best first.
    ///
    /// A tool scores 1 / (10 + its place) in each list. Names that the query has, and what it asks
    /// for by `select:`, stay first; `+word` holds for both lists.
    #[must_use]
    pub fn search_fused(&self, query: &str, others: &[usize], limit: usize) -> Search {
        let mut words = self.search(query, limit.max(DEPTH));
        let asks_for_names = query.trim_start().starts_with("select:");
        let has_musts = query
            .split_whitespace()
            .any(|part| part.len() > 1 && part.starts_with('+'));
        if asks_for_names {
            words.hits.truncate(limit);
            return words;
        }
        let mut scores: HashMap<usize, f32> = HashMap::new();
        let ranked: Vec<usize> = words.hits.iter().map(|hit| hit.place).collect();
        let others = others
            .iter()
            .copied()
            .filter(|place| *place < self.len() && (!has_musts || ranked.contains(place)));
        let others: Vec<usize> = others.take(DEPTH).collect();
        for list in [&ranked, &others] {
            for (rank, &place) in list.iter().enumerate() {
                *scores.entry(place).or_default() += 1.0 / (K + 1.0 + rank as f32);
            }
        }
        let exact = |place| words.hits.iter().any(|hit| hit.place == place && hit.exact);
        let mut hits: Vec<Hit> = scores
            .into_iter()
            .map(|(place, score)| Hit {
                place,
                score,
                exact: exact(place),
            })
            .collect();
        hits.sort_by(|a, b| {
            let by_name = b.exact.cmp(&a.exact);
            by_name
                .then(b.score.total_cmp(&a.score))
                .then(a.place.cmp(&b.place))
        });
        words.matched = words.matched.max(hits.len());
        hits.truncate(limit);
        words.reason = words.reason.filter(|_| hits.is_empty());
        words.hits = hits;
        words
    }
}
