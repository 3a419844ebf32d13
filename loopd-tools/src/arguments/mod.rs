//! What a model sends, and how it becomes the tool's struct.

use std::borrow::Cow;

use serde_json::Value;

use crate::error::ToolError;
use crate::schema::Parameters;
use crate::tool::Tool;

/// What a model sends: text, or an object that a host has already parsed, or nothing.
#[derive(Debug, Clone, Default)]
pub struct Arguments<'a> {
    form: Form<'a>,
}

#[derive(Debug, Clone, Default)]
enum Form<'a> {
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Value(Cow<'a, Value>),
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self {
            form: Form::Text(Cow::Borrowed(text)),
        }
    }
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem;

/// One thing that was mended.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair;

#[derive(Debug)]
pub(crate) struct Decoder;

impl Decoder {
    pub(crate) fn new(parameters: &Parameters) -> Self {
        let _ = parameters;
        Self
    }

    pub(crate) fn decode<T: Tool>(
        &self,
        arguments: &Arguments<'_>,
    ) -> Result<(T, Vec<Repair>), ToolError> {
        let text: Cow<'_, str> = match &arguments.form {
            Form::Absent => "{}".into(),
            Form::Text(t) => t.as_ref().into(),
            Form::Value(v) => v.to_string().into(),
        };
        let mut d = serde_json::Deserializer::from_str(&text);
        Ok((T::__decode(&mut d)?, Vec::new()))
    }
}
