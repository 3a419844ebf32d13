//! What becomes of a server's tools in the toolbox.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::schema::Digest;
use crate::toolbox::{Edit, ToolboxError};

use super::descriptor::Descriptor;
use super::link::Link;
use super::list::Listed;
use super::names::Names;
use super::options::{Approval, ImportOptions, Pins};
use super::report::{Held, ImportReport, ImportedTool, Skipped, Unchecked};
use super::tool::RemoteTool;

/// What became of a server's tools.
pub(super) struct Catalogue {
    pub(super) options: ImportOptions,
    link: Arc<Link>,
    state: Mutex<State>,
}

struct State {
    names: Names,
    pins: Pins,
    /// The digests of the tools in the toolbox, by the server's names.
    live: BTreeMap<String, Digest>,
    waiting: BTreeMap<String, Descriptor>,
    report: ImportReport,
    closed: bool,
}

impl Catalogue {
    pub(super) fn new(options: ImportOptions, names: Names, link: Arc<Link>) -> Self {
        let pins = options.pins.clone().unwrap_or_default();
        Self {
            options,
            link,
            state: Mutex::new(State {
                names,
                pins,
                live: BTreeMap::new(),
                waiting: BTreeMap::new(),
                report: ImportReport::default(),
                closed: false,
            }),
        }
    }

    pub(super) fn report(&self) -> ImportReport {
        self.state().report.clone()
    }

    pub(super) fn pins(&self) -> Pins {
        self.state().pins.clone()
    }

    /// Takes the server's list in: what is new is added, what is gone is removed, what has changed
    /// is held, and what is as it was stays as it is.
    pub(super) fn take(&self, listed: &Listed) {
        let mut report = ImportReport::default();
        let mut descriptors = Vec::new();
        let mut seen = HashSet::new();
        for tool in &listed.tools {
            match Descriptor::read(tool, &self.options.bounds) {
                Ok(descriptor) if seen.insert(descriptor.server_name.clone()) => {
                    descriptors.push(descriptor);
                }
                Ok(descriptor) => report.skipped.push(Skipped {
                    server_name: descriptor.server_name,
                    reason: "the list has its name twice".to_owned(),
                }),
                Err(skipped) => report.skipped.push(skipped),
            }
        }
        if listed.more {
            report.skipped.push(Skipped {
                server_name: String::new(),
                reason: format!("there are more than {} tools", self.options.bounds.tools),
            });
        }
        // A host's own code runs without the lock.
        let pins = self.pins();
        let judged = descriptors.into_iter().map(|descriptor| {
            let held = self.judge(&descriptor, &pins);
            (descriptor, held)
        });
        let judged: Vec<(Descriptor, Option<Held>)> = judged.collect();
        self.state().take(judged, report, &self.options, &self.link);
    }

    /// What is held, if it is.
    fn judge(&self, descriptor: &Descriptor, pins: &Pins) -> Option<Held> {
        let approved = pins.get(&descriptor.server_name).copied();
        let held = match approved {
            Some(approved) => approved != descriptor.digest,
            None => self.options.pins.is_some(),
        };
        let held = held.then(|| Held {
            server_name: descriptor.server_name.clone(),
            description: descriptor.description.clone(),
            digest: descriptor.digest,
            approved,
        })?;
        let approve = self.options.approve.as_ref();
        let verdict = approve.map_or(Approval::Hold, |approve| approve(&held));
        (verdict == Approval::Hold).then_some(held)
    }

    /// Lets a tool in that was held. False if none of this name and digest is.
    pub(super) fn approve(&self, server_name: &str, digest: Digest) -> Result<bool, ToolboxError> {
        let mut state = self.state();
        let waits = state.waiting.get(server_name);
        if state.closed || waits.is_none_or(|waiting| waiting.digest != digest) {
            return Ok(false);
        }
        let Some(descriptor) = state.waiting.remove(server_name) else {
            return Ok(false);
        };
        state
            .report
            .held
            .retain(|held| held.server_name != server_name);
        state.add(&descriptor, &self.options, &self.link)?;
        Ok(true)
    }

