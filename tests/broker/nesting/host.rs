//! A broker that writes down what is judged and what runs.

use std::sync::{Arc, Mutex};

use loopd_tools::broker::BrokerPort;
use loopd_tools::policy::{Access, AccessSource, Asked, Policy, Profile};
use loopd_tools::{
    Broker, CallContext, Context, Dispatcher, Requirement, Run, Tool, ToolError, ToolOutput,
    Toolbox,
};
use serde::Deserialize;

use crate::tools::Probe;

/// A tool and what it works on.
pub(super) type Use = (String, String);

/// What was judged and what ran, in that order.
#[derive(Clone, Default)]
pub(super) struct Log {
    judged: Arc<Mutex<Vec<Use>>>,
    ran: Arc<Mutex<Vec<Use>>>,
}

impl Log {
    pub(super) fn take(&self) -> (Vec<Use>, Vec<Use>) {
        let take = |list: &Mutex<Vec<Use>>| std::mem::take(&mut *list.lock().unwrap());
        (take(&self.judged), take(&self.ran))
    }
}

/// Reads a page of the web.
#[derive(Tool, Deserialize)]
#[tool(state = Log)]
struct Fetch {
    /// The host.
    host: String,
    /// The port.
    port: u16,
}

impl Fetch {
    fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl Run for Fetch {
    async fn run(self, cx: Context<'_, Log>) -> Result<ToolOutput, ToolError> {
        let ran = (Self::NAME.to_owned(), self.place());
        cx.state().ran.lock().unwrap().push(ran);
        Ok("fetched".into())
    }

    fn requires(&self, _cx: Context<'_, Log>) -> Vec<Requirement> {
        vec![Requirement::new("net", "read a page").with_resource(self.place())]
    }
}

/// Grants what is on an open host, and writes down what it is asked for.
struct Watched(Log);

impl AccessSource for Watched {
    fn access(&self, asked: &Asked<'_>) -> Option<Access> {
        let resource = asked.requirement.resource.clone().unwrap_or_default();
        let access = if resource.starts_with(SHUT) {
            Access::Deny
        } else {
            Access::Allow
        };
        let judged = (asked.tool.name().to_owned(), resource);
        self.0.judged.lock().unwrap().push(judged);
        Some(access)
    }
}

pub(super) const OPEN: &str = "open.org";
pub(super) const SHUT: &str = "shut.org";

/// A broker with `fetch`, with a core tool that needs the same, and with one that takes anything.
pub(super) struct Host {
    pub(super) broker: Broker,
    pub(super) port: Arc<BrokerPort>,
    pub(super) log: Log,
}

impl Host {
    pub(super) fn new() -> Self {
        let log = Log::default();
        let toolbox = Toolbox::new();
        toolbox.register(Fetch::with(log.clone())).unwrap();
        for (name, core) in [("note", false), ("peek", true)] {
            let ran = log.clone();
            let tool = Probe::new(name, move |arguments, _| {
                let ran = Arc::clone(&ran.ran);
                async move {
                    let ran_with = (name.to_owned(), arguments.to_string());
                    ran.lock().unwrap().push(ran_with);
                    Ok("noted")
                }
            });
            let tool = tool.define(|tool| tool.with_core(core));
            let tool = tool.plan(|plan, arguments| {
                let need = Requirement::new("net", "keep it");
                Ok(plan.with_requirement(need.with_resource(arguments.to_string())))
            });
            toolbox.register(tool).unwrap();
        }
        let profile = Profile::new("p", "1").with("net", Watched(log.clone()));
        let broker = Broker::builder(toolbox).policy(Policy::new(profile));
        let broker = broker.build().unwrap();
        let port = Arc::new(broker.port(CallContext::new()).unwrap());
        Self { broker, port, log }
    }

    pub(super) fn dispatcher(&self) -> Dispatcher {
        Dispatcher::new(self.broker.toolbox().registry(), Arc::clone(&self.port))
    }
}
