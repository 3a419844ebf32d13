//! Here, not among the behaviour tests: the order of messages that cross each other can't be chosen
//! from outside.

use super::*;

fn admitted(calls: &Calls, request: &str, held: bool) -> Option<oneshot::Receiver<()>> {
    match calls.admit(request, "first", held, 2) {
        Admission::New { go, .. } => go,
        _ => panic!("{request} is not new"),
    }
}

#[test]
fn a_held_call_runs_once_and_answers_where_it_was_told_to_run() {
    let calls = Calls::default();
    let mut go = admitted(&calls, "a", true).unwrap();
    assert!(matches!(calls.state("a"), Said::Waiting));
    assert!(calls.go("a", "second".to_owned()).is_none());
    assert!(go.try_recv().is_ok());
    // The host says it again, because it has heard nothing.
    assert!(matches!(
        calls.go("a", "third".to_owned()),
        Some(Said::Running)
    ));
    // The time for the word was up in the same moment: it runs all the same.
    assert!(!calls.expire("a"));
    assert_eq!(calls.end("a", Said::Unclaimed).as_deref(), Some("second"));
    assert!(matches!(calls.state("a"), Said::Unclaimed));
    assert!(calls.end("a", Said::Running).is_none());
}

#[test]
fn a_call_that_was_held_too_long_never_runs() {
    let calls = Calls::default();
    let mut go = admitted(&calls, "a", true).unwrap();
    assert!(calls.expire("a"));
    assert!(go.try_recv().is_err());
    assert!(matches!(
        calls.go("a", "second".to_owned()),
        Some(Said::Expired)
    ));
    assert!(matches!(
        calls.admit("a", "x", true, 2),
        Admission::Known(Said::Expired)
    ));
}

#[test]
fn a_call_that_is_called_off_while_it_is_held_never_runs() {
    let calls = Calls::default();
    let _go = admitted(&calls, "a", true);
    calls.cancel("a");
    assert!(calls.expire("a"));
    assert!(matches!(calls.state("a"), Said::Expired));
}

#[test]
fn what_is_taken_is_bounded() {
    let calls = Calls::default();
    admitted(&calls, "a", true);
    admitted(&calls, "b", false);
    assert!(matches!(calls.admit("c", "x", false, 2), Admission::Full));
    assert!(matches!(
        calls.admit("a", "x", true, 2),
        Admission::Known(Said::Waiting)
    ));
    calls.end("b", Said::Unclaimed);
    assert_eq!(calls.live(), 1);
    admitted(&calls, "c", false);
}

#[test]
fn what_is_kept_is_bounded() {
    let calls = Calls::default();
    let big = Said::Response(vec![b' '; KEPT_BYTES / 4].into());
    for number in 0..6 {
        let request = number.to_string();
        admitted(&calls, &request, false);
        calls.end(&request, big.clone());
    }
    assert!(matches!(calls.state("0"), Said::Unknown));
    assert!(matches!(calls.state("1"), Said::Unknown));
    assert!(matches!(calls.state("2"), Said::Response(_)));
    for number in 0..=KEPT {
        let request = format!("n{number}");
        admitted(&calls, &request, false);
        calls.end(&request, Said::Unclaimed);
    }
    assert!(matches!(calls.state("5"), Said::Unknown));
    assert_eq!(calls.lock().ended.len(), KEPT);
    assert_eq!(calls.lock().bytes, 0);
}
