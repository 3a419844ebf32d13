//! What a model sends, as a host has it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::limits::Limits;

/// What a model sends: text, or JSON that a host has already parsed, or nothing.
///
/// Nothing, `null`, an empty text and white space are all an object without keys.
#[derive(Debug, Clone, Default)]
pub struct Arguments<'a> {
    form: Form<'a>,
    limits: Limits,
    exact: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) enum Form<'a> {
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Value(Cow<'a, Value>),
}

impl Arguments<'_> {
    /// No arguments at all.
    #[must_use]
    pub fn absent() -> Self {
        Self::default()
    }

    /// Says whether the arguments are taken as they are, without repairs, whatever the tool says.
    #[must_use]
    pub fn with_exact(mut self, exact: bool) -> Self {
        self.exact = exact;
        self
    }

    /// Bounds how much may have been sent. [`Limits::new`] unless a host says otherwise.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The arguments as text: what was sent, or the parsed JSON as compact text; empty if nothing
    /// was sent.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.form {
            Form::Absent => Cow::Borrowed(""),
            Form::Text(text) => Cow::Borrowed(text),
            Form::Value(value) => Cow::Owned(value.to_string()),
        }
    }

    /// Whether the arguments are taken as they are.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The same arguments without a borrow.
    #[must_use]
    pub fn into_owned(self) -> Arguments<'static> {
        let form = match self.form {
            Form::Absent => Form::Absent,
            Form::Text(text) => Form::Text(Cow::Owned(text.into_owned())),
            Form::Value(value) => Form::Value(Cow::Owned(value.into_owned())),
        };
        Arguments {
            form,
            limits: self.limits,
            exact: self.exact,
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }
}

impl<'a> Arguments<'a> {
    pub(super) fn form(&self) -> &Form<'a> {
        &self.form
    }

    fn of(form: Form<'a>) -> Self {
        Self {
            form,
            ..Self::default()
        }
    }
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self::of(Form::Text(Cow::Borrowed(text)))
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for Arguments<'_> {
    fn from(text: String) -> Self {
        Self::of(Form::Text(Cow::Owned(text)))
    }
}

impl<'a> From<&'a Value> for Arguments<'a> {
    fn from(value: &'a Value) -> Self {
        Self::of(Form::Value(Cow::Borrowed(value)))
    }
}

impl From<Value> for Arguments<'_> {
    fn from(value: Value) -> Self {
        Self::of(Form::Value(Cow::Owned(value)))
    }
}

impl From<Map<String, Value>> for Arguments<'_> {
    fn from(map: Map<String, Value>) -> Self {
        Value::Object(map).into()
    }
}

impl<'a, T: Into<Arguments<'a>>> From<Option<T>> for Arguments<'a> {
    fn from(arguments: Option<T>) -> Self {
        arguments.map(Into::into).unwrap_or_default()
    }
}
