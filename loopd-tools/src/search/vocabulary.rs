//! The words of the tools of one index, each a number.

use super::hash::{ByHash, hash};
use super::lexicon::{Lexicon, Stop};
use super::stem::stem;

/// The number of a stem.
pub(super) type Term = u32;

/// How many letters two words have to begin with to be kin.
const BEGINNING: usize = 4;
/// The share of the longer of two words that both begin with, at least.
const SHARE: f32 = 0.5;
/// How much a word says for its kin, times that share.
const KIN: f32 = 0.6;
/// How many kin a word has at most.
const MOST_KIN: usize = 6;
/// How many words with one beginning are compared: more of them are nobody's kin.
const MOST_COMPARED: usize = 400;

/// All stems, by the hash of their text.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    terms: ByHash<Term>,
    /// The stems that can have kin, by text.
    kin: Vec<(Box<str>, Term)>,
}

/// Reads words while an index is built, each spelling once.
#[derive(Default)]
pub(super) struct Collector {
    vocabulary: Vocabulary,
    spellings: ByHash<Option<Term>>,
    scratch: String,
}

impl Collector {
    /// The number of a word in lower case. None if it is never searched for.
    pub(super) fn word(&mut self, word: &str) -> Option<Term> {
        let spelling = hash(word);
        if let Some(&known) = self.spellings.get(&spelling) {
            return known;
        }
        let term = if Lexicon::get().stop(spelling) == Some(Stop::Always) {
            None
        } else {
            self.scratch.clear();
            self.scratch.push_str(word);
            stem(&mut self.scratch);
            let text = &self.scratch;
            let next = self.vocabulary.next();
            let term = *self.vocabulary.terms.entry(hash(text)).or_insert_with(|| {
                if can_have_kin(text) {
                    self.vocabulary.kin.push((text.as_str().into(), next));
                }
                next
            });
            Some(term)
        };
        self.spellings.insert(spelling, term);
        term
    }

    /// The number of two neighbouring words as one.
    pub(super) fn joined(&mut self, first: &str, second: &str) -> Term {
        self.scratch.clear();
        self.scratch.push_str(first);
        self.scratch.push_str(second);
        stem(&mut self.scratch);
        let next = self.vocabulary.next();
        *self
            .vocabulary
            .terms
            .entry(hash(&self.scratch))
            .or_insert(next)
    }

    pub(super) fn finish(mut self) -> Vocabulary {
        self.vocabulary.kin.sort_unstable();
        self.vocabulary
    }
}

impl Vocabulary {
    fn next(&self) -> Term {
        Term::try_from(self.terms.len()).unwrap_or(Term::MAX)
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn term(&self, stem: u64) -> Option<Term> {
        self.terms.get(&stem).copied()
    }

    /// The hash and the number of each stem.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, Term)> {
        self.terms.iter().map(|(&hash, &term)| (hash, term))
    }

    /// The terms that a stem speaks for beside its own, and how much, the most first.
    pub(super) fn related(&self, stem: &str, related: &mut Vec<(Term, f32)>) {
        related.clear();
        for &(other, weight) in Lexicon::get().related(hash(stem)) {
            if let Some(term) = self.term(other) {
                related.push((term, weight));
            }
        }
        let mut kin = self.kin_of(stem);
        kin.retain(|(term, _)| related.iter().all(|(known, _)| known != term));
        related.extend(kin);
    }

    /// The words that begin as `stem` does.
    fn kin_of(&self, stem: &str) -> Vec<(Term, f32)> {
        if !can_have_kin(stem) {
            return Vec::new();
        }
        let beginning = &stem[..BEGINNING];
        let from = self.kin.partition_point(|(text, _)| &**text < beginning);
        let of = |text: &str| text.starts_with(beginning);
        let count = self.kin[from..].partition_point(|(text, _)| of(text));
        if count > MOST_COMPARED {
            return Vec::new();
        }
        let mut kin: Vec<(Term, f32)> = Vec::new();
        for (text, term) in &self.kin[from..from + count] {
            let share = common_share(stem, text);
            if share >= SHARE && **text != *stem {
                kin.push((*term, KIN * share));
            }
        }
        kin.sort_by(|a, b| b.1.total_cmp(&a.1));
        kin.truncate(MOST_KIN);
        kin
    }

    /// Each stem that can have kin.
    pub(super) fn plain(&self) -> impl Iterator<Item = (&str, Term)> {
        self.kin.iter().map(|(text, term)| (&**text, *term))
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<(u64, Term)>() + 1;
        let texts: usize = self.kin.iter().map(|(text, _)| text.len()).sum();
        self.terms.capacity() * entry + self.kin.capacity() * size_of::<(Box<str>, Term)>() + texts
    }
}

fn can_have_kin(stem: &str) -> bool {
    stem.len() >= BEGINNING && stem.is_ascii() && !stem.as_bytes()[0].is_ascii_digit()
}

/// The share of the longer word that both begin with.
#[expect(clippy::cast_precision_loss, reason = "words are short")]
fn common_share(a: &str, b: &str) -> f32 {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    same as f32 / a.len().max(b.len()) as f32
}
