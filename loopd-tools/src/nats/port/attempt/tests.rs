//! Here, not among the behaviour tests: what is lost between two machines can't be lost on purpose
//! from outside.

use super::*;
use crate::nats::error::Refusal;

const TIMES: Times = Times {
    deadline: Duration::from_secs(60),
    patience: Duration::from_secs(3),
    taking: Duration::from_secs(1),
    lost: Duration::from_secs(5),
    asking: Duration::from_secs(1),
};

fn sent(hold: bool) -> (Attempt, Instant) {
    let now = Instant::now();
    (Attempt::new(hold, "g".to_owned(), TIMES, now), now)
}

fn taken(hold: bool) -> (Attempt, Instant) {
    let (mut attempt, now) = sent(hold);
    let step = attempt.hear(About::Call, said_taken(), now);
    assert!(matches!(
        (hold, step),
        (true, Step::Go) | (false, Step::Wait)
    ));
    (attempt, now)
}

fn said_taken() -> Said {
    Said::Taken {
        worker: "w".to_owned(),
    }
}

fn ran(step: Step) -> bool {
    match step {
        Step::Fail(error) => error.may_have_run(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_held_call_that_nobody_takes_has_not_run() {
    let (mut attempt, now) = sent(true);
    assert!(!attempt.may_have_run());
    assert!(!ran(attempt.tick(now + TIMES.taking, true)));
    let (mut attempt, now) = sent(false);
    assert!(attempt.may_have_run());
    assert!(ran(attempt.tick(now + TIMES.taking, true)));
}

#[test]
fn a_refusal_says_that_nothing_has_run() {
    for hold in [true, false] {
        let (mut attempt, now) = sent(hold);
        assert!(!ran(attempt.hear(
            About::Call,
            Said::Refused(Refusal::Busy),
            now
        )));
        let (mut attempt, now) = taken(hold);
        assert!(!ran(attempt.hear(
            About::Go,
            Said::Refused(Refusal::Late),
            now
        )));
    }
}

#[test]
fn a_worker_that_was_never_told_to_run_the_call_has_not_run_it() {
    let (mut attempt, now) = taken(true);
    assert!(!ran(attempt.hear(About::Go, Said::Nobody, now)));
    let (mut attempt, now) = taken(true);
    assert!(!ran(attempt.hear(About::State, Said::Expired, now)));
}

#[test]
fn a_word_that_was_lost_is_said_again() {
    let (mut attempt, now) = taken(true);
    assert!(matches!(attempt.tick(now + TIMES.asking, true), Step::Ask));
    assert!(matches!(
        attempt.hear(About::State, Said::Waiting, now),
        Step::Go
    ));
}

#[test]
fn a_worker_counts_as_lost_after_a_while_and_not_before() {
    let (mut attempt, now) = taken(true);
    let mut at = now;
    let mut asked = 0;
    let step = loop {
        at = attempt.wakes_at().max(at);
        match attempt.tick(at, true) {
            Step::Ask => asked += 1,
            step => break step,
        }
        assert!(matches!(
            attempt.hear(About::State, Said::Nobody, at),
            Step::Wait
        ));
    };
    assert!(ran(step));
    assert!(asked > 1);
    assert!(at.duration_since(now) >= TIMES.asking + TIMES.lost);
}

#[test]
fn without_a_connection_silence_says_nothing() {
    let (mut attempt, now) = taken(true);
    let mut at = now;
    for _ in 0..1000 {
        at = attempt.wakes_at().max(at);
        assert!(matches!(attempt.tick(at, false), Step::Wait));
    }
    assert!(at.duration_since(now) > TIMES.lost);
    assert!(matches!(attempt.tick(at, true), Step::Ask));
}

#[test]
fn a_worker_that_answers_is_asked_ever_more_seldom() {
    let (mut attempt, now) = taken(true);
    let mut at = now;
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let before = at;
        at = attempt.wakes_at();
        assert!(matches!(attempt.tick(at, true), Step::Ask));
        assert!(matches!(
            attempt.hear(About::State, Said::Running, at),
            Step::Wait
        ));
        pauses.push(at.duration_since(before));
    }
    assert!(pauses.is_sorted());
    assert_eq!(pauses.last(), Some(&SELDOM));
}

#[test]
fn what_a_worker_has_forgotten_may_have_run() {
    let (mut attempt, now) = taken(true);
    assert!(ran(attempt.hear(About::State, Said::Unknown, now)));
}
