//! Names as people write them in a query: whole, or without the namespace before them.

use std::collections::HashMap;

/// The places of all names and leaves, by their text in lower case.
#[derive(Debug, Default)]
pub(super) struct Names {
    whole: HashMap<Box<str>, Vec<u32>>,
    leaves: HashMap<Box<str>, Vec<u32>>,
}

impl Names {
    pub(super) fn add(&mut self, name: &str, place: u32) {
        let name = name.to_lowercase();
        let leaf = leaf(&name);
        if leaf.len() < name.len() {
            self.leaves.entry(leaf.into()).or_default().push(place);
        }
        self.whole.entry(name.into()).or_default().push(place);
    }

    /// The first tool of this name in any case; if there is none, the first with this leaf.
    pub(super) fn first(&self, name: &str) -> Option<u32> {
        let name = name.to_lowercase();
        let places = self.whole.get(&*name).or_else(|| self.leaves.get(&*name))?;
        places.first().copied()
    }

    pub(super) fn bytes(&self) -> usize {
        let entry = |name: usize, places: &Vec<u32>| {
            size_of::<(Box<str>, Vec<u32>)>() + name + places.capacity() * size_of::<u32>()
        };
        let maps = self.whole.iter().chain(&self.leaves);
        maps.map(|(name, places)| entry(name.len(), places)).sum()
    }
}

/// What is behind the last `.`, `/`, `:` or `__` of a name.
fn leaf(name: &str) -> &str {
    let behind = |separator: &str| name.rfind(separator).map(|at| at + separator.len());
    let start = [".", "/", ":", "__"].into_iter().filter_map(behind).max();
    let leaf = &name[start.unwrap_or(0)..];
    if leaf.is_empty() { name } else { leaf }
}

/// The words of a query that can be meant as names: what stands in quotes or backticks, what looks
/// like an identifier, and the whole query.
pub(super) fn candidates(query: &str) -> impl Iterator<Item = &str> {
    let whole = std::iter::once(query.trim());
    let parts = query.split_whitespace().filter_map(|part| {
        let inner = part.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let quoted = part.len() > inner.len() + 1
            && part.starts_with(['`', '"', '\''])
            && part
                .trim_end_matches(['.', ',', '?', '!', ')'])
                .ends_with(['`', '"', '\'']);
        (quoted || is_identifier(inner)).then_some(inner)
    });
    whole.chain(parts).filter(|name| !name.is_empty())
}

/// `read_file`, `math.sqrt`, `getUser`, `get-user`, `sha256`; no plain word, no number.
fn is_identifier(word: &str) -> bool {
    let mut before = ' ';
    let mut joined = false;
    for c in word.chars() {
        joined |= matches!(c, '_' | '.' | '-' | ':' | '/')
            || (c.is_uppercase() && before.is_lowercase())
            || (c.is_numeric() && before.is_alphabetic());
        before = c;
    }
    joined && word.chars().any(char::is_alphabetic)
}
