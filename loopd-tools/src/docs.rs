//! The one rule for documentation text: line breaks, lists and code stay as they are written; what
//! only sets a comment off from the code around it goes.
//!
//! Where rustdoc has a rule for the same thing, this is the same rule.

use std::borrow::Cow;

/// The text of documentation pieces, each the text of one `doc` attribute: a line comment, a block
/// comment or what an expression gives.
#[must_use]
pub fn doc(pieces: &[&str]) -> String {
    let mut blocks = Vec::new();
    let mut lines = Vec::new();
    for piece in pieces {
        if piece.contains('\n') {
            blocks.push(of_lines(std::mem::take(&mut lines)));
            blocks.push(Some(of_block(piece)));
        } else {
            lines.push(piece.trim_end().into());
        }
    }
    blocks.push(of_lines(lines));
    let blocks: Vec<String> = blocks.into_iter().flatten().collect();
    blocks.join("\n").trim_matches('\n').to_owned()
}

/// Line comments that follow each other share their indent, which is one blank as a rule. Lines
/// without any beside such ones are no comments, but attributes.
fn of_lines(mut lines: Vec<Cow<'_, str>>) -> Option<String> {
    let indents = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| indent(line));
    let (marginal, indented): (Vec<usize>, Vec<usize>) = indents.partition(|&indent| indent == 0);
    let common = match indented.into_iter().min().unwrap_or(0) {
        indent if indent > 1 && !marginal.is_empty() => 0,
        indent => indent,
    };
    for line in &mut lines {
        let own = common.min(indent(line));
        *line = line[own..].to_owned().into();
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// A block comment without its stars, or any other text of several lines.
fn of_block(piece: &str) -> String {
    let mut lines: Vec<Cow<'_, str>> = piece.lines().map(|line| line.trim_end().into()).collect();
    if let Some(column) = star_column(&lines) {
        for line in lines.iter_mut().skip(1) {
            *line = line.get(column + 1..).unwrap_or("").to_owned().into();
        }
    } else if let Some(indent) = hanging_indent(&lines) {
        for line in lines.iter_mut().skip(1) {
            // Level with the first line, which is one blank away from the comment's opening.
            *line = line.get(indent - 1..).unwrap_or("").to_owned().into();
        }
    }
    let common = common_indent(&lines);
    let lines = lines.iter().map(|line| line.get(common..).unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// Where all lines of a block comment but the first have their star. The first is blank, or begins
/// one blank away from the comment's opening: what begins at the margin is other text, in which
/// stars are a list.
fn star_column(lines: &[Cow<'_, str>]) -> Option<usize> {
    if !lines.first()?.is_empty() && indent(lines.first()?) == 0 {
        return None;
    }
    let (last, middle) = lines.get(1..)?.split_last()?;
    let stars = match last.trim_start() {
        "" => middle,
        _ => lines.get(1..)?,
    };
    let column = indent(stars.first()?);
    let starred = |line: &Cow<'_, str>| indent(line) == column && line[column..].starts_with('*');
    (column > 0 && stars.iter().all(starred)).then_some(column)
}

/// The indent of the lines behind the first of a block comment whose text begins on the first.
fn hanging_indent(lines: &[Cow<'_, str>]) -> Option<usize> {
    let first = lines.first()?;
    let begins = indent(first) == 1 && !first.is_empty();
    let indent = common_indent(lines.get(1..)?);
    (begins && indent > 1).then_some(indent)
}

fn common_indent(lines: &[Cow<'_, str>]) -> usize {
    let written = lines.iter().filter(|line| !line.is_empty());
    written.map(|line| indent(line)).min().unwrap_or(0)
}

/// In bytes, which are the columns of blanks and tabs.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Whether documentation pieces hold nothing but white space.
#[must_use]
pub const fn is_blank(pieces: &[&str]) -> bool {
    let mut piece = 0;
    while piece < pieces.len() {
        if !pieces[piece].trim_ascii().is_empty() {
            return false;
        }
        piece += 1;
    }
    true
}
