//! One of the tasks that make calls at the same time.

use std::future::poll_fn;
use std::ops::Range;
use std::task::Poll;

use loopd_tools::broker::{BrokerPort, Call};
use loopd_tools::{Broker, CallContext, Cancellation, Session, ToolRequest};
use serde_json::json;
use tokio::task::{block_in_place, yield_now};

use super::acts::{ACTS, name, tool};
use super::run::{Field, Load};
use super::tally::Tally;

/// One task that makes calls.
pub(super) struct Task {
    number: usize,
    dice: Dice,
    session: Session,
    calls: usize,
    port: BrokerPort,
    port_group: usize,
    port_calls: usize,
}

/// A call that is to be made.
struct Plan {
    act: &'static str,
    request: ToolRequest,
}

impl Task {
    pub(super) fn new(number: usize, load: Load, broker: &Broker) -> Result<Self, String> {
        let session = Session::new("load").with_interactive(true);
        let port_group = load.tasks + number;
        // The port numbers its calls itself, from 1.
        let port = broker.port(session.call(port_group.to_string()));
        Ok(Self {
            number,
            dice: Dice::new(load.seed + number as u64),
            session,
            calls: 0,
            port: port.map_err(|error| error.to_string())?,
            port_group,
            port_calls: 0,
        })
    }

    /// The ids of all calls so far: their groups, and the numbers in each.
    pub(super) fn ids(&self) -> [(usize, Range<usize>); 2] {
        [
            (self.number, 0..self.calls),
            (self.port_group, 1..self.port_calls + 1),
        ]
    }

    /// Makes calls until `calls` of them have a response.
    pub(super) async fn run(&mut self, field: &Field, calls: usize) -> Result<Tally, String> {
        let mut tally = Tally::default();
        while tally.responses < calls {
            match self.dice.below(100) {
                0..50 => self.one(field, &mut tally).await?,
                50..70 => self.batch(field, calls, &mut tally).await?,
                70..82 => self.through_port(field, &mut tally)?,
                82..92 => self.called_off(field, &mut tally).await?,
                92..96 => self.let_go(field, &mut tally).await,
                _ => {
                    self.remove(field).await;
                    tally.removals += 1;
                }
            }
        }
        Ok(tally)
    }

    async fn one(&mut self, field: &Field, tally: &mut Tally) -> Result<(), String> {
        let Plan { act, request } = self.plan(field.load.tools);
        let outcome = field.broker.call(request, self.cx()).await;
        tally.note(act, &outcome, false)
    }

    async fn batch(
        &mut self,
        field: &Field,
        calls: usize,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let most = (calls - tally.responses).min(6);
        let plans: Vec<Plan> = (0..=self.dice.below(most))
            .map(|_| self.plan(field.load.tools))
            .take(most)
            .collect();
        let acts: Vec<&str> = plans.iter().map(|plan| plan.act).collect();
        let batch = plans
            .into_iter()
            .map(|plan| Call::new(plan.request, self.cx()));
        let outcomes = field.broker.call_all(batch.collect()).await;
        if outcomes.len() != acts.len() {
            return Err(format!(
                "{} outcomes of {} calls",
                outcomes.len(),
                acts.len()
            ));
        }
        for (act, outcome) in acts.into_iter().zip(&outcomes) {
            tally.note(act, outcome, false)?;
        }
        Ok(())
    }

    fn through_port(&mut self, field: &Field, tally: &mut Tally) -> Result<(), String> {
        let Plan { act, request } = self.plan(field.load.tools);
        self.port_calls += 1;
        let outcome = block_in_place(|| self.port.outcome(&request));
        tally.note(act, &outcome, false)
    }

    /// A call that the host calls off while it runs, waits, or has ended.
    async fn called_off(&mut self, field: &Field, tally: &mut Tally) -> Result<(), String> {
        let Plan { act, request } = self.plan(field.load.tools);
        let token = Cancellation::new();
        let cx = self.cx().with_cancellation(token.clone());
        let turns = self.dice.below(4);
        let calling_off = async {
            for _ in 0..turns {
                yield_now().await;
            }
            token.cancel();
        };
        let (outcome, ()) = tokio::join!(field.broker.call(request, cx), calling_off);
        tally.note(act, &outcome, true)
    }

    /// A call whose future is polled once and dropped.
    async fn let_go(&mut self, field: &Field, tally: &mut Tally) {
        let Plan { request, .. } = self.plan(field.load.tools);
        let mut call = Box::pin(field.broker.call(request, self.cx()));
        let ended = poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx))).await;
        drop(call);
        match ended {
            // It has ended at once: a response nobody asked for, and counted as one.
            Poll::Ready(outcome) => tally.count(&outcome),
            Poll::Pending => tally.let_go += 1,
        }
    }

    /// A tool goes while calls of it run, and comes again.
    async fn remove(&mut self, field: &Field) {
        let number = self.dice.below(field.load.tools);
        let toolbox = field.broker.toolbox();
        if toolbox.remove(&name(number)).is_err() {
            return;
        }
        for _ in 0..self.dice.below(3) {
            yield_now().await;
        }
        // Whoever took it out is the one that puts it in again.
        toolbox.register(tool(number)).expect("the name is free");
    }

    fn cx(&mut self) -> CallContext {
        let id = format!("{}.{}", self.number, self.calls);
        self.calls += 1;
        self.session.call(id)
    }

    fn plan(&mut self, tools: usize) -> Plan {
        let act = ACTS[self.dice.below(ACTS.len())];
        let mut arguments = json!({"act": act, "number": self.dice.below(1000)});
        if self.dice.below(2) == 0 {
            arguments["on"] = format!("thing {}", self.dice.below(8)).into();
        }
        let (tool, arguments) = match self.dice.below(40) {
            0 => ("nobody".to_owned(), arguments.to_string()),
            1 => (name(self.dice.below(tools)), "no JSON".to_owned()),
            2..8 => {
                let envelope =
                    json!({"name": name(self.dice.below(tools)), "arguments": arguments});
                ("call_tool".to_owned(), envelope.to_string())
            }
            _ => (name(self.dice.below(tools)), arguments.to_string()),
        };
        let act = match arguments.as_str() {
            "no JSON" => "misfit",
            _ => act,
        };
        let request = ToolRequest { tool, arguments };
        Plan { act, request }
    }
}

/// Numbers that look random and are the same in every run (xorshift64*).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(
            seed.wrapping_add(1)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .max(1),
        )
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap_or_default() % bound.max(1)
    }
}
