//! What was sent, shortened: enough to know it again, never the whole of something long.

use super::place::quoted;
use super::tree::{Member, Node};

/// How many characters of a value are shown.
const WIDTH: usize = 60;

/// How many characters of one string in it are shown.
const STRING_WIDTH: usize = 40;

/// A value as JSON, shortened.
pub(crate) fn shown(node: &Node<'_>) -> String {
    let mut text = String::new();
    write(node, &mut text);
    shortened(&text, WIDTH)
}

/// A text as a JSON string, shortened.
pub(crate) fn shown_text(text: &str) -> String {
    quoted(&shortened(text, STRING_WIDTH))
}

/// The whole value as compact JSON.
pub(crate) fn json(node: &Node<'_>) -> String {
    node.to_value().to_string()
}

/// A text as it stands, shortened, on one line.
pub(crate) fn shown_raw(text: &str) -> String {
    let escaped = |character: char| {
        let is_control = character.is_control();
        let escape = is_control.then(|| character.escape_default());
        let plain = (!is_control).then_some(character);
        escape.into_iter().flatten().chain(plain)
    };
    shortened(text, STRING_WIDTH)
        .chars()
        .flat_map(escaped)
        .collect()
}

/// Somebody else's words, shortened.
#[cfg(feature = "jsonschema")]
pub(crate) fn shown_words(words: &str) -> String {
    shortened(words, 4 * WIDTH)
}

/// A key, shortened.
pub(crate) fn shown_key(key: &str) -> String {
    shortened(key, STRING_WIDTH)
}

fn shortened(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// Writes JSON until there is more than is shown.
fn write(node: &Node<'_>, text: &mut String) {
    match node {
        Node::Null => text.push_str("null"),
        Node::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => text.push_str(number.text()),
        Node::String(string) => text.push_str(&shown_text(string)),
        Node::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if is_full(text) {
                    return;
                }
                if index > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Node::Object(members) => {
            text.push('{');
            for (index, Member { key, value }) in members.iter().enumerate() {
                if is_full(text) {
                    return;
                }
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&shown_text(key));
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
    }
}

/// A character has four bytes at the most.
fn is_full(text: &str) -> bool {
    text.len() > WIDTH * 4
}
