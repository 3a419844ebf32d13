//! Documentation: the pieces of text that the runtime puts together.

use syn::{Expr, ExprLit, Lit, LitStr, Meta};

/// The documentation of one thing, in pieces. A piece has an indent of its own: what `doc` does
/// with the text of each is the runtime's rule.
#[derive(Default)]
pub(crate) struct Docs {
    pieces: Vec<Piece>,
}

/// One piece of documentation.
pub(crate) enum Piece {
    /// Line comments that follow each other, a block comment, or `#[doc = ".."]`.
    Literal(LitStr),
    /// `#[doc = include_str!(..)]` and the like.
    Expression(Expr),
}

impl Docs {
    pub(crate) fn read<'a>(metas: impl Iterator<Item = &'a Meta>) -> Self {
        let mut docs = Self::default();
        let mut lines = Lines::default();
        for meta in metas {
            // `#[doc(hidden)]` and the like are no text.
            let Meta::NameValue(meta) = meta else {
                continue;
            };
            match &meta.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(literal),
                    ..
                }) => {
                    if !lines.take(literal) {
                        lines.end(&mut docs);
                        if !lines.take(literal) {
                            docs.pieces.push(Piece::Literal(literal.clone()));
                        }
                    }
                }
                expression => {
                    lines.end(&mut docs);
                    docs.pieces.push(Piece::Expression(expression.clone()));
                }
            }
        }
        lines.end(&mut docs);
        docs
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

/// Line comments that follow each other: they share an indent, and so are one piece.
#[derive(Default)]
struct Lines {
    text: String,
    first: Option<LitStr>,
}

impl Lines {
    /// Whether the literal is one more line.
    fn take(&mut self, literal: &LitStr) -> bool {
        let line = literal.value();
        if line.contains('\n') {
            return false;
        }
        match &self.first {
            None => self.first = Some(literal.clone()),
            Some(first) if is_comment(first) == is_comment(literal) => self.text.push('\n'),
            Some(_) => return false,
        }
        self.text.push_str(&line);
        true
    }

    fn end(&mut self, docs: &mut Docs) {
        if let Some(first) = self.first.take() {
            let text = std::mem::take(&mut self.text);
            docs.pieces
                .push(Piece::Literal(LitStr::new(&text, first.span())));
        }
    }
}

/// rustc hands comments to macros as raw strings; what is written as `#[doc = ".."]` rarely is
/// one, and has no blank after the slashes to share with the comments around it.
fn is_comment(literal: &LitStr) -> bool {
    literal.token().to_string().starts_with('r')
}
