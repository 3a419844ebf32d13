//! Following workers: who is there, and with which catalogue.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::fetch::{Bounds, Fetched, Source, fetch};
use super::presence::Presence;
use super::view::{Offer, Peer, Refused, View};
use crate::nats::SERVICE;
use crate::nats::subjects::Subjects;
use crate::schema::Digest;

/// How often it is looked who has not been heard of.
const LOOK: Duration = Duration::from_millis(250);

/// How many beats of a worker may be missed.
const MISSED: u32 = 3;

/// How many workers are followed. What comes beyond waits until others have gone.
const WORKERS: usize = 100_000;

/// How many catalogues are fetched at once.
const FETCHES: usize = 64;

pub(super) struct Follow {
    client: Client,
    subjects: Subjects,
    bounds: Bounds,
    view: watch::Sender<Arc<View>>,
    /// By group and id: who may speak for one group says nothing of another's workers.
    workers: BTreeMap<(String, String), Known>,
    /// What was fetched, and why some can't be listed.
    catalogues: HashMap<Digest, Result<Arc<Fetched>, String>>,
    fetching: HashSet<Digest>,
    fetches: JoinSet<(Digest, Result<Fetched, Option<String>>)>,
    /// What the view was made of: group, catalogue, and how many workers have it.
    shown: BTreeMap<(String, Digest), usize>,
}

struct Known {
    /// What it announces.
    announced: Digest,
    /// What is shown of it: what it announced before, until that is fetched.
    catalogue: Option<Digest>,
    heard: Instant,
    beat: Duration,
}

impl Follow {
    pub(super) fn new(
        client: Client,
        subjects: Subjects,
        bounds: Bounds,
        view: watch::Sender<Arc<View>>,
    ) -> Self {
        Self {
            client,
            subjects,
            bounds,
            view,
            workers: BTreeMap::new(),
            catalogues: HashMap::new(),
            fetching: HashSet::new(),
            fetches: JoinSet::new(),
            shown: BTreeMap::new(),
        }
    }

    pub(super) async fn run(
        mut self,
        mut presence: Subscriber,
        listen: Duration,
        ready: oneshot::Sender<()>,
    ) {
        // Whoever is there says so.
        let ping = format!("$SRV.PING.{SERVICE}");
        let _ = self.client.publish(ping, Bytes::new()).await;
        let settle = Instant::now() + listen;
        let mut ready = Some(ready);
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = presence.next() => match message {
                    Some(message) => {
                        if let Some(presence) = Presence::of(&message) {
                            self.hear(presence);
                        }
                    }
                    None => return,
                },
                Some(fetched) = self.fetches.join_next() => {
                    if let Ok((catalogue, result)) = fetched {
                        self.take(catalogue, result);
                    }
                }
                _ = look.tick() => self.forget_the_silent(),
                () = sleep_until(settle), if ready.is_some() && self.fetching.is_empty() => {
                    if let Some(ready) = ready.take() {
                        let _ = ready.send(());
                    }
                }
            }
        }
    }

    fn hear(&mut self, presence: Presence) {
        let Presence {
            id,
            group,
            here,
            catalogue,
            pages,
            beat,
        } = presence;
        let worker = (group, id);
        if !here {
            if self.workers.remove(&worker).is_some() {
                self.show();
            }
            return;
        }
        if self.workers.len() >= WORKERS && !self.workers.contains_key(&worker) {
            return;
        }
        let fetched = self.catalogues.contains_key(&catalogue);
        if !fetched && self.fetching.len() < FETCHES && self.fetching.insert(catalogue) {
            let source = Source {
                subject: self.subjects.worker(&worker.1),
                catalogue,
                pages,
            };
            let (client, bounds) = (self.client.clone(), self.bounds);
            self.fetches
                .spawn(async move { (catalogue, fetch(client, source, bounds).await) });
        }
        let shown = self.workers.get(&worker).map(|old| old.catalogue);
        let known = Known {
            announced: catalogue,
            catalogue: if fetched {
                Some(catalogue)
            } else {
                shown.flatten()
            },
            heard: Instant::now(),
            beat,
        };
        let changed = shown != Some(known.catalogue);
        self.workers.insert(worker, known);
        if changed {
            self.show();
        }
    }

    fn take(&mut self, catalogue: Digest, result: Result<Fetched, Option<String>>) {
        self.fetching.remove(&catalogue);
        let known = match result {
            Ok(fetched) => Ok(Arc::new(fetched)),
            Err(Some(reason)) => Err(reason),
            // It is asked for again at the next beat.
            Err(None) => return,
        };
        self.catalogues.insert(catalogue, known);
        for known in self.workers.values_mut() {
            if known.announced == catalogue {
                known.catalogue = Some(catalogue);
            }
        }
        self.show();
    }

    fn forget_the_silent(&mut self) {
        let now = Instant::now();
        let before = self.workers.len();
        self.workers
            .retain(|_, known| now.duration_since(known.heard) <= known.beat * MISSED);
        if self.workers.len() != before {
            self.show();
        }
    }

    /// Makes a new view of what is known.
    fn show(&mut self) {
        let mut counts: BTreeMap<(String, Digest), usize> = BTreeMap::new();
        let mut peers = Vec::with_capacity(self.workers.len());
        for ((group, id), known) in &self.workers {
            if let Some(catalogue) = known.catalogue {
                *counts.entry((group.clone(), catalogue)).or_default() += 1;
            }
            peers.push(Peer {
                id: id.clone(),
                group: group.clone(),
            });
        }
        let old = Arc::clone(&self.view.borrow());
        let same = counts.keys().eq(self.shown.keys());
        let view = if same {
            old.with_peers(peers)
        } else {
            let (offers, refused) = self.offers(&counts);
            old.with_offers(offers, refused, peers)
        };
        self.view.send_replace(Arc::new(view));
        self.shown = counts;
        // What nobody has any more is fetched again if it comes back.
        let shown: HashSet<Digest> = self.shown.keys().map(|(_, digest)| *digest).collect();
        self.catalogues.retain(|digest, _| shown.contains(digest));
    }

    fn offers(&self, counts: &BTreeMap<(String, Digest), usize>) -> (Vec<Offer>, Vec<Refused>) {
        let (mut offers, mut refused) = (Vec::new(), Vec::new());
        for ((group, catalogue), workers) in counts {
            match self.catalogues.get(catalogue) {
                Some(Ok(fetched)) => offers.push(Offer {
                    group: group.clone(),
                    workers: *workers,
                    catalogue: *catalogue,
                    fetched: Arc::clone(fetched),
                }),
                Some(Err(reason)) => refused.push(Refused {
                    group: group.clone(),
                    tool: String::new(),
                    reason: reason.clone(),
                }),
                None => {}
            }
        }
        (offers, refused)
    }
}
