//! Which tools fit a query best.

use std::cell::RefCell;
use std::cmp::Ordering;

use super::index::Index;
use super::query::Query;

/// How much it adds that the query has all words of a name.
const NAME: f32 = 0.5;

/// A tool and how well it fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    pub(super) place: u32,
    pub(super) score: f32,
}

impl Scored {
    /// The better first; of equals, the one that was registered first.
    pub(super) fn order(self, other: Self) -> Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score.then(self.place.cmp(&other.place))
    }
}

/// What is known of a tool while the lists of the query's terms are read.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The search that it is about. What another one left is not there.
    search: u32,
    /// The word of the query that was found last, and what it gave.
    slot: u32,
    of_slot: f32,
    share_of_slot: f32,
    /// What all words gave.
    sum: f32,
    /// The weights of the words that were found.
    matched: f32,
    /// The weights of the words of the name that were found.
    named: f32,
}

/// Cells for as many tools as any search of this thread had.
#[derive(Default)]
struct Cells {
    cells: Vec<Cell>,
    touched: Vec<u32>,
    search: u32,
}

thread_local! {
    static CELLS: RefCell<Cells> = RefCell::default();
}

/// The best `limit` tools, best first, and how many have anything of the query.
pub(super) fn best(index: &Index, query: &Query, limit: usize) -> (Vec<Scored>, usize) {
    CELLS.with_borrow_mut(|cells| {
        cells.begin(index.len());
        cells.read(index, query);
        cells.choose(index, query, limit)
    })
}

impl Cells {
    fn begin(&mut self, tools: usize) {
        if self.cells.len() < tools {
            self.cells.resize(tools, Cell::default());
        }
        self.touched.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.cells.fill(Cell::default());
            self.search = 1;
        }
    }

    /// A word that is found by several terms counts once, by the best of them.
    fn read(&mut self, index: &Index, query: &Query) {
        for (number, slot) in (0_u32..).zip(&query.slots) {
            for &(term, share) in &slot.terms {
                let weight = share * index.weights[term as usize];
                let share = share * slot.weight;
                for posting in index.postings.of(term) {
                    let cell = &mut self.cells[posting.place as usize];
                    if cell.search != self.search {
                        *cell = Cell {
                            search: self.search,
                            slot: u32::MAX,
                            ..Cell::default()
                        };
                        self.touched.push(posting.place);
                    }
                    if cell.slot != number {
                        (cell.slot, cell.of_slot, cell.share_of_slot) = (number, 0.0, 0.0);
                    }
                    let gain = (weight * posting.impact() - cell.of_slot).max(0.0);
                    cell.of_slot += gain;
                    cell.sum += gain;
                    let gain = (share - cell.share_of_slot).max(0.0);
                    cell.share_of_slot += gain;
                    cell.matched += gain;
                    if posting.named {
                        cell.named += weight;
                    }
                }
            }
        }
    }

    fn choose(&mut self, index: &Index, query: &Query, limit: usize) -> (Vec<Scored>, usize) {
        let Self { cells, touched, .. } = self;
        if !query.musts.is_empty() {
            touched.retain(|&place| {
                let has = |must: &Option<_>| must.and_then(|term| index.postings.at(term, place));
                query.musts.iter().all(|must| has(must).is_some())
            });
        }
        let whole = query.weight().max(f32::MIN_POSITIVE);
        let mut best: Vec<Scored> = Vec::with_capacity(limit.min(touched.len()) + 1);
        for &place in touched.iter() {
            let cell = &cells[place as usize];
            if best.len() >= limit
                && best
                    .last()
                    .is_some_and(|last| cell.sum * (1.0 + NAME) < last.score)
            {
                continue;
            }
            let found = Scored {
                place,
                score: score(cell, index.named[place as usize], whole),
            };
            let at = best.partition_point(|better| better.order(found).is_lt());
            if at < limit {
                best.truncate(limit - 1);
                best.insert(at, found);
            }
        }
        (best, touched.len())
    }
}

/// The sum of what the words gave, more if they are what the name says, less if many words of the
/// query are missing.
fn score(cell: &Cell, name: f32, whole: f32) -> f32 {
    let covered = if name > 0.0 {
        (cell.named / name).min(1.0)
    } else {
        0.0
    };
    cell.sum * (1.0 + NAME * covered) * (cell.matched / whole).sqrt()
}
