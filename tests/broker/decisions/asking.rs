//! What a person is asked, and what the answers do.

use loopd_tools::policy::{Answers, Approval, Approver, Policy, Question};
use loopd_tools::{BoxFuture, CallContext, DenyReason, Requirement, ToolResponse};
use serde_json::json;

use super::{Person, Shared, broker, call, profile, reason};
use crate::drive::{over, request};
use crate::tools::Says;

#[test]
fn all_that_a_call_needs_is_asked_at_once() {
    let person = Person::who_says(Approval::Approve);
    let broker = broker(Policy::new(profile()).with_approver(person.clone()));
    let needs = json!([
        ["net", "ask.org"],
        ["clock", null],
        ["ask", "this"],
        ["ask", "that"]
    ]);
    let outcome = call(&broker, &needs, true);
    assert!(outcome.is_ok());
    let [question] = &person.asked()[..] else {
        panic!("one question");
    };
    assert_eq!(
        question.requirements.len(),
        3,
        "what the profile allows is not asked"
    );
    assert_eq!(question.calls.len(), 1);
    assert_eq!(question.calls[0].requirements, [0, 1, 2]);
}

#[test]
fn a_refusal_is_a_denial_and_is_not_stored() {
    let rules = Shared::default();
    let person = Person::who_says(Approval::Deny);
    let policy = Policy::new(profile())
        .with_rules(rules.clone())
        .with_approver(person.clone());
    let broker = broker(policy);
    for count in 1..3 {
        let outcome = call(&broker, &json!([["ask", "x"]]), true);
        assert_eq!(reason(&outcome), Some(&DenyReason::Refused));
        assert_eq!(person.asked().len(), count);
    }
    assert!(rules.rules().is_empty());
}

#[test]
fn without_a_person_the_call_says_what_is_missing() {
    let wanted = DenyReason::ApprovalRequired {
        missing: vec!["net: ask.org".into(), "ask".into()],
    };
    let needs = json!([["net", "ask.org"], ["clock", null], ["ask", null]]);
    let yes = || Person::who_says(Approval::Approve);
    let away = Person::who_answers(Answers::nobody());
    let cases = [
        (Policy::new(profile()), true),
        (Policy::new(profile()).with_approver(yes()), false),
        (Policy::new(profile()).with_approver(away), true),
    ];
    for (policy, interactive) in cases {
        let outcome = call(&broker(policy), &needs, interactive);
        assert_eq!(reason(&outcome), Some(&wanted));
        assert_eq!(
            outcome.response(),
            ToolResponse::Denied {
                reason: wanted.clone()
            }
        );
    }
}

#[test]
fn what_is_approved_once_is_asked_again() {
    let rules = Shared::default();
    let person = Person::who_says(Approval::Approve);
    let policy = Policy::new(profile())
        .with_rules(rules.clone())
        .with_approver(person.clone());
    let broker = broker(policy);
    for count in 1..4 {
        assert!(call(&broker, &json!([["ask", "x"]]), true).is_ok());
        assert_eq!(person.asked().len(), count);
    }
    assert!(rules.rules().is_empty());
}

#[test]
fn a_question_can_be_printed_whatever_is_in_it() {
    let nasty = "\u{1b}[2J\u{1b}]0;title\u{7}\r\n\u{202e}evil\u{200b}".repeat(200);
    let person = Person::who_says(Approval::Approve);
    let tool = Says::new("tool", "ran")
        .define(|tool| tool.with_title(nasty.clone()))
        .plan(move |plan, _| {
            let words = Requirement::new("ask", nasty.clone()).with_resource(nasty.clone());
            Ok(plan.with_requirement(words).with_audit(nasty.clone()))
        });
    let policy = Policy::new(profile()).with_approver(person.clone());
    let broker = over(tool).policy(policy).build().unwrap();
    call(&broker, &json!([]), true);
    let text = person.asked()[0].to_string();
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(lines.len(), 3, "{text}");
    let bad = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202e}' | '\u{200b}');
    assert!(!text.contains(bad), "{text}");
    assert!(text.contains("\\u{1b}[2J"));
    assert!(text.len() < 20_000, "{}", text.len());
}

#[test]
fn a_call_that_is_called_off_while_a_person_thinks_does_not_run() {
    struct Slow;
    impl Approver for Slow {
        fn ask<'a>(&'a self, _question: &'a Question) -> BoxFuture<'a, Answers> {
            Box::pin(std::future::pending())
        }
    }
    let broker = broker(Policy::new(profile()).with_approver(Slow));
    let token = loopd_tools::Cancellation::new();
    let cx = CallContext::new()
        .with_interactive(true)
        .with_cancellation(token.clone());
    let needs = json!({"needs": [["ask", "x"]]});
    let mut call = Box::pin(broker.call(request("tool", &needs), cx));
    assert!(crate::drive::poll_once(&mut call).is_none());
    token.cancel();
    let outcome = crate::drive::poll_once(&mut call).expect("it does not wait for the person");
    assert!(outcome.error().is_some());
}