    /// Takes all tools out, for ever.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let live = std::mem::take(&mut state.live);
        for server_name in live.keys() {
            state.remove(server_name, &self.options);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(
        &mut self,
        judged: Vec<(Descriptor, Option<Held>)>,
        report: ImportReport,
        options: &ImportOptions,
        link: &Arc<Link>,
    ) {
        if self.closed {
            return;
        }
        let earlier = std::mem::replace(&mut self.report, report);
        self.waiting.clear();
        let server_names = judged
            .iter()
            .map(|(descriptor, _)| &*descriptor.server_name);
        self.names
            .give(server_names, |name| options.toolbox.contains(name));
        let stays = |name: &str| {
            let mut judged = judged.iter();
            judged.any(|(descriptor, held)| held.is_none() && descriptor.server_name == name)
        };
        let gone: Vec<String> = self
            .live
            .keys()
            .filter(|name| !stays(name))
            .cloned()
            .collect();
        for server_name in gone {
            self.live.remove(&server_name);
            self.remove(&server_name, options);
        }
        for (descriptor, held) in judged {
            if let Some(held) = held {
                self.report.held.push(held);
                self.waiting
                    .insert(descriptor.server_name.clone(), descriptor);
            } else if self.live.get(&descriptor.server_name) == Some(&descriptor.digest) {
                self.keep(&descriptor.server_name, &earlier);
            } else if let Err(error) = self.add(&descriptor, options, link) {
                self.live.remove(&descriptor.server_name);
                self.report.skipped.push(Skipped {
                    server_name: descriptor.server_name,
                    reason: error.to_string(),
                });
            }
        }
    }

    /// Puts a tool into the toolbox, in the place of its earlier form if there is one.
    fn add(
        &mut self,
        descriptor: &Descriptor,
        options: &ImportOptions,
        link: &Arc<Link>,
    ) -> Result<(), ToolboxError> {
        let server_name = &descriptor.server_name;
        let name = self
            .names
            .get(server_name)
            .unwrap_or(server_name)
            .to_owned();
        let (tool, problems) = RemoteTool::new(&name, descriptor, options, link);
        let tool = Arc::new(tool);
        let replaced = self.live.contains_key(server_name) && options.toolbox.contains(&name);
        let edit = if replaced {
            Edit::new().replace(Arc::clone(&tool))
        } else {
            Edit::new().register(Arc::clone(&tool))
        };
        if let Err(error) = options.toolbox.apply(edit) {
            if replaced {
                self.remove(server_name, options);
            }
            return Err(error);
        }
        self.live.insert(server_name.clone(), descriptor.digest);
        self.pins.insert(server_name.clone(), descriptor.digest);
        self.report.tools.push(ImportedTool {
            server_name: server_name.clone(),
            name,
        });
        self.report
            .unchecked
            .extend(problems.into_iter().map(|problem| Unchecked {
                server_name: server_name.clone(),
                problem,
            }));
        Ok(())
    }

    /// Reports a tool that is as it was.
    fn keep(&mut self, server_name: &str, earlier: &ImportReport) {
        let tools = earlier.tools.iter();
        let tools = tools.filter(|tool| tool.server_name == server_name);
        self.report.tools.extend(tools.cloned());
        let unchecked = earlier.unchecked.iter();
        let unchecked = unchecked.filter(|unchecked| unchecked.server_name == server_name);
        self.report.unchecked.extend(unchecked.cloned());
    }

    /// Takes a tool out of the toolbox, unless the host has done so.
    fn remove(&self, server_name: &str, options: &ImportOptions) {
        if let Some(name) = self.names.get(server_name) {
            let _ = options.toolbox.remove(name);
        }
    }
}
