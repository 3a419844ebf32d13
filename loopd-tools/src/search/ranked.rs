//! A query from its text to its hits.

use super::index::Index;
use super::names::candidates;
use super::query::Query;
use super::result::{Hit, Reason, Search};
use super::score::{Scored, best};
use super::spread::spread;

/// How the names of tools are asked for, without a search.
const SELECT: &str = "select:";

impl Index {
    /// The best `limit` tools for a query, best first.
    ///
    /// A query is words in any language. A name in it, or the part behind a namespace, comes first.
    /// `+word` has to be in each hit; `select:a,b` gives the tools of these names and no others.
    /// The same list and the same query give the same hits.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Search {
        let query = query.trim();
        if let Some(names) = query.strip_prefix(SELECT) {
            return self.select(names, limit);
        }
        let parsed = Query::new(self, query);
        let (ranked, matched) = best(self, &parsed, limit);
        let ranked = spread(self, &parsed, ranked);
        let mut hits: Vec<Hit> = Vec::with_capacity(limit.min(self.len()));
        let mut unranked = 0;
        for place in candidates(query).filter_map(|name| self.names.first(name)) {
            if hits.len() < limit && hits.iter().all(|hit| hit.place != place as usize) {
                let known = ranked.iter().find(|scored| scored.place == place);
                unranked += usize::from(known.is_none() && parsed.slots.is_empty());
                hits.push(Hit {
                    place: place as usize,
                    score: known.map_or(0.0, |scored| scored.score),
                    exact: true,
                });
            }
        }
        for Scored { place, score } in ranked {
            if hits.len() < limit && hits.iter().all(|hit| hit.place != place as usize) {
                hits.push(Hit {
                    place: place as usize,
                    score,
                    exact: false,
                });
            }
        }
        let reason = hits
            .is_empty()
            .then_some(match (parsed.is_blank, parsed.is_stopped) {
                (true, _) => Reason::Empty,
                (_, true) => Reason::NoWords,
                _ => Reason::NoMatch,
            });
        Search {
            matched: (matched + unranked).max(hits.len()),
            hits,
            total: self.len(),
            reason,
            missing: Vec::new(),
        }
    }

    fn select(&self, names: &str, limit: usize) -> Search {
        let mut hits: Vec<Hit> = Vec::new();
        let mut missing = Vec::new();
        let mut asked = false;
        for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
            asked = true;
            match self.names.first(name) {
                None => missing.push(name.to_owned()),
                Some(place) if hits.iter().all(|hit| hit.place != place as usize) => {
                    hits.push(Hit {
                        place: place as usize,
                        score: 0.0,
                        exact: true,
                    });
                }
                Some(_) => {}
            }
        }
        let matched = hits.len();
        hits.truncate(limit);
        let reason = match (hits.is_empty(), asked) {
            (false, _) => None,
            (true, false) => Some(Reason::Empty),
            (true, true) => Some(Reason::NoMatch),
        };
        Search {
            hits,
            matched,
            total: self.len(),
            reason,
            missing,
        }
    }
}
