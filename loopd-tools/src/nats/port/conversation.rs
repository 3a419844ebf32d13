//! One call, from its first try to its answer.

use std::time::{Duration, Instant, SystemTime};

use async_nats::connection::State;
use bytes::Bytes;

use super::attempt::{Attempt, Step};
use super::inbox::{About, Heard, Place};
use super::route::Route;
use super::{Inner, Reply};
use crate::context::CallContext;
use crate::nats::error::CallError;
use crate::nats::message::{Ask, CallHead, Said, wire_len};
use crate::port::ToolRequest;

/// How long a call waits before its second try; twice as long before each one that follows.
const PAUSE: Duration = Duration::from_millis(2);

/// How long it waits at the most.
const LONG_PAUSE: Duration = Duration::from_millis(200);

/// How often a call that may have run is made again, if it may be.
const REPEATS: u32 = 3;

pub(super) struct Conversation<'a> {
    port: &'a Inner,
    cx: &'a CallContext,
    place: Place<'a>,
    route: Route,
    tool: &'a str,
    payload: Bytes,
    deadline: Instant,
    deadline_of_clocks: SystemTime,
    tries: u32,
    /// How many tries may have run,
    ran: u32,
    /// and what came of the last of them.
    doubt: Option<CallError>,
    /// Since when it has been turned away, without a run between.
    turned_away: Option<Instant>,
    /// The worker to tell if nobody waits any more.
    taken: Option<(String, String)>,
}

/// What happens while a call waits.
enum Event {
    Heard(Heard),
    Closed,
    Tick,
    TimeIsUp,
    CalledOff,
}

impl<'a> Conversation<'a> {
    pub(super) fn new(
        port: &'a Inner,
        request: &'a ToolRequest,
        cx: &'a CallContext,
    ) -> Result<Self, CallError> {
        Ok(Self {
            route: port.routes.to(&request.tool)?,
            place: port.inbox.place(),
            port,
            cx,
            tool: &request.tool,
            // A request is two strings: writing it can't fail.
            payload: serde_json::to_vec(request).unwrap_or_default().into(),
            deadline: Instant::now() + port.times.deadline,
            deadline_of_clocks: SystemTime::now() + port.times.deadline,
            tries: 0,
            ran: 0,
            doubt: None,
            turned_away: None,
            taken: None,
        })
    }

    /// Makes the call, again where it may be, until there is an answer.
    pub(super) async fn hold(mut self) -> Result<Reply, CallError> {
        let mut pause = PAUSE;
        loop {
            self.tries += 1;
            let error = match self.attempt().await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            let again = self.again(&error);
            let settled = !error.may_have_run();
            // That a later try has not run does not say it of the call.
            let error = match self.doubt.take() {
                Some(doubt) if settled => doubt,
                _ => error,
            };
            if !again {
                return Err(error);
            }
            if error.may_have_run() {
                self.ran += u32::from(!settled);
                self.doubt = Some(error);
            }
            tokio::time::sleep(pause).await;
            if Instant::now() >= self.deadline {
                return Err(CallError::Deadline {
                    after: self.port.times.deadline,
                    may_have_run: self.doubt.is_some(),
                });
            }
            pause = (pause * 2).min(LONG_PAUSE);
        }
    }

    /// Whether the call is made again after this.
    fn again(&mut self, error: &CallError) -> bool {
        if !error.is_passing() || self.cx.is_cancelled() {
            return false;
        }
        if error.may_have_run() && !(self.route.may_repeat && self.ran < REPEATS) {
            return false;
        }
        if error.may_have_run() {
            self.turned_away = None;
        }
        let since = *self.turned_away.get_or_insert_with(Instant::now);
        since.elapsed() < self.port.times.patience
    }

    async fn attempt(&mut self) -> Result<Reply, CallError> {
        // Who has the new version of a tool is known by the time of a second try.
        if self.tries > 1 {
            self.route = self.port.routes.to(self.tool)?;
        }
        let hold = !self.route.may_repeat;
        self.send(hold).await?;
        let group = self.route.group.clone();
        let mut attempt = Attempt::new(hold, group, self.port.times, Instant::now());
        loop {
            let step = match self.next(attempt.wakes_at()).await {
                // A word about an earlier try counts only if it is the response.
                Event::Heard((tried, _, said))
                    if tried != self.tries
                        && !matches!(said, Said::Response(_) | Said::Claimed(_)) =>
                {
                    Step::Wait
                }
                Event::Heard((_, about, said)) => attempt.hear(about, said, Instant::now()),
                Event::Tick => {
                    let connected = self.port.client.connection_state() == State::Connected;
                    attempt.tick(Instant::now(), connected)
                }
                Event::Closed => Step::Fail(CallError::Closed {
                    may_have_run: attempt.may_have_run(),
                }),
                Event::TimeIsUp => Step::Fail(CallError::Deadline {
                    after: self.port.times.deadline,
                    may_have_run: attempt.may_have_run(),
                }),
                Event::CalledOff => Step::Fail(CallError::Cancelled {
                    may_have_run: attempt.may_have_run(),
                }),
            };
            if let (Some(worker), None) = (attempt.worker(), &self.taken) {
                self.taken = Some((worker.to_owned(), self.place.request(self.tries)));
            }
            match step {
                Step::Wait => {}
                Step::Go => self.ask(Ask::Go, About::Go).await,
                Step::Ask => self.ask(Ask::State, About::State).await,
                Step::Response(said) => return self.read(said).await,
                Step::Fail(error) => {
                    self.let_go(&error);
                    return Err(error);
                }
            }
        }
    }

