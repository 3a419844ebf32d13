//! Stored rules: approvals for good, denies, and rules that can't be used.

use std::path::Path;
use std::sync::Arc;

use loopd_tools::DenyReason;
use loopd_tools::policy::{
    Approval, Basis, Decision, Policy, Rule, RuleBook, RuleStore, RulesError,
};
use serde_json::json;

use super::{Person, Shared, basis, broker, call, digest, needs, profile, reason};
use crate::drive::over;
use crate::tools::schema;

#[test]
fn a_stored_allow_does_not_stand_in_for_a_profile() {
    let rules = Shared::default();
    let broker = broker(Policy::new(profile()).with_rules(rules.clone()));
    let allow = Rule::allow("gpu", "tool", digest(&broker), "/").with_resource("0");
    rules.change(&mut |book| book.add(allow.clone())).unwrap();
    assert_eq!(
        basis(&call(&broker, &json!([["gpu", "0"]]), true)),
        [Basis::NotMentioned]
    );
}

#[test]
fn what_is_approved_for_good_is_asked_no_more_for_the_same_tool_resource_and_workspace() {
    let rules = Shared::default();
    let person = Person::who_says(Approval::ApproveAlwaysHere);
    let policy = || {
        Policy::new(profile())
            .with_rules(rules.clone())
            .with_approver(person.clone())
    };
    let first = broker(policy());
    assert_eq!(
        basis(&call(&first, &json!([["ask", "x"]]), true)),
        [Basis::ApprovedAlways]
    );
    assert_eq!(
        basis(&call(&first, &json!([["ask", "x"]]), true)),
        [Basis::StoredAllow]
    );
    // Nobody is needed for it any more.
    assert_eq!(
        basis(&call(&first, &json!([["ask", "x"]]), false)),
        [Basis::StoredAllow]
    );
    assert_eq!(person.asked().len(), 1);
    let [rule] = &rules.rules()[..] else {
        panic!("one rule");
    };
    assert_eq!(rule.decision, Decision::Allow);
    assert_eq!(rule.capability, "ask");
    assert_eq!(rule.resource.as_deref(), Some("x"));
    assert_eq!(rule.here.as_deref(), Some(Path::new("/")));
    assert_eq!(rule.tool.as_deref(), Some("tool"));
    assert_eq!(rule.digest, Some(digest(&first)));
    assert_eq!(rule.policy.as_deref(), Some("test@7"));
    assert!(rule.since.is_some());
    // Another resource, another workspace, no resource at all.
    assert_eq!(
        basis(&call(&first, &json!([["ask", "y"]]), false)),
        [Basis::NobodyToAsk]
    );
    assert_eq!(
        basis(&call(&first, &json!([["ask", null]]), false)),
        [Basis::NobodyToAsk]
    );
    let elsewhere = broker(policy().with_workspace(std::env::temp_dir()));
    assert_eq!(
        basis(&call(&elsewhere, &json!([["ask", "x"]]), false)),
        [Basis::NobodyToAsk]
    );
}

#[test]
fn a_changed_tool_asks_again_and_says_what_has_changed() {
    let rules = Shared::default();
    let person = Person::who_says(Approval::ApproveAlwaysHere);
    let policy = || {
        Policy::new(profile())
            .with_rules(rules.clone())
            .with_approver(person.clone())
    };
    assert!(call(&broker(policy()), &json!([["ask", "x"]]), true).is_ok());
    let changed = needs("tool").define(|_| {
        let mut schema = schema("tool");
        schema.description = "Reads all mail.".into();
        schema.parameters["properties"]["to"] = json!({"type": "string"});
        schema.parameters["required"] = json!(["to"]);
        loopd_tools::Definition::new(schema)
    });
    let broker = over(changed).policy(policy()).build().unwrap();
    let outcome = call(&broker, &json!([["ask", "x"]]), true);
    assert_eq!(basis(&outcome), [Basis::ApprovedAlways]);
    let question = person.asked().pop().unwrap();
    assert_eq!(
        question.calls[0].changed,
        [
            r#"the description was "Does what tool does.""#,
            r#"the description is now "Reads all mail.""#,
            "parameter `to` is new",
            "parameter `to` is required now",
        ]
    );
    assert!(
        question
            .to_string()
            .contains("! changed since it was approved: parameter `to` is new")
    );
    // The new approval takes the place of the old one.
    assert_eq!(rules.rules().len(), 1);
    assert_eq!(
        basis(&call(&broker, &json!([["ask", "x"]]), true)),
        [Basis::StoredAllow]
    );
}

