//! The load: a broker, many tasks, and what has to hold in the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;

use loopd_tools::audit::{AuditOutcome, AuditRecord};
use loopd_tools::policy::{Access, Hosts, Policy, Profile};
use loopd_tools::{Broker, CallLimits, Toolbox};
use tokio::task::JoinSet;

use super::acts::{EveryOther, quiet_panics, tool};
use super::tally::Tally;
use super::task::Task;

/// How much is done.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) tools: usize,
    pub(crate) tasks: usize,
    pub(crate) calls: usize,
    pub(crate) seed: u64,
}

impl Load {
    /// Makes the calls, after a tenth as many that nobody counts the memory of.
    pub(crate) fn run(self) -> Result<Tally, String> {
        quiet_panics();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(self.tasks)
            .enable_time()
            .build()
            .map_err(|error| error.to_string())?;
        let field = Arc::new(Field::new(self)?);
        let tasks = (0..self.tasks).map(|number| Task::new(number, self, &field.broker));
        let tasks = tasks.collect::<Result<Vec<Task>, _>>()?;
        let (tasks, warm) = runtime.block_on(field.phase(tasks, self.calls / 10))?;
        let before = resident();
        let (tasks, mut tally) = runtime.block_on(field.phase(tasks, self.calls))?;
        tally.resident = before.zip(resident());
        field.check(&tasks, &warm, &mut tally)?;
        Ok(tally)
    }
}

/// What all tasks share.
pub(super) struct Field {
    pub(super) load: Load,
    pub(super) broker: Broker,
    /// How many records each call has: by the group of its id, then by its number.
    records: Arc<Vec<Vec<AtomicU8>>>,
    recorded: Arc<[AtomicUsize; 10]>,
}

const KINDS: [AuditOutcome; 10] = [
    AuditOutcome::Ok,
    AuditOutcome::ToolError,
    AuditOutcome::NotFound,
    AuditOutcome::InvalidInput,
    AuditOutcome::Failed,
    AuditOutcome::Panicked,
    AuditOutcome::Timeout,
    AuditOutcome::Cancelled,
    AuditOutcome::Denied,
    AuditOutcome::Abandoned,
];

impl Field {
    fn new(load: Load) -> Result<Self, String> {
        let toolbox = Toolbox::new();
        for number in 0..load.tools {
            toolbox.register(tool(number)).map_err(|e| e.to_string())?;
        }
        // Made whole before the memory is looked at.
        let room = load.calls / load.tasks * 2 + 64;
        let group = || (0..room).map(|_| AtomicU8::new(0)).collect();
        let records: Arc<Vec<Vec<AtomicU8>>> =
            Arc::new((0..2 * load.tasks).map(|_| group()).collect());
        let recorded: Arc<[AtomicUsize; 10]> = Arc::default();
        let (seen, kinds) = (Arc::clone(&records), Arc::clone(&recorded));
        let profile = Profile::new("load", "1")
            .with("net", Hosts::new().allow("open.org").deny("shut.org"))
            .with("ask", Access::Gated);
        let limits = CallLimits::new().with_grace(Duration::from_millis(1));
        let broker = Broker::builder(toolbox)
            .policy(Policy::new(profile).with_approver(EveryOther))
            .limits(limits)
            .audit(move |record: &AuditRecord| {
                let (group, number) = place(&record.call).expect("an id of this run");
                seen[group][number].fetch_add(1, Ordering::Relaxed);
                let kind = KINDS.iter().position(|kind| *kind == record.outcome);
                kinds[kind.expect("a known kind")].fetch_add(1, Ordering::Relaxed);
            });
        Ok(Self {
            load,
            broker: broker.build().map_err(|error| error.to_string())?,
            records,
            recorded,
        })
    }

    /// `calls` calls, from all tasks at once.
    async fn phase(
        self: &Arc<Self>,
        tasks: Vec<Task>,
        calls: usize,
    ) -> Result<(Vec<Task>, Tally), String> {
        let mut running = JoinSet::new();
        let share = calls / tasks.len();
        for mut task in tasks {
            let field = Arc::clone(self);
            running.spawn(async move {
                let tally = task.run(&field, share).await?;
                Ok::<_, String>((task, tally))
            });
        }
        let (mut tasks, mut sum) = (Vec::new(), Tally::default());
        while let Some(ended) = running.join_next().await {
            let (task, tally) = ended.map_err(|error| error.to_string())??;
            tasks.push(task);
            sum.add(tally);
        }
        Ok((tasks, sum))
    }

    fn check(&self, tasks: &[Task], warm: &Tally, tally: &mut Tally) -> Result<(), String> {
        let broker = &self.broker;
        let left = (broker.in_flight(), broker.held(), broker.unaudited());
        if left != (0, 0, 0) {
            return Err(format!("in flight, held and unaudited are {left:?}"));
        }
        for task in tasks {
            for (group, calls) in task.ids() {
                for (number, records) in self.records[group].iter().enumerate() {
                    let records = records.load(Ordering::Relaxed);
                    let wanted = calls.contains(&number);
                    if records != u8::from(wanted) {
                        return Err(format!("call {group}.{number} has {records} records"));
                    }
                }
            }
        }
        for (kind, recorded) in KINDS.iter().zip(&*self.recorded) {
            let recorded = recorded.load(Ordering::Relaxed);
            let of = |tally: &Tally| tally.kinds.get(kind.name()).copied().unwrap_or_default();
            let told = match kind {
                AuditOutcome::Abandoned => warm.let_go + tally.let_go,
                _ => of(warm) + of(tally),
            };
            if recorded != told {
                return Err(format!("{}: {told} told, {recorded} recorded", kind.name()));
            }
            tally.records += recorded;
        }
        tally.records -= warm.responses + warm.let_go;
        if tally.responses < self.load.calls / tasks.len() * tasks.len() {
            return Err(format!("{} responses", tally.responses));
        }
        Ok(())
    }
}

/// The group and the number of a call's id.
fn place(id: &str) -> Option<(usize, usize)> {
    let (group, number) = id.split_once('.')?;
    Some((group.parse().ok()?, number.parse().ok()?))
}

/// The memory that the process has, in KiB; none where the system does not tell it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}
