//! The index of a list of tools, and how it is built.

use super::fields::{FIELDS, Field, texts};
use super::lexicon::Lexicon;
use super::names::Names;
use super::postings::{Posting, Postings};
use super::vocabulary::{Collector, Term, Vocabulary};
use super::words::words;
use crate::schema::ToolSchema;

/// How fast a word that is there again stops to count.
const SATURATION: f32 = 0.5;
/// How much of a word's weight its commonness takes.
const COMMONNESS: f32 = 0.5;

/// A list of tools that can be searched by rank. Names may be there more than once: hits are places
/// in the list.
///
/// ```
/// use loopd_tools::search::Index;
/// use loopd_tools::{clock_schema, echo_schema};
///
/// let index = Index::new([&clock_schema(), &echo_schema()]);
/// let search = index.search("what time is it", 5);
/// assert_eq!(search.hits[0].place, 0);
/// ```
#[derive(Debug, Default)]
pub struct Index {
    pub(super) vocabulary: Vocabulary,
    pub(super) postings: Postings,
    pub(super) names: Names,
    /// How much each term says of what is wanted.
    pub(super) weights: Vec<f32>,
    /// The weights of the words of each name, added up.
    pub(super) named: Vec<f32>,
    /// The terms that each term speaks for as well: where its list begins, and the lists.
    pub(super) related_starts: Vec<u32>,
    pub(super) related: Vec<(Term, f32)>,
}

/// What the words of one tool are: the words of all tools follow each other in `terms`.
struct Tool {
    end: usize,
    lengths: [u32; FIELDS.len()],
}

impl Index {
    /// An index of these tools, in this order.
    pub fn new<'s>(schemas: impl IntoIterator<Item = &'s ToolSchema>) -> Self {
        let mut reader = Reader::default();
        for schema in schemas {
            reader.read(schema);
        }
        let Reader {
            collector,
            names,
            terms,
            tools,
            ..
        } = reader;
        let vocabulary = collector.finish();
        let (found, name_terms) = weigh(&terms, &tools, vocabulary.len());
        let postings = Postings::new(vocabulary.len(), &found);
        let weights = weights(&vocabulary, &postings, tools.len());
        let mut named = vec![0.0; tools.len()];
        for (tool, term) in name_terms {
            named[tool as usize] += weights[term as usize];
        }
        let (related_starts, related) = relations(&vocabulary);
        Self {
            vocabulary,
            postings,
            names,
            weights,
            named,
            related_starts,
            related,
        }
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.named.len()
    }

    /// Whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.vocabulary.bytes()
            + self.postings.bytes()
            + self.names.bytes()
            + (self.weights.len() + self.named.len()) * size_of::<f32>()
            + self.related_starts.len() * size_of::<u32>()
            + self.related.len() * size_of::<(Term, f32)>()
    }

    /// The terms that `term` speaks for beside itself.
    pub(super) fn related(&self, term: Term) -> &[(Term, f32)] {
        let term = term as usize;
        &self.related[self.related_starts[term] as usize..self.related_starts[term + 1] as usize]
    }
}

/// The places of tools, each with a term of its name.
type NameTerms = Vec<(u32, Term)>;

/// Reads tools into words.
#[derive(Default)]
struct Reader {
    collector: Collector,
    names: Names,
    terms: Vec<(Term, Field)>,
    tools: Vec<Tool>,
    /// The word before, if the next one stands right behind it; empty if not.
    before: String,
}

impl Reader {
    fn read(&mut self, schema: &ToolSchema) {
        let place = u32::try_from(self.tools.len()).unwrap_or(u32::MAX);
        self.names.add(&schema.name, place);
        let Self {
            collector,
            terms,
            before,
            ..
        } = self;
        let mut lengths = [0; FIELDS.len()];
        let mut add = |term, field: Field| {
            terms.push((term, field));
            lengths[field as usize] += 1;
        };
        texts(schema, &mut |field, text| {
            let joins = matches!(field, Field::Name | Field::Lead | Field::Rest);
            before.clear();
            words(text, |word, _| {
                let Some(term) = collector.word(word) else {
                    before.clear();
                    return;
                };
                add(term, field);
                if joins {
                    if !before.is_empty() {
                        add(collector.joined(before, word), Field::Joined);
                    }
                    before.clear();
                    before.push_str(word);
                }
            });
        });
        self.tools.push(Tool {
            end: self.terms.len(),
            lengths,
        });
    }
}

/// What each tool has of each of its terms (BM25F, Robertson and Zaragoza 2009), and the terms of
/// the names.
fn weigh(
    terms: &[(Term, Field)],
    tools: &[Tool],
    count: usize,
) -> (Vec<(Term, Posting)>, NameTerms) {
    let means = mean_lengths(tools);
    let mut found = Vec::with_capacity(terms.len());
    let mut named = Vec::new();
    let mut sums = vec![(0.0_f32, false); count];
    let mut own: Vec<Term> = Vec::new();
    let mut start = 0;
    for (place, tool) in (0_u32..).zip(tools) {
        let mut shares = [0.0; FIELDS.len()];
        for (field, weight) in FIELDS.iter().enumerate() {
            let length = tool.lengths[field] as f32 / means[field];
            shares[field] = weight.weight / (1.0 - weight.length + weight.length * length);
        }
        for &(term, field) in &terms[start..tool.end] {
            let sum = &mut sums[term as usize];
            if sum.0 == 0.0 {
                own.push(term);
            }
            sum.0 += shares[field as usize];
            sum.1 |= field == Field::Name;
        }
        for term in own.drain(..) {
            let (sum, is_named) = std::mem::take(&mut sums[term as usize]);
            found.push((
                term,
                Posting::new(place, sum / (sum + SATURATION), is_named),
            ));
            if is_named {
                named.push((place, term));
            }
        }
        start = tool.end;
    }
    (found, named)
}

fn mean_lengths(tools: &[Tool]) -> [f32; FIELDS.len()] {
    let mut means = [0.0_f32; FIELDS.len()];
    for tool in tools {
        for (mean, &length) in means.iter_mut().zip(&tool.lengths) {
            *mean += length as f32;
        }
    }
    means.map(|sum| (sum / tools.len().max(1) as f32).max(f32::MIN_POSITIVE))
}

/// How much each term says: the rarer the more, and words that are common in requests the less.
fn weights(vocabulary: &Vocabulary, postings: &Postings, tools: usize) -> Vec<f32> {
    let mut weights = vec![0.0; vocabulary.len()];
    for (stem, term) in vocabulary.all() {
        let having = postings.of(term).len() as f32;
        let rarity = (1.0 + (tools as f32 - having + 0.5) / (having + 0.5)).ln();
        let common = Lexicon::get().commonness(stem);
        weights[term as usize] = rarity * (1.0 - COMMONNESS * common);
    }
    weights
}

fn relations(vocabulary: &Vocabulary) -> (Vec<u32>, Vec<(Term, f32)>) {
    let mut lists = vec![Vec::new(); vocabulary.len()];
    for (stem, term) in vocabulary.plain() {
        vocabulary.related(stem, &mut lists[term as usize]);
    }
    let mut starts = Vec::with_capacity(lists.len() + 1);
    let mut related = Vec::new();
    for list in lists {
        starts.push(u32::try_from(related.len()).unwrap_or(u32::MAX));
        related.extend(list);
    }
    starts.push(u32::try_from(related.len()).unwrap_or(u32::MAX));
    (starts, related)
}
