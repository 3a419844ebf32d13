//! The values that the keys of `#[tool(..)]` take.

use std::time;

use bytesize::ByteSize;
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitBool, LitStr, Path, Token};

use super::Expression;

/// What stands behind a key.
pub(crate) trait Value: Sized {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self>;
}

/// A key that is given once at the most, and where.
pub(crate) struct Once<V>(Option<(Ident, V)>);

/// A key that may be given again.
pub(crate) struct Many<V>(Vec<V>);

impl<V> Default for Once<V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V> Default for Many<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Value> Once<V> {
    pub(super) fn read(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        let value = V::parse(key, input)?;
        if self.0.is_some() {
            return Err(syn::Error::new(
                key.span(),
                format!("`{key}` is given twice"),
            ));
        }
        self.0 = Some((key.clone(), value));
        Ok(())
    }

    pub(crate) fn get(&self) -> Option<&V> {
        self.0.as_ref().map(|(_, value)| value)
    }
}

impl Once<Flag> {
    /// The key as it is written, if the flag is on.
    pub(crate) fn on(&self) -> Option<&Ident> {
        let (key, flag) = self.0.as_ref()?;
        flag.0.then_some(key)
    }
}

impl<V: Value> Many<V> {
    pub(super) fn read(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        self.0.push(V::parse(key, input)?);
        Ok(())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &V> {
        self.0.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `flag`, `flag = true` or `flag = false`.
pub(crate) struct Flag(pub(crate) bool);

impl Value for Flag {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        let form =
            || format!("`{key}` is on or off: write `{key}`, `{key} = true` or `{key} = false`");
        if input.peek(syn::token::Paren) {
            return Err(syn::Error::new(key.span(), form()));
        }
        if !input.peek(Token![=]) {
            return Ok(Self(true));
        }
        input.parse::<Token![=]>()?;
        let value: LitBool = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), form()))?;
        Ok(Self(value.value))
    }
}

/// A name, which has to be read while compiling.
pub(crate) struct Name(pub(crate) LitStr);

impl Value for Name {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "\"..\"", input)?;
        parsed(key, "\"..\"", input).map(Self)
    }
}

/// Text: a literal or any other constant `&str`.
pub(crate) struct Text(pub(crate) Expression);

impl Value for Text {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "\"..\"", input)?;
        let text = input
            .parse()
            .map(Self)
            .map_err(|error| syn::Error::new(error.span(), format!("expected `{key} = \"..\"`")))?;
        match text.0.literal() {
            Some(literal) if literal.value().trim().is_empty() => {
                Err(syn::Error::new(literal.span(), format!("`{key}` is empty")))
            }
            _ => Ok(text),
        }
    }
}

/// A type.
pub(crate) struct Type(pub(crate) syn::Type);

impl Value for Type {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "Type", input)?;
        parsed(key, "Type", input).map(Self)
    }
}

/// The name of a field.
pub(crate) struct Field(pub(crate) Ident);

impl Value for Field {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "field", input)?;
        parsed(key, "field", input).map(Self)
    }
}

/// A path, bare or, as serde and schemars have it, in quotes.
pub(crate) struct CratePath(pub(crate) Path);

impl Value for CratePath {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "path", input)?;
        if input.peek(LitStr) {
            let quoted: LitStr = input.parse()?;
            return quoted.parse_with(Path::parse_mod_style).map(Self);
        }
        input
            .call(Path::parse_mod_style)
            .map(Self)
            .map_err(|error| syn::Error::new(error.span(), format!("expected `{key} = path`")))
    }
}

/// One or more names of capabilities.
pub(crate) struct Capabilities(pub(crate) Vec<Expression>);

impl Value for Capabilities {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        let form = format!("expected `{key}(\"capability\", ..)`");
        if !input.peek(syn::token::Paren) {
            return Err(syn::Error::new(key.span(), form));
        }
        let content;
        syn::parenthesized!(content in input);
        let names = Punctuated::<Expression, Token![,]>::parse_terminated(&content)?;
        if names.is_empty() {
            return Err(syn::Error::new(key.span(), form));
        }
        for literal in names.iter().filter_map(Expression::literal) {
            let name = literal.value();
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(syn::Error::new(
                    literal.span(),
                    "a capability is one word such as \"fs.read\"",
                ));
            }
        }
        Ok(Self(names.into_iter().collect()))
    }
}

/// A length of time with its unit.
pub(crate) struct Duration(pub(crate) time::Duration);

impl Value for Duration {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "\"30s\"", input)?;
        let text: LitStr = parsed(key, "\"30s\"", input)?;
        match humantime::parse_duration(&text.value()) {
            Ok(time) if !time.is_zero() => Ok(Self(time)),
            Ok(_) => Err(syn::Error::new(
                text.span(),
                format!("`{key}` must be longer than nothing"),
            )),
            Err(_) => Err(syn::Error::new(
                text.span(),
                format!(
                    "`{}` is no length of time; write numbers and units, such as \"30s\" or \
                     \"1m 30s\"",
                    text.value()
                ),
            )),
        }
    }
}

/// A number of bytes with its unit.
pub(crate) struct Bytes(pub(crate) u64);

impl Value for Bytes {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        equals(key, "\"64KiB\"", input)?;
        let text: LitStr = parsed(key, "\"64KiB\"", input)?;
        match text.value().parse::<ByteSize>() {
            Ok(size) if size.as_u64() > 0 => Ok(Self(size.as_u64())),
            Ok(_) => Err(syn::Error::new(
                text.span(),
                format!("`{key}` must be more than nothing"),
            )),
            Err(_) => Err(syn::Error::new(
                text.span(),
                format!(
                    "`{}` is no number of bytes; write a number and a unit, such as \"64KiB\" or \
                     \"1MB\"",
                    text.value()
                ),
            )),
        }
    }
}

/// Arguments as JSON text.
pub(crate) struct Example(pub(crate) LitStr);

impl Value for Example {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        let form = "r#\"{\"key\": \"value\"}\"#";
        equals(key, form, input)?;
        parsed(key, form, input).map(Self)
    }
}

fn equals(key: &Ident, form: &str, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return Ok(());
    }
    Err(syn::Error::new(
        key.span(),
        format!("expected `{key} = {form}`"),
    ))
}

/// What can't be read is told by the form that can.
fn parsed<T: Parse>(key: &Ident, form: &str, input: ParseStream<'_>) -> syn::Result<T> {
    input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), format!("expected `{key} = {form}`")))
}

pub(crate) fn str_literal(expression: &Expr) -> Option<&LitStr> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            ..
        }) => Some(literal),
        // A literal that came through a `macro_rules!` parameter.
        Expr::Group(group) => str_literal(&group.expr),
        _ => None,
    }
}
