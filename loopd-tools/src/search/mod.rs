//! Searching tools by rank: words, no model.
//!
//! [`Registry::search`](crate::Registry::search) is the way in; [`Index`] is what it builds the
//! first time.
//!
//! text → `words` → `stem` → `vocabulary` → `postings`; a query goes the same way and is
//! then `score`d.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of tools and words, far below the 24 bits of a float"
)]

mod answer;
mod compact;
mod embedder;
mod fields;
mod fusion;
mod hash;
mod index;
mod lexicon;
mod names;
mod postings;
mod query;
mod ranked;
mod result;
mod score;
mod spread;
mod stem;
mod vocabulary;
mod words;

pub use self::answer::FindStyle;
pub use self::embedder::{Embedder, Vectors};
pub use self::index::Index;
pub use self::result::{Hit, Reason, Search};

pub(crate) use self::answer::{FindOptions, call, direct_call, find_answer};
