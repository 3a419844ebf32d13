//! The definition of a derived tool, from what the derive wrote.

use serde_json::Value;

use super::{Definition, Hints};
use crate::__private::Meta;
use crate::arguments::{Arguments, ByTool, Decoder};
use crate::docs::doc;
use crate::output::IntoOutput;
use crate::schema::{self, SchemaError, ToolSchema};
use crate::tool::Tool;

/// The definition and the decoder of a derived tool, both from one schema.
pub(crate) fn declare<T: Tool>() -> Result<(Definition, Decoder), SchemaError> {
    let parameters = schema::parameters(T::NAME, T::__parameters, T::META.allow_unknown)?;
    let (decoder, problems) = Decoder::new(parameters.annotated());
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.into_error(T::NAME));
    }
    decoder.check_type::<ByTool<T>>(T::NAME)?;
    let mut decoder = decoder.with_exact(T::META.exact);
    let mut examples = Vec::with_capacity(T::META.examples.len());
    for (place, text) in T::META.examples.iter().enumerate() {
        examples.push(example::<T>(&decoder, place, text)?);
    }
    if let Some(example) = examples.first() {
        decoder = decoder.with_example(example);
    }
    let output = T::Output::output_schema()?;
    let schema = ToolSchema {
        name: T::NAME.to_owned(),
        description: doc(T::META.description),
        parameters: parameters.into_canonical(),
    };
    let definition = Definition {
        examples,
        output,
        ..from_meta(schema, &T::META)
    };
    Ok((definition, decoder))
}

/// All of a definition that needs no type: one function for all tools.
fn from_meta(schema: ToolSchema, meta: &Meta) -> Definition {
    Definition {
        schema,
        core: meta.core,
        title: meta.title.map(str::to_owned),
        hints: Hints::from_said([
            meta.read_only,
            meta.destructive,
            meta.idempotent,
            meta.open_world,
        ]),
        concurrent: meta.concurrent,
        pinned: meta.pinned,
        untrusted: meta.untrusted,
        unrecorded: meta.unrecorded,
        exact: meta.exact,
        blocking: meta.blocking,
        resource: meta.resource.map(str::to_owned),
        requires: meta.requires.iter().map(|&name| name.to_owned()).collect(),
        timeout: meta.timeout,
        max_output: meta.max_output,
        examples: Vec::new(),
        system_prompt: meta.system_prompt.map(str::to_owned),
        output: None,
    }
}

/// An example that the decoder takes as it is, without a repair.
fn example<T: Tool>(decoder: &Decoder, place: usize, text: &str) -> Result<Value, SchemaError> {
    let arguments = Arguments::from(text).with_exact(true);
    let message = match decoder.decode::<ByTool<T>>(&arguments) {
        Ok(_) => match serde_json::from_str(text) {
            Ok(value) => return Ok(value),
            Err(error) => error.to_string(),
        },
        Err(error) => match error.problems() {
            [] => error.message().to_owned(),
            problems => {
                let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
                problems.join("; ")
            }
        },
    };
    Err(SchemaError::new(
        T::NAME,
        format!("example {}", place + 1),
        message,
        "give an example that fits the schema",
    ))
}
