//! The order of decisions, what a person is asked, and what is stored.

mod asking;
mod order;
mod stored;

use std::sync::{Arc, Mutex};

use loopd_tools::policy::{
    Access, Answers, Approval, Approver, Basis, Hosts, MemoryRules, Policy, Profile, Question,
    Rule, RuleBook, RuleStore, RulesError,
};
use loopd_tools::{BoxFuture, Broker, CallContext, DenyReason, Outcome, Requirement};
use serde_json::json;

use crate::drive::{now, over, request};
use crate::tools::{Probe, Says};

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
