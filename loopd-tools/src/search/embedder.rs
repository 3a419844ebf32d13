//! Meaning beside words: vectors of a model that a host brings.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::index::Index;
use super::result::Search;
use crate::schema::{Digest, ToolSchema};

/// How many texts go to the embedder at once.
const BATCH: usize = 64;

/// A model that gives each text a vector: near texts have near vectors.
///
/// All vectors of one embedder have one length. They need not be normalised.
pub trait Embedder: Send + Sync {
    /// A vector for each text, in their order. Fewer vectors than texts, or an empty one, mean that
    /// there are none for the rest: the search then goes by words alone.
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>>;
}

impl<E: Embedder + ?Sized> Embedder for &E {
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        (**self).embed(texts)
    }
}

impl<E: Embedder + ?Sized> Embedder for std::sync::Arc<E> {
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        (**self).embed(texts)
    }
}

/// An embedder, and the vectors of the tools that it has seen: one for each digest, so that a
/// changed registry costs the changed tools alone.
pub struct Vectors<E> {
    embedder: E,
    known: Mutex<HashMap<Digest, Vec<f32>>>,
}

impl<E: Embedder> Vectors<E> {
    /// No vectors yet.
    pub fn new(embedder: E) -> Self {
        Self {
            embedder,
            known: Mutex::default(),
        }
    }

    /// The embedder.
    pub fn embedder(&self) -> &E {
        &self.embedder
    }

    /// How many tools have a vector.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known().len()
    }

    /// Whether no tool has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known().is_empty()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<Digest, Vec<f32>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The vectors of these tools; those that are not known yet are made. Empty where there is none.
    #[must_use]
    pub fn of(&self, schemas: &[&ToolSchema]) -> Vec<Vec<f32>> {
        let digests: Vec<Digest> = schemas.iter().map(|schema| schema.digest()).collect();
        let mut missing: Vec<usize> = {
            let known = self.known();
            (0..schemas.len())
                .filter(|&place| !known.contains_key(&digests[place]))
                .collect()
        };
        let mut seen = std::collections::HashSet::new();
        missing.retain(|&place| seen.insert(digests[place]));
        for places in missing.chunks(BATCH) {
            let texts: Vec<String> = places
                .iter()
                .map(|&place| text_of(schemas[place]))
                .collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            // The lock is not held while the model works.
            let vectors = self.embedder.embed(&texts);
            let mut known = self.known();
            for (&place, vector) in places.iter().zip(vectors) {
                known.insert(digests[place], normalised(vector));
            }
        }
        let known = self.known();
        digests
            .iter()
            .map(|digest| known.get(digest).cloned().unwrap_or_default())
            .collect()
    }

    /// The best `limit` of `schemas` by words and by meaning, best first: both lists, fused by
    /// reciprocal rank. `index` is that of the same list.
    #[must_use]
    pub fn search(
        &self,
        index: &Index,
        schemas: &[&ToolSchema],
        query: &str,
        limit: usize,
    ) -> Search {
        let vectors = self.of(schemas);
        let asked = self.embedder.embed(&[query]).into_iter().next();
        let by_meaning = match asked.map(normalised) {
            Some(asked) if !query.trim().is_empty() && !asked.is_empty() => {
                nearest(&asked, &vectors)
            }
            _ => Vec::new(),
        };
        index.search_fused(query, &by_meaning, limit)
    }
}

impl<E> std::fmt::Debug for Vectors<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vectors").finish_non_exhaustive()
    }
}

/// What of a tool is embedded: its name as words, its description, its parameters' names.
fn text_of(schema: &ToolSchema) -> String {
    let mut name = Vec::new();
    super::words::words(&schema.name, |word, _| name.push(word.to_owned()));
    let mut text = format!("{}: {}", name.join(" "), schema.description);
    if let Some(properties) = schema.parameters["properties"].as_object() {
        let names: Vec<&str> = properties.keys().map(String::as_str).collect();
        text.push_str(&format!(" Parameters: {}", names.join(", ")));
    }
    text
}

/// The places of the vectors, the nearest first; places without one are left out.
pub(super) fn nearest(asked: &[f32], vectors: &[Vec<f32>]) -> Vec<usize> {
    let mut near: Vec<(f32, usize)> = vectors
        .iter()
        .enumerate()
        .filter(|(_, vector)| vector.len() == asked.len())
        .map(|(place, vector)| (dot(asked, vector), place))
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    near.into_iter().map(|(_, place)| place).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The vector with length 1; empty if it has no direction.
fn normalised(mut vector: Vec<f32>) -> Vec<f32> {
    let length = dot(&vector, &vector).sqrt();
    if length.is_finite() && length > 0.0 {
        for value in &mut vector {
            *value /= length;
        }
    } else {
        vector.clear();
    }
    vector
}
