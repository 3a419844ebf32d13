//! The order of decisions.

use loopd_tools::policy::{
    Access, Approval, Basis, Hosts, Paths, Policy, Profile, Rule, RuleStore,
};
use loopd_tools::{DenyReason, ToolResponse};
use serde_json::json;

use super::{Person, Shared, basis, broker, call, digest, needs, profile, reason};
use crate::drive::over;
use crate::tools::{Probe, Says};

#[test]
fn a_tool_that_requires_nothing_runs_under_any_policy() {
    for policy in [Policy::default(), Policy::new(profile())] {
        assert_eq!(call(&broker(policy), &json!([]), false).text(), "ran");
    }
}

#[test]
fn what_no_profile_mentions_is_denied() {
    let person = Person::who_says(Approval::Approve);
    let broker = broker(Policy::new(profile()).with_approver(person.clone()));
    for needs in [
        json!([["gpu", "0"]]),
        json!([["net", "elsewhere.org"]]),
        json!([["gpu", null]]),
    ] {
        let outcome = call(&broker, &needs, true);
        assert_eq!(reason(&outcome), Some(&DenyReason::NoGrant), "{needs}");
        assert_eq!(basis(&outcome), [Basis::NotMentioned]);
    }
    assert!(person.asked().is_empty());
}

/// The whole table of profile and stored rules, with a person who approves all that is asked.
#[test]
fn profile_denies_stored_denies_stored_allows_profile_allows_then_the_question() {
    for (host, profile_says) in [
        ("shut.org", Access::Deny),
        ("open.org", Access::Allow),
        ("ask.org", Access::Gated),
    ] {
        for (deny, allow) in [(false, false), (false, true), (true, false), (true, true)] {
            let rules = Shared::default();
            let person = Person::who_says(Approval::Approve);
            let policy = Policy::new(profile())
                .with_rules(rules.clone())
                .with_approver(person.clone());
            let broker = broker(policy);
            let mut stored = Vec::new();
            if allow {
                stored.push(Rule::allow("net", "tool", digest(&broker), "/").with_resource(host));
            }
            if deny {
                stored.push(Rule::deny("net").with_resource(host));
            }
            for rule in stored {
                rules.change(&mut |book| book.add(rule.clone())).unwrap();
            }
            let wanted = match (profile_says, deny, allow) {
                (Access::Deny, ..) => Basis::ProfileDeny,
                (_, true, _) => Basis::StoredDeny,
                (_, _, true) => Basis::StoredAllow,
                (Access::Allow, ..) => Basis::ProfileAllow,
                (Access::Gated, ..) => Basis::Approved,
            };
            let outcome = call(&broker, &json!([["net", host]]), true);
            assert_eq!(basis(&outcome), [wanted], "{host} {deny} {allow}");
            assert_eq!(outcome.is_ok(), wanted.allows());
            assert_eq!(person.asked().len(), usize::from(wanted == Basis::Approved));
            if !wanted.allows() {
                assert_eq!(reason(&outcome), Some(&DenyReason::Rule));
            }
        }
    }
}

#[test]
fn one_requirement_that_is_denied_denies_the_call_and_nobody_is_asked() {
    let person = Person::who_says(Approval::Approve);
    let broker = broker(Policy::new(profile()).with_approver(person.clone()));
    let needs = json!([["clock", null], ["net", "ask.org"], ["net", "shut.org"]]);
    let outcome = call(&broker, &needs, true);
    assert_eq!(reason(&outcome), Some(&DenyReason::Rule));
    assert!(person.asked().is_empty());
    assert!(
        outcome.text().contains("net of shut.org"),
        "{}",
        outcome.text()
    );
    assert!(matches!(
        outcome.response(),
        ToolResponse::Denied {
            reason: DenyReason::Rule
        }
    ));
}

#[test]
fn a_capability_that_the_definition_names_is_required_whatever_the_call_says() {
    // The plan leaves out what the definition says.
    let forgetful = || {
        Says::new("tool", "ran")
            .define(|tool| tool.with_requires(["ask"]))
            .plan(|_, _| Ok(loopd_tools::Plan::default()))
    };
    let broker = over(forgetful())
        .policy(Policy::new(profile()))
        .build()
        .unwrap();
    let outcome = call(&broker, &json!([]), false);
    let missing = vec!["ask".to_owned()];
    assert_eq!(
        reason(&outcome),
        Some(&DenyReason::ApprovalRequired { missing })
    );
}

#[test]
fn what_was_granted_reaches_the_call() {
    let tool = Probe::new("tool", |_, cx| async move {
        let granted: Vec<&str> = cx.granted().iter().map(|g| g.capability.as_str()).collect();
        Ok(granted.join(","))
    });
    let tool = tool.define(|tool| tool.with_requires(["clock", "ask"]));
    let person = Person::who_says(Approval::Approve);
    let policy = Policy::new(profile()).with_approver(person);
    let broker = over(tool).policy(policy).build().unwrap();
    assert_eq!(call(&broker, &json!([]), true).text(), "clock,ask");
}

#[test]
fn read_only_tools_may_be_allowed_what_is_gated_but_never_untrusted_ones() {
    let hints = loopd_tools::Hints::UNSAID.with_read_only(true);
    let cases = [
        (true, true, false, true),
        (true, false, false, false),
        (true, true, true, false),
        (false, true, false, false),
    ];
    for (allowed, read_only, untrusted, runs) in cases {
        let mut profile = profile();
        if allowed {
            profile = profile.with_read_only_allowed();
        }
        let tool = needs("tool").define(|tool| {
            let tool = if read_only {
                tool.with_hints(hints)
            } else {
                tool
            };
            tool.with_untrusted(untrusted)
        });
        let broker = over(tool).policy(Policy::new(profile)).build().unwrap();
        let outcome = call(&broker, &json!([["ask", "x"]]), false);
        assert_eq!(outcome.is_ok(), runs, "{allowed} {read_only} {untrusted}");
        let shut = call(&broker, &json!([["net", "shut.org"]]), false);
        assert_eq!(reason(&shut), Some(&DenyReason::Rule));
    }
}

#[test]
fn a_policy_with_a_pattern_that_is_none_is_refused() {
    let profiles = [
        Profile::new("p", "1").with("net", Hosts::new().deny("https://evil.org/")),
        Profile::new("p", "1").with("net", Hosts::new().allow("bücher.example")),
        Profile::new("p", "1").with("net", Hosts::new().allow("*.127.0.0.1")),
        Profile::new("p", "1").with("fs", Paths::new().allow("../outside")),
        Profile::new("p", "1").with("fs", Paths::new().gate("")),
    ];
    for profile in profiles {
        let error = over(needs("tool"))
            .policy(Policy::new(profile.clone()))
            .build()
            .unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("profile `p`: ") && text.contains("is no pattern of"),
            "{text}"
        );
    }
}
