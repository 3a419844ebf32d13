//! Documentation: the pieces of text that the runtime puts together.

use syn::{Expr, LitStr, Meta};

use super::str_literal;

/// The documentation of one thing, a piece an attribute. What becomes of the text is the runtime's
/// rule.
#[derive(Default)]
pub(crate) struct Docs {
    pieces: Vec<Piece>,
}

/// One piece of documentation.
pub(crate) enum Piece {
    /// A comment, or `#[doc = ".."]`.
    Literal(LitStr),
    /// `#[doc = include_str!(..)]` and the like.
    Expression(Expr),
}

impl Docs {
    pub(crate) fn read<'a>(metas: impl Iterator<Item = &'a Meta>) -> Self {
        let piece = |meta: &Meta| match meta {
            Meta::NameValue(meta) => Some(match str_literal(&meta.value) {
                Some(literal) => Piece::Literal(literal.clone()),
                None => Piece::Expression(meta.value.clone()),
            }),
            // `#[doc(hidden)]` and the like are no text.
            Meta::List(_) | Meta::Path(_) => None,
        };
        Self {
            pieces: metas.filter_map(piece).collect(),
        }
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether there is no text. Expressions may have some: the compiler looks at them later.
    pub(crate) fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Literal(literal) => literal.value().trim().is_empty(),
            Piece::Expression(_) => false,
        })
    }

    /// Whether all of the text is here to be read.
    pub(crate) fn is_literal(&self) -> bool {
        self.pieces
            .iter()
            .all(|piece| matches!(piece, Piece::Literal(_)))
    }
}
