//! A query into the terms to look for.

use super::hash::hash;
use super::index::Index;
use super::lexicon::{Lexicon, Stop};
use super::stem::stem;
use super::vocabulary::Term;
use super::words::words;

/// How many bytes of a query are read, and how many of its words.
const MOST_BYTES: usize = 4096;
const MOST_WORDS: usize = 96;

/// The least that a word says for another one, of what the word itself says.
const FAINT: f32 = 0.08;

/// One word of a query: the terms that it can be found by, and how much each counts for it.
pub(super) struct Slot {
    pub(super) terms: Vec<(Term, f32)>,
    /// How much the word says of what is wanted.
    pub(super) weight: f32,
}

/// A query as it is looked for.
#[derive(Default)]
pub(super) struct Query {
    pub(super) slots: Vec<Slot>,
    /// Terms that each hit has to have: None for a word that no tool has.
    pub(super) musts: Vec<Option<Term>>,
    /// Whether there was anything in it but white space, and but words that are never looked for.
    pub(super) is_blank: bool,
    pub(super) is_stopped: bool,
}

impl Query {
    pub(super) fn new(index: &Index, text: &str) -> Self {
        let text = bounded(text);
        let mut reader = Reader {
            index,
            seen: Vec::new(),
            slots: Vec::new(),
        };
        let count = reader.read(text, Stop::Beside);
        let count = if count > 0 {
            count
        } else {
            reader.read(text, Stop::Always)
        };
        Self {
            slots: reader.slots,
            musts: musts(index, text),
            is_blank: text.trim().is_empty(),
            is_stopped: count == 0,
        }
    }

    pub(super) fn weight(&self) -> f32 {
        self.slots.iter().map(|slot| slot.weight).sum()
    }
}

fn bounded(text: &str) -> &str {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

struct Reader<'i> {
    index: &'i Index,
    seen: Vec<u64>,
    slots: Vec<Slot>,
}

impl Reader<'_> {
    /// Reads all words but those that are stopped, up to `stop`. Returns how many there were.
    fn read(&mut self, text: &str, stop: Stop) -> usize {
        let mut count = 0;
        let mut before = String::new();
        let mut joined = String::new();
        words(text, |word, _| {
            if count >= MOST_WORDS {
                return;
            }
            let stopped = match Lexicon::get().stop(hash(word)) {
                Some(Stop::Always) => true,
                Some(Stop::Beside) => stop == Stop::Beside,
                None => false,
            };
            if stopped {
                before.clear();
                return;
            }
            count += 1;
            if !before.is_empty() {
                joined.clear();
                joined.push_str(&before);
                joined.push_str(word);
                self.joined(&mut joined);
            }
            before.clear();
            before.push_str(word);
            joined.clear();
            joined.push_str(word);
            self.word(&mut joined);
        });
        count
    }

    /// True the first time.
    fn is_new(&mut self, stem: u64) -> bool {
        let is_new = !self.seen.contains(&stem);
        if is_new {
            self.seen.push(stem);
        }
        is_new
    }

    fn joined(&mut self, word: &mut String) {
        stem(word);
        let stem = hash(word);
        if let Some(term) = self.index.vocabulary.term(stem)
            && self.is_new(stem)
        {
            self.slots.push(Slot {
                terms: vec![(term, 1.0)],
                weight: self.index.weights[term as usize],
            });
        }
    }

    fn word(&mut self, word: &mut String) {
        stem(word);
        let stem = hash(word);
        if !self.is_new(stem) {
            return;
        }
        let weights = &self.index.weights;
        if let Some(term) = self.index.vocabulary.term(stem) {
            let related = self.index.related(term);
            let mut terms = Vec::with_capacity(1 + related.len());
            let weight = weights[term as usize];
            terms.push((term, 1.0));
            let faint = FAINT * weight;
            let heard = |&&(term, share): &&(Term, f32)| share * weights[term as usize] > faint;
            terms.extend(related.iter().filter(heard));
            self.slots.push(Slot { terms, weight });
            return;
        }
        let mut terms = Vec::new();
        self.index.vocabulary.related(word, &mut terms);
        let most = terms.iter().map(|(term, _)| weights[*term as usize]);
        let weight = most.fold(0.0, f32::max);
        if !terms.is_empty() {
            self.slots.push(Slot { terms, weight });
        }
    }
}

/// The words with a plus sign right before them: `+slack send`.
fn musts(index: &Index, text: &str) -> Vec<Option<Term>> {
    let mut musts = Vec::new();
    for part in text.split_whitespace() {
        let Some(part) = part.strip_prefix('+') else {
            continue;
        };
        if !part.starts_with(char::is_alphabetic) {
            continue;
        }
        words(part, |word, _| {
            if Lexicon::get().stop(hash(word)) == Some(Stop::Always) {
                return;
            }
            let mut word = word.to_owned();
            stem(&mut word);
            musts.push(index.vocabulary.term(hash(&word)));
        });
    }
    musts
}
