//! Reading the arguments of a tool that is written by hand.

use serde::de::DeserializeOwned;

use crate::arguments::{Arguments, BySerde, Decoded, Decoder, Repair};
use crate::definition::Definition;
use crate::error::ToolError;
use crate::schema::SchemaError;

/// Reads the arguments of a hand-written tool as those of a derived one are read: checked against
/// the schema, mended where nothing is lost, and refused in the same words.
///
/// ```
/// use loopd_tools::{
///     ArgumentDecoder, Arguments, CallContext, Definition, DynTool, JsonSchema, Plan, Prepared,
///     SchemaError, ToolError, ToolSchema, parameters_of, prepared,
/// };
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Greet {
///     /// Whom.
///     name: String,
/// }
///
/// struct Greeter {
///     definition: Definition,
///     decoder: ArgumentDecoder,
/// }
///
/// impl Greeter {
///     fn new() -> Result<Self, SchemaError> {
///         let definition = Definition::new(ToolSchema {
///             name: "greet".to_owned(),
///             description: "Greets somebody by name.".to_owned(),
///             parameters: parameters_of::<Greet>()?,
///         });
///         let decoder = ArgumentDecoder::new(&definition)?;
///         Ok(Self { definition, decoder })
///     }
/// }
///
/// impl DynTool for Greeter {
///     fn definition(&self) -> &Definition {
///         &self.definition
///     }
///
///     fn prepare(
///         &self,
///         arguments: Arguments<'_>,
///         _cx: &CallContext,
///     ) -> Result<Box<dyn Prepared>, ToolError> {
///         let (greet, repairs) = self.decoder.decode::<Greet>(&arguments)?;
///         let plan = Plan::of(&self.definition).with_repairs(repairs);
///         Ok(prepared(plan, |_cx| async move { Ok(format!("Hello, {}!", greet.name)) }))
///     }
/// }
/// # let greeter = Greeter::new()?;
/// # assert!(greeter.prepare(r#"{"name": "Ada"}"#.into(), &CallContext::new()).is_ok());
/// # Ok::<(), SchemaError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArgumentDecoder {
    decoder: Decoder,
}

impl ArgumentDecoder {
    /// A decoder for the schema of this definition, as exact as the definition says. Its first
    /// example is what an error shows as the wanted shape.
    ///
    /// # Errors
    ///
    /// If something in the schema can't be checked: the message says what and where.
    pub fn new(definition: &Definition) -> Result<Self, SchemaError> {
        let (decoder, problems) = Decoder::new(&definition.schema().parameters);
        if let Some(problem) = problems.into_iter().next() {
            return Err(problem.into_error(definition.name()));
        }
        let mut decoder = decoder.with_exact(definition.exact());
        if let Some(example) = definition.examples().first() {
            decoder = decoder.with_example(example);
        }
        Ok(Self { decoder })
    }

    /// Reads the arguments of one call, and tells what was mended.
    ///
    /// # Errors
    ///
    /// [`InvalidInput`](crate::ToolErrorKind::InvalidInput) with all problems if they do not fit
    /// the schema, or if the type does not take what fits.
    pub fn decode<T: DeserializeOwned>(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<(T, Vec<Repair>), ToolError> {
        let Decoded { arguments, repairs } = self.decoder.decode::<BySerde<T>>(arguments)?;
        Ok((arguments, repairs))
    }
}