#[test]
fn a_stored_deny_needs_no_digest_and_can_be_wide() {
    let denies = [
        Rule::deny("ask"),
        Rule::deny("ask").with_tool("tool"),
        Rule::deny("ask").with_resource("x"),
        Rule::deny("ask").with_here("/"),
    ];
    for deny in denies {
        let person = Person::who_says(Approval::Approve);
        let rules = Shared::with([deny.clone()]);
        let policy = Policy::new(profile())
            .with_rules(rules)
            .with_approver(person);
        let outcome = call(&broker(policy), &json!([["ask", "x"]]), true);
        assert_eq!(basis(&outcome), [Basis::StoredDeny], "{deny:?}");
    }
    let others = [
        Rule::deny("net"),
        Rule::deny("ask").with_tool("other"),
        Rule::deny("ask").with_resource("y"),
        Rule::deny("ask").with_here("/elsewhere"),
    ];
    let person = Person::who_says(Approval::Approve);
    let policy = Policy::new(profile())
        .with_rules(Shared::with(others))
        .with_approver(person);
    assert_eq!(
        basis(&call(&broker(policy), &json!([["ask", "x"]]), true)),
        [Basis::Approved]
    );
}

#[test]
fn a_deny_of_one_thing_denies_a_call_that_asks_for_all_of_them() {
    let person = Person::who_says(Approval::Approve);
    let rules = Shared::with([Rule::deny("ask").with_resource("x")]);
    let policy = Policy::new(profile())
        .with_rules(rules)
        .with_approver(person);
    assert_eq!(
        basis(&call(&broker(policy), &json!([["ask", null]]), true)),
        [Basis::StoredDeny]
    );
}

/// Rules that can be neither read nor written.
struct Broken;

fn broken() -> RulesError {
    RulesError::Symlink {
        path: "/rules.json".into(),
    }
}

impl RuleStore for Broken {
    fn load(&self) -> Result<Arc<RuleBook>, RulesError> {
        Err(broken())
    }

    fn change(&self, _change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError> {
        Err(broken())
    }
}

#[test]
fn rules_that_can_not_be_read_deny_every_call_that_needs_something() {
    let person = Person::who_says(Approval::Approve);
    let policy = Policy::new(profile())
        .with_rules(Broken)
        .with_approver(person.clone());
    let broker = broker(policy);
    for needs in [
        json!([["ask", "x"]]),
        json!([["net", "ask.org"]]),
        json!([["net", "open.org"]]),
    ] {
        let outcome = call(&broker, &needs, true);
        assert_eq!(
            reason(&outcome),
            Some(&DenyReason::RulesUnusable),
            "{needs}"
        );
        let error = outcome
            .rules_error
            .as_ref()
            .expect("the host is told")
            .to_string();
        assert!(error.contains("symbolic link"), "{error}");
        assert!(
            !outcome.text().contains("/rules.json"),
            "the model need not know where"
        );
    }
    assert!(person.asked().is_empty());
    assert_eq!(call(&broker, &json!([]), true).text(), "ran");
    let shut = call(&broker, &json!([["net", "shut.org"]]), true);
    assert_eq!(basis(&shut), [Basis::ProfileDeny]);
}

#[test]
fn an_approval_that_can_not_be_stored_holds_once_and_is_told() {
    struct ReadOnly;
    impl RuleStore for ReadOnly {
        fn load(&self) -> Result<Arc<RuleBook>, RulesError> {
            Ok(Arc::default())
        }
        fn change(&self, _change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError> {
            Err(broken())
        }
    }
    let person = Person::who_says(Approval::ApproveAlwaysHere);
    let policy = Policy::new(profile())
        .with_rules(ReadOnly)
        .with_approver(person);
    let outcome = call(&broker(policy), &json!([["ask", "x"]]), true);
    assert!(outcome.is_ok());
    assert_eq!(basis(&outcome), [Basis::Approved]);
    assert!(outcome.rules_error.is_some());
}
