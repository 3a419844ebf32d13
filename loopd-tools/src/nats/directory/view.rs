//! What a directory knows at one moment.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::fetch::Fetched;
use crate::definition::Definition;
use crate::registry::{Entry, Registry};
use crate::schema::Digest;

/// What a [`Directory`](super::Directory) knows at one moment.
#[derive(Debug, Clone, Default)]
pub struct View {
    version: u64,
    registry: Arc<Registry>,
    listings: Arc<HashMap<String, Listing>>,
    peers: Vec<Peer>,
    refused: Arc<Vec<Refused>>,
}

/// A tool, and where it is.
#[derive(Debug, Clone)]
pub struct Listing {
    definition: Arc<Definition>,
    group: Arc<str>,
    digest: Digest,
}

/// A worker that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Peer {
    /// Its id.
    pub id: String,
    /// Its group.
    pub group: String,
}

/// Something that a worker announces and that is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// The worker's group.
    pub group: String,
    /// The tool's name, or the beginning of what can't be read; empty if it is all of a worker's.
    pub tool: String,
    /// Why.
    pub reason: String,
}

impl View {
    /// The number of changes so far.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The tools, group by group.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The tool of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Listing> {
        self.listings.get(name)
    }

    /// The workers, by group and id.
    #[must_use]
    pub fn peers(&self) -> &[Peer] {
        &self.peers
    }

    /// What is announced and not listed.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }
}

impl Listing {
    /// All that the tool's workers say of it.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The group that its calls go to.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The digest of its schema.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

/// A catalogue that workers of a group have.
pub(super) struct Offer {
    pub(super) group: String,
    pub(super) workers: usize,
    pub(super) catalogue: Digest,
    pub(super) fetched: Arc<Fetched>,
}

impl View {
    /// The same tools, with other workers.
    pub(super) fn with_peers(&self, peers: Vec<Peer>) -> Self {
        Self {
            version: self.version + 1,
            peers,
            ..self.clone()
        }
    }

    /// The tools of these offers. A name that was listed stays with its group and version as long as
    /// they are offered; else the first group has it, and in it the version that most workers have.
    pub(super) fn with_offers(
        &self,
        mut offers: Vec<Offer>,
        mut refused: Vec<Refused>,
        peers: Vec<Peer>,
    ) -> Self {
        offers.sort_by(|a, b| {
            let rank = |offer: &Offer| (usize::MAX - offer.workers, offer.catalogue);
            (&a.group, rank(a)).cmp(&(&b.group, rank(b)))
        });
        let mut listings: HashMap<String, Listing> = HashMap::new();
        let mut order: Vec<String> = Vec::new();
        let mut twice: BTreeMap<(String, String), String> = BTreeMap::new();
        for offer in &offers {
            let group: Arc<str> = offer.group.as_str().into();
            for tool in &offer.fetched.tools {
                let name = tool.definition.name();
                let listing = || Listing {
                    definition: Arc::clone(&tool.definition),
                    group: Arc::clone(&group),
                    digest: tool.digest,
                };
                let Some(taken) = listings.get(name) else {
                    order.push(name.to_owned());
                    listings.insert(name.to_owned(), listing());
                    continue;
                };
                if (&taken.group, taken.digest) == (&group, tool.digest) {
                    continue;
                }
                let was = self.get(name);
                let stays =
                    was.is_some_and(|was| (&was.group, was.digest) == (&group, tool.digest));
                let loser = if stays {
                    taken.group.to_string()
                } else {
                    offer.group.clone()
                };
                let winner = if stays { &offer.group } else { &*taken.group };
                let reason = if *winner == loser {
                    "another version of it is called".to_owned()
                } else {
                    format!("group `{winner}` announces the same name and has it")
                };
                twice.insert((loser, name.to_owned()), reason);
                if stays {
                    listings.insert(name.to_owned(), listing());
                }
            }
            for (tool, reason) in &offer.fetched.refused {
                twice.insert((offer.group.clone(), tool.clone()), reason.clone());
            }
        }
        let entry = |name: &String| {
            listings
                .get(name)
                .map(|l| (*l.definition).clone().into_entry())
        };
        let entries: Vec<Entry> = order.iter().filter_map(entry).collect();
        refused.extend(twice.into_iter().map(|((group, tool), reason)| Refused {
            group,
            tool,
            reason,
        }));
        Self {
            version: self.version + 1,
            registry: Arc::new(Registry::new(entries)),
            listings: Arc::new(listings),
            peers,
            refused: Arc::new(refused),
        }
    }
}
