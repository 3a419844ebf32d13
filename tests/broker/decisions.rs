//! The order of decisions, and what a person is asked.

use std::path::Path;
use std::sync::{Arc, Mutex};

use loopd_tools::policy::{
    Access, Answers, Approval, Approver, Basis, Decision, Hosts, MemoryRules, Paths, Policy,
    Profile, Question, Rule, RuleBook, RuleStore, RulesError,
};
use loopd_tools::{BoxFuture, Broker, CallContext, DenyReason, Outcome, Requirement, ToolResponse};
use serde_json::json;

use crate::drive::{now, over, request};
use crate::tools::{Probe, Says, schema};

/// Rules that the test can look at.
#[derive(Clone, Default)]
struct Shared(Arc<MemoryRules>);

impl RuleStore for Shared {
    fn load(&self) -> Result<Arc<RuleBook>, RulesError> {
        self.0.load()
    }

    fn change(&self, change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError> {
        self.0.change(change)
    }
}

impl Shared {
    fn with(rules: impl IntoIterator<Item = Rule>) -> Self {
        let shared = Self::default();
        for rule in rules {
            shared.change(&mut |book| book.add(rule.clone())).unwrap();
        }
        shared
    }

    fn rules(&self) -> Vec<Rule> {
        self.load().unwrap().rules().to_vec()
    }
}

/// A person who always says the same, and keeps the questions.
#[derive(Clone)]
struct Person {
    says: Answers,
    asked: Arc<Mutex<Vec<Question>>>,
}

impl Person {
    fn who_says(approval: Approval) -> Self {
        Self::who_answers(Answers::all(approval))
    }

    fn who_answers(says: Answers) -> Self {
        Self {
            says,
            asked: Arc::default(),
        }
    }

    fn asked(&self) -> Vec<Question> {
        self.asked.lock().unwrap().clone()
    }
}

impl Approver for Person {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answers> {
        self.asked.lock().unwrap().push(question.clone());
        Box::pin(async { self.says.clone() })
    }
}

/// A tool that needs what its arguments say: pairs of capability and resource.
fn needs(name: &str) -> Probe {
    Says::new(name, "ran").plan(|plan, arguments| {
        let needs = arguments["needs"].as_array().into_iter().flatten();
        Ok(needs.fold(plan, |plan, need| {
            let capability = need[0].as_str().unwrap();
            let requirement = Requirement::new(capability, format!("wants {need}"));
            plan.with_requirement(match need[1].as_str() {
                Some(resource) => requirement.with_resource(resource),
                None => requirement,
            })
        }))
    })
}

fn profile() -> Profile {
    Profile::new("test", "7")
        .with(
            "net",
            Hosts::new()
                .allow("open.org")
                .gate("ask.org")
                .deny("shut.org"),
        )
        .with("clock", Access::Allow)
        .with("ask", Access::Gated)
}

fn call(broker: &Broker, needs: &serde_json::Value, interactive: bool) -> Outcome {
    let cx = CallContext::new()
        .with_interactive(interactive)
        .with_working_directory("/");
    now(broker.call(request("tool", &json!({"needs": needs})), cx))
}

fn broker(policy: Policy) -> Broker {
    over(needs("tool")).policy(policy).build().unwrap()
}

fn digest(broker: &Broker) -> loopd_tools::Digest {
    broker
        .toolbox()
        .get("tool")
        .unwrap()
        .definition()
        .schema()
        .digest()
}

fn basis(outcome: &Outcome) -> Vec<Basis> {
    outcome.rulings.iter().map(|ruling| ruling.basis).collect()
}

fn reason(outcome: &Outcome) -> Option<&DenyReason> {
    outcome.denial().map(loopd_tools::broker::Denial::reason)
}

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
