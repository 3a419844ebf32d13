//! The attributes of a function under `#[tool]` and of its parameters, by whom they are for.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::function::Line;

/// The attributes of a function or a parameter, by whom they are for.
#[derive(Default)]
pub(crate) struct Parts {
    /// The documentation, for both.
    pub(crate) docs: Vec<Attribute>,
    /// For the struct or the field: what serde and schemars read, and more keys of `#[tool(..)]`.
    pub(crate) generated: Vec<Attribute>,
    /// For both: what decides whether the thing is there, and that it is deprecated.
    pub(crate) shared: Vec<Attribute>,
    /// For the function or the parameter alone.
    pub(crate) kept: Vec<Attribute>,
}

impl Parts {
    pub(crate) fn of(attributes: Vec<Attribute>) -> Self {
        let mut parts = Self::default();
        for attribute in attributes {
            let is = |names: &[&str]| names.iter().any(|name| attribute.path().is_ident(name));
            let part = if is(&["doc"]) && matches!(attribute.meta, Meta::NameValue(_)) {
                &mut parts.docs
            } else if is(&["serde", "schemars", "tool", "validate", "garde"]) {
                &mut parts.generated
            } else if is(&["cfg", "cfg_attr", "deprecated", "doc"]) {
                &mut parts.shared
            } else {
                &mut parts.kept
            };
            part.push(attribute);
        }
        parts
    }

    /// The documentation line by line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line> {
        self.docs.iter().flat_map(|attribute| {
            match &attribute.meta {
                Meta::NameValue(meta) => match &meta.value {
                    Expr::Lit(ExprLit {
                        lit: Lit::Str(literal),
                        ..
                    }) => {
                        let text = literal.value();
                        // A comment in one piece keeps its lines together: only the last of many
                        // could be cut out of it.
                        let lines: Vec<&str> = text.split('\n').collect();
                        lines
                            .into_iter()
                            .map(|line| Line::Text(line.to_owned(), literal.span()))
                            .collect()
                    }
                    _ => vec![Line::Other(Box::new(attribute.clone()))],
                },
                _ => Vec::new(),
            }
        })
    }
}
