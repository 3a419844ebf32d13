//! What is known of words before any tool is: four short tables, written from general knowledge of
//! the words that tools and people use.

use std::sync::OnceLock;

use super::hash::{ByHash, hash};
use super::stem::stem;

/// How much a word says for another one that means nearly the same, and for one of whose group it
/// is but not the first.
const SYNONYM: f32 = 0.4;
const DISTANT: f32 = 0.32;
/// How much a word says for what it is a sign of.
const SIGN: f32 = 0.25;

/// The tables.
pub(super) struct Lexicon {
    stop: ByHash<Stop>,
    common: ByHash<f32>,
    related: ByHash<Vec<(u64, f32)>>,
}

/// When a word is not searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Always,
    /// If there is another one in the query.
    Beside,
}

impl Lexicon {
    pub(super) fn get() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(Self::read)
    }

    fn read() -> Self {
        let mut lexicon = Self {
            stop: ByHash::default(),
            common: ByHash::default(),
            related: ByHash::default(),
        };
        for (text, stop) in [
            (include_str!("polite.txt"), Stop::Beside),
            (include_str!("stop.txt"), Stop::Always),
        ] {
            let words = lines(text).flat_map(str::split_whitespace);
            lexicon.stop.extend(words.map(|word| (hash(word), stop)));
        }
        for line in lines(include_str!("common.txt")) {
            let (share, words) = line.split_once(':').unwrap_or_default();
            let share: f32 = share.parse().unwrap_or_default();
            for word in words.split_whitespace() {
                lexicon.common.insert(hash(word), share);
                lexicon.common.insert(stemmed(word), share);
            }
        }
        for line in lines(include_str!("synonyms.txt")) {
            lexicon.relate_group(line);
        }
        for line in lines(include_str!("signs.txt")) {
            let (kinds, signs) = line.split_once(':').unwrap_or_default();
            for sign in signs.split_whitespace() {
                for kind in kinds.split_whitespace() {
                    lexicon.relate(stemmed(sign), stemmed(kind), SIGN);
                }
            }
        }
        lexicon
    }

    fn relate_group(&mut self, line: &str) {
        let group: Vec<u64> = line.split_whitespace().map(stemmed).collect();
        for (i, &a) in group.iter().enumerate() {
            for (j, &b) in group.iter().enumerate() {
                let weight = if i == 0 || j == 0 { SYNONYM } else { DISTANT };
                self.relate(a, b, weight);
            }
        }
    }

    fn relate(&mut self, from: u64, to: u64, weight: f32) {
        if from == to {
            return;
        }
        let related = self.related.entry(from).or_default();
        match related.iter_mut().find(|(known, _)| *known == to) {
            Some((_, known)) => *known = known.max(weight),
            None => related.push((to, weight)),
        }
    }

    /// When the word with this hash is not searched for.
    pub(super) fn stop(&self, word: u64) -> Option<Stop> {
        self.stop.get(&word).copied()
    }

    /// How little a stem says of what is wanted, from 0 to 1.
    pub(super) fn commonness(&self, stem: u64) -> f32 {
        self.common.get(&stem).copied().unwrap_or_default()
    }

    /// The stems that a stem speaks for as well, and how much.
    pub(super) fn related(&self, stem: u64) -> &[(u64, f32)] {
        self.related.get(&stem).map_or(&[], Vec::as_slice)
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn stemmed(word: &str) -> u64 {
    let mut word = word.to_owned();
    stem(&mut word);
    hash(&word)
}
