//! Which tools have which words, in a few flat arrays.

use super::vocabulary::Term;

/// That a tool has a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Posting {
    /// The place of the tool in the list.
    pub(super) place: u32,
    /// How much the tool is about the word, of [`FULL`].
    impact: u16,
    /// Whether the word is in the name.
    pub(super) named: bool,
}

const FULL: f32 = 65_535.0;

impl Posting {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an impact is between 0 and 1"
    )]
    pub(super) fn new(place: u32, impact: f32, named: bool) -> Self {
        Self {
            place,
            impact: (impact * FULL) as u16,
            named,
        }
    }

    /// How much the tool is about the word, from 0 to 1.
    pub(super) fn impact(self) -> f32 {
        f32::from(self.impact) / FULL
    }
}

/// The postings of all terms, each list in the order of the tools.
#[derive(Debug, Default)]
pub(super) struct Postings {
    all: Vec<Posting>,
    /// Where the list of each term begins, and the end of the last.
    starts: Vec<u32>,
}

impl Postings {
    /// Sorts what came tool by tool.
    pub(super) fn new(terms: usize, found: &[(Term, Posting)]) -> Self {
        let mut starts = vec![0_u32; terms + 1];
        for &(term, _) in found {
            starts[term as usize + 1] += 1;
        }
        for term in 0..terms {
            starts[term + 1] += starts[term];
        }
        let mut next = starts.clone();
        let mut all = vec![Posting::new(0, 0.0, false); found.len()];
        for &(term, posting) in found {
            let place = &mut next[term as usize];
            all[*place as usize] = posting;
            *place += 1;
        }
        Self { all, starts }
    }

    /// The postings of a term.
    pub(super) fn of(&self, term: Term) -> &[Posting] {
        let term = term as usize;
        &self.all[self.starts[term] as usize..self.starts[term + 1] as usize]
    }

    /// What the tool at `place` has of a term.
    pub(super) fn at(&self, term: Term, place: u32) -> Option<Posting> {
        let list = self.of(term);
        let found = list.binary_search_by_key(&place, |posting| posting.place);
        found.ok().map(|found| list[found])
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.len() * size_of::<Posting>() + self.starts.len() * size_of::<u32>()
    }
}