    async fn next(&mut self, wakes_at: Instant) -> Event {
        let wakes_at = wakes_at.min(self.deadline);
        tokio::select! {
            biased;
            heard = self.place.hear() => heard.map_or(Event::Closed, Event::Heard),
            () = self.cx.cancellation().cancelled() => Event::CalledOff,
            () = tokio::time::sleep_until(wakes_at.into()) => {
                if Instant::now() >= self.deadline { Event::TimeIsUp } else { Event::Tick }
            }
        }
    }

    /// Sends the call itself.
    async fn send(&mut self, hold: bool) -> Result<(), CallError> {
        let mut head = CallHead {
            request: self.place.request(self.tries),
            call: self.cx.call_id().to_owned(),
            session: self.cx.session_id().to_owned(),
            deadline: self.deadline_of_clocks,
            digest: self.route.digest,
            hold,
            claim: None,
        };
        let limit = self.port.client.max_payload();
        let bytes = wire_len(&head.headers(), &self.payload);
        let mut payload = self.payload.clone();
        if bytes > limit {
            let Some(claims) = &self.port.claims else {
                return Err(CallError::TooLarge { bytes, limit });
            };
            let name = format!("{}.request", head.request);
            let left = claims.leave(name.clone(), std::mem::take(&mut payload));
            left.await.map_err(|source| CallError::Claim {
                what: "request",
                may_have_run: false,
                source,
            })?;
            head.claim = Some(name);
        }
        let subject = self.port.subjects.call(&self.route.group, self.tool);
        let reply = self.place.reply(self.tries, About::Call);
        let client = &self.port.client;
        let sent = client
            .publish_with_reply_and_headers(subject, reply, head.headers(), payload)
            .await;
        sent.map_err(|_| CallError::Closed {
            may_have_run: false,
        })
    }

    /// Asks the worker that has the call.
    async fn ask(&self, ask: Ask, about: About) {
        let Some((worker, request)) = &self.taken else {
            return;
        };
        let subject = self.port.subjects.worker(worker);
        let reply = self.place.reply(self.tries, about);
        // A closed connection is heard of in the inbox.
        let client = &self.port.client;
        let _ = client
            .publish_with_reply_and_headers(subject, reply, ask.headers(request), Bytes::new())
            .await;
    }

    async fn read(&mut self, said: Said) -> Result<Reply, CallError> {
        let worker = self.taken.take().map(|(worker, _)| worker);
        let text = match said {
            Said::Claimed(name) => self.fetch(name).await?,
            Said::Response(text) => text,
            _ => Bytes::new(),
        };
        let response = serde_json::from_slice(&text).map_err(|error| CallError::Unreadable {
            source: error.into(),
        })?;
        Ok(Reply {
            response,
            worker,
            tries: self.tries,
        })
    }

    async fn fetch(&self, name: String) -> Result<Bytes, CallError> {
        let fetched = match &self.port.claims {
            Some(claims) => claims.fetch(name).await,
            None => Err("this port has none; give it one with `claims`".into()),
        };
        fetched.map_err(|source| CallError::Claim {
            what: "result",
            may_have_run: true,
            source,
        })
    }

    /// Of calls that have ended, or that nobody has, no worker need be told.
    fn let_go(&mut self, error: &CallError) {
        if !matches!(
            error,
            CallError::Deadline { .. } | CallError::Cancelled { .. }
        ) {
            self.taken = None;
        }
    }
}

/// Tells the worker that nobody waits any more, if it still has the call.
impl Drop for Conversation<'_> {
    fn drop(&mut self) {
        let Some((worker, request)) = self.taken.take() else {
            return;
        };
        let client = self.port.client.clone();
        let subject = self.port.subjects.worker(&worker);
        self.port.runtime.spawn(async move {
            let headers = Ask::Cancel.headers(&request);
            let _ = client
                .publish_with_headers(subject, headers, Bytes::new())
                .await;
        });
    }
}
