//! Gets the object out of whatever it is wrapped in.

use std::borrow::Cow;

use super::record::{Repair, RepairKind};
use super::{byte_order_mark, code_fence, same_object_twice, trailing_prose};
use crate::arguments::limits::Limits;
use crate::arguments::place::Place;
use crate::arguments::reader::{Reading, read_prefix};
use crate::arguments::scanner::{Leniency, SyntaxError, SyntaxErrorKind};
use crate::arguments::shown::{shown, shown_text};
use crate::arguments::tree::Node;

/// How many strings, one in the other, an object may be in.
const STRINGS: usize = 3;

const LENIENT: Leniency = Leniency {
    trailing_commas: true,
    control_characters: true,
};

/// What was in the envelope.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) duplicates: Vec<Place>,
    pub(crate) repairs: Vec<Repair>,
}

impl<'a> Opened<'a> {
    /// A value that needed no opening.
    pub(crate) fn as_sent(node: Node<'a>) -> Self {
        Self {
            node,
            duplicates: Vec::new(),
            repairs: Vec::new(),
        }
    }
}

/// Why an envelope could not be opened, and the text that was reached.
#[derive(Debug)]
pub(crate) struct Unopened<'a> {
    pub(crate) error: SyntaxError,
    pub(crate) text: Cow<'a, str>,
}

/// Text without a byte-order mark before it and a code fence around it.
pub(crate) fn unwrapped(text: &str) -> &str {
    let text = byte_order_mark::behind(text).unwrap_or(text);
    code_fence::inside(text).unwrap_or(text)
}

/// Reads text that is no JSON as it stands, or no object.
pub(crate) fn open(text: &str, limits: Limits) -> Result<Opened<'_>, Unopened<'_>> {
    open_within(text, limits, STRINGS)
}

fn open_within(text: &str, limits: Limits, strings: usize) -> Result<Opened<'_>, Unopened<'_>> {
    let marked = byte_order_mark::behind(text);
    let unmarked = marked.unwrap_or(text);
    let fenced = code_fence::inside(unmarked);
    let inside = fenced.unwrap_or(unmarked);
    let unopened = |error| Unopened {
        error,
        text: Cow::Borrowed(inside),
    };
    let reading = read_prefix(inside, limits, LENIENT).map_err(unopened)?;
    let mut wrappings = Vec::new();
    if marked.is_some() {
        wrappings.push((RepairKind::ByteOrderMark, text));
    }
    if fenced.is_some() {
        wrappings.push((RepairKind::CodeFence, unmarked));
    }
    if reading.used.trailing_commas {
        wrappings.push((RepairKind::TrailingComma, inside));
    }
    if reading.used.control_characters {
        wrappings.push((RepairKind::ControlCharacter, inside));
    }
    wrappings.extend(behind(&reading, inside, limits).map_err(unopened)?);
    let Reading {
        node, duplicates, ..
    } = reading;
    let opened = Opened {
        repairs: wrappings
            .into_iter()
            .map(|(kind, before)| record(kind, before, &node))
            .collect(),
        node,
        duplicates,
    };
    out_of_string(opened, limits, strings)
}

/// What stands behind the value, if it can be passed over.
fn behind<'a>(
    reading: &Reading<'a>,
    text: &str,
    limits: Limits,
) -> Result<Option<(RepairKind, &'a str)>, SyntaxError> {
    let Reading { node, rest, .. } = reading;
    let is_object = matches!(node, Node::Object(_));
    if rest.is_empty() {
        Ok(None)
    } else if is_object && same_object_twice::is_again(node, rest, limits) {
        Ok(Some((RepairKind::SameObjectTwice, rest)))
    } else if is_object && trailing_prose::is_prose(rest) {
        Ok(Some((RepairKind::TrailingProse, rest)))
    } else {
        Err(SyntaxError {
            kind: SyntaxErrorKind::Trailing,
            at: text.len() - rest.len(),
        })
    }
}

/// Gets the object out of a string that holds it. Any other string stays what it is.
fn out_of_string(
    opened: Opened<'_>,
    limits: Limits,
    strings: usize,
) -> Result<Opened<'_>, Unopened<'_>> {
    let Node::String(text) = &opened.node else {
        return Ok(opened);
    };
    let Some(strings) = strings.checked_sub(1) else {
        return Ok(opened);
    };
    let inner = if text.trim().is_empty() {
        Ok(Opened::as_sent(Node::empty()))
    } else {
        open_within(text, limits, strings)
    };
    match inner {
        Ok(Opened {
            node: node @ (Node::Object(_) | Node::Null),
            duplicates,
            repairs,
        }) => {
            let node = node.into_owned();
            let mut all = opened.repairs;
            all.push(record(RepairKind::ObjectInString, text, &node));
            all.extend(repairs);
            Ok(Opened {
                node,
                duplicates,
                repairs: all,
            })
        }
        Err(Unopened { error, text: inner }) if inner.trim_start().starts_with('{') => {
            Err(Unopened {
                error,
                text: Cow::Owned(inner.into_owned()),
            })
        }
        Ok(_) | Err(_) => Ok(opened),
    }
}

fn record(kind: RepairKind, before: &str, after: &Node<'_>) -> Repair {
    Repair::new(
        &Place::default(),
        kind,
        shown_text(before.trim()),
        shown(after),
    )
}
