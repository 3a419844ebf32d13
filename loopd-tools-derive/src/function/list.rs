//! The list of arguments in a function's documentation, as people write it under `# Arguments` or
//! `# Parameters`: cut from the description, and each item given to its parameter.

use proc_macro2::{Ident, Span};
use syn::LitStr;
use syn::ext::IdentExt;

use super::Function;
use crate::errors::Errors;

/// One item: the parameter's name, and its documentation.
pub(crate) struct ArgumentList {
    items: Vec<Item>,
}

struct Item {
    name: String,
    text: String,
    span: Span,
}

/// One line of documentation, or a piece that is not here to be read.
pub(crate) enum Line {
    Text(String, Span),
    Other(Box<syn::Attribute>),
}

impl ArgumentList {
    /// The documentation without the list, and the list.
    pub(super) fn read(function: &Function, errors: &mut Errors) -> (Vec<Line>, Self) {
        let mut description = Vec::new();
        let mut list = Self { items: Vec::new() };
        let mut level = None;
        for line in function.parts.lines() {
            match &line {
                Line::Text(text, span) => {
                    if let Some(depth) = heading(text) {
                        let inside = level.is_some_and(|level| depth > level);
                        if !inside {
                            level = is_list(text).then_some(depth);
                        }
                        if level.is_some() {
                            continue;
                        }
                    }
                    if level.is_some() {
                        list.take(text, *span);
                        continue;
                    }
                }
                Line::Other(_) if level.is_some() => continue,
                Line::Other(_) => {}
            }
            description.push(line);
        }
        list.check(function, errors);
        (description, list)
    }

    /// The documentation that the list has for a parameter.
    pub(crate) fn of(&self, parameter: &Ident) -> Option<LitStr> {
        let name = parameter.unraw().to_string();
        let item = self.items.iter().find(|item| item.name == name)?;
        Some(LitStr::new(&item.text, item.span))
    }

    fn take(&mut self, line: &str, span: Span) {
        let trimmed = line.trim();
        match item(trimmed) {
            Some((name, text)) => self.items.push(Item {
                name: name.to_owned(),
                text: text.to_owned(),
                span,
            }),
            // A line that goes on.
            None => {
                if let Some(last) = self.items.last_mut()
                    && !trimmed.is_empty()
                {
                    if !last.text.is_empty() {
                        last.text.push('\n');
                    }
                    last.text.push_str(trimmed);
                }
            }
        }
    }

    fn check(&self, function: &Function, errors: &mut Errors) {
        let names: Vec<String> = function
            .parameters
            .iter()
            .map(|parameter| parameter.ident.unraw().to_string())
            .collect();
        for item in &self.items {
            if !names.contains(&item.name) {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                errors.push(syn::Error::new(
                    item.span,
                    format!(
                        "the list of arguments names `{}`, which is no parameter; the parameters \
                         are {}",
                        item.name,
                        names.join(", ")
                    ),
                ));
            }
        }
    }
}

/// The level of a heading.
fn heading(line: &str) -> Option<usize> {
    let line = line.trim();
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    ((1..=6).contains(&level) && line[level..].starts_with(' ')).then_some(level)
}

fn is_list(line: &str) -> bool {
    let title = line.trim().trim_start_matches('#').trim();
    ["arguments", "parameters"].contains(&title.trim_end_matches(':').to_lowercase().as_str())
}

/// The name and the text of a list item: `* name - text`, the name in back quotes or not, a dash or
/// a colon behind it.
fn item(line: &str) -> Option<(&str, &str)> {
    let rest = line
        .strip_prefix(['*', '-', '+'])?
        .strip_prefix(' ')?
        .trim_start();
    let (name, rest) = match rest.strip_prefix('`') {
        Some(rest) => rest.split_once('`')?,
        None => rest.split_at(
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len()),
        ),
    };
    let rest = rest.trim_start();
    let text = ["-", ":", "–", "—"]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .or_else(|| rest.is_empty().then_some(""))?;
    (!name.is_empty()).then_some((name, text.trim()))
}
