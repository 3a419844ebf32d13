//! A tool of a server, as a toolbox holds it.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::arguments::{Arguments, Decoded, Decoder, SchemaProblem};
use crate::context::CallContext;
use crate::definition::Definition;
use crate::dyn_tool::{DynTool, Prepared};
use crate::error::ToolError;
use crate::plan::Plan;
use crate::prepared::prepared;
use crate::schema::ToolSchema;

use super::answer::{Promise, output};
use super::descriptor::Descriptor;
use super::link::{Link, Sent};
use super::options::ImportOptions;

/// A tool of a server.
pub(super) struct RemoteTool {
    definition: Definition,
    decoder: Decoder,
    remote: Arc<Remote>,
}

/// What a call needs of its tool.
struct Remote {
    server_name: String,
    may_repeat: bool,
    promise: Promise,
    link: Arc<Link>,
}

impl RemoteTool {
    /// The tool, and what of its schema can't be checked here.
    pub(super) fn new(
        name: &str,
        descriptor: &Descriptor,
        options: &ImportOptions,
        link: &Arc<Link>,
    ) -> (Self, Vec<SchemaProblem>) {
        let definition = definition(name, descriptor, options);
        let (decoder, problems) = Decoder::new(&descriptor.parameters);
        let tool = Self {
            decoder,
            remote: Arc::new(Remote {
                server_name: descriptor.server_name.clone(),
                may_repeat: definition.hints().may_repeat(),
                promise: Promise::new(descriptor.output.as_ref(), options.bounds),
                link: Arc::clone(link),
            }),
            definition,
        };
        (tool, problems)
    }
}

fn definition(name: &str, descriptor: &Descriptor, options: &ImportOptions) -> Definition {
    let mut definition = Definition::new(ToolSchema {
        name: name.to_owned(),
        description: descriptor.description.clone(),
        parameters: descriptor.parameters.clone(),
    })
    .with_hints(descriptor.hints)
    .with_untrusted(true)
    .with_requires(&options.requires)
    .with_core(options.core)
    .with_concurrent(options.concurrent);
    if let Some(title) = &descriptor.title {
        definition = definition.with_title(title);
    }
    if let Some(output) = &descriptor.output {
        definition = definition.with_output(output.clone());
    }
    if let Some(timeout) = options.timeout {
        definition = definition.with_timeout(timeout);
    }
    definition
}

impl DynTool for RemoteTool {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let (decoded, _) = self.decoder.decode_value(&arguments, None)?;
        let Decoded { arguments, repairs } = decoded;
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => JsonObject::new(),
        };
        let remote = Arc::clone(&self.remote);
        let plan = Plan::of(&self.definition).with_repairs(repairs);
        Ok(prepared(plan, move |cx| async move {
            let call = Sent {
                tool: &remote.server_name,
                arguments,
                may_repeat: remote.may_repeat,
            };
            let answer = remote.link.call(call, &cx).await?;
            output(answer, &remote.promise, remote.link.label())
        }))
    }
}
