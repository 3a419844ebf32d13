//! Step 6: the text of a result is cut to what a conversation can take.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::CallContext;
use crate::output::{Part, ToolOutput};

/// An output whose text is short enough.
#[derive(Debug)]
pub(super) struct Capped {
    pub(super) output: ToolOutput,
    /// How many bytes of text were left out.
    pub(super) left_out: usize,
}

/// Cuts the text of `output` to `bytes`, the note on what was left out included. Pictures and
/// other parts that are no text stay. With `spill` the whole text is kept in a file there.
pub(super) fn cap(output: ToolOutput, bytes: usize, spill: Option<&CallContext>) -> Capped {
    let text = output.text_content();
    if text.len() <= bytes {
        drop(text);
        return Capped {
            output,
            left_out: 0,
        };
    }
    // A file that can't be written is no reason to lose the rest.
    let file = spill.and_then(|cx| keep(&text, cx).ok());
    let Cut { text, left_out } = cut(&text, bytes, file);
    let media = output.clone().into_parts().into_iter();
    let media = media.filter(|part| !matches!(part, Part::Text { .. } | Part::Json { .. }));
    let output = media.fold(output.with_text(text), ToolOutput::with_part);
    Capped { output, left_out }
}

/// A text of which the model reads `bytes` at the most.
pub(super) fn short(text: String, bytes: usize) -> String {
    if text.len() <= bytes {
        text
    } else {
        cut(&text, bytes, None).text
    }
}

/// A text that was cut.
struct Cut {
    text: String,
    left_out: usize,
}

/// The beginning and the end of a text that is longer than `bytes`, with a note between them, in
/// `bytes` at the most. Cut between lines if there is an end of a line near, and never within a
/// character.
fn cut(text: &str, bytes: usize, file: Option<PathBuf>) -> Cut {
    let place = file.map(|file| format!(", the whole text is in {}", file.display()));
    let note = |left_out: usize| {
        let place = place.as_deref().unwrap_or_default();
        format!("\n[... {left_out} bytes left out{place} ...]\n")
    };
    // No shorter note can follow: it counts all of the text.
    let Some(room) = bytes.checked_sub(note(text.len()).len()) else {
        let head = &text[..boundary_before(text, bytes)];
        return Cut {
            text: head.to_owned(),
            left_out: text.len() - head.len(),
        };
    };
    let head = head(text, room / 2);
    let tail = tail(text, room - head.len());
    let left_out = text.len() - head.len() - tail.len();
    let note = note(left_out);
    Cut {
        text: [head, &note, tail].concat(),
        left_out,
    }
}

/// How far from the bound, in parts of the whole, the end of a line is looked for.
const NEAR: usize = 4;

fn head(text: &str, room: usize) -> &str {
    let head = &text[..boundary_before(text, room)];
    match head.rfind('\n') {
        Some(end) if end >= room - room / NEAR => &head[..end],
        _ => head,
    }
}

fn tail(text: &str, room: usize) -> &str {
    let tail = &text[boundary_behind(text, text.len() - room)..];
    match tail.find('\n') {
        Some(end) if end < room / NEAR => &tail[end + 1..],
        _ => tail,
    }
}

/// The last border between characters that is not behind `at`.
fn boundary_before(text: &str, at: usize) -> usize {
    let mut borders = (0..=at).rev().filter(|&at| text.is_char_boundary(at));
    borders.next().unwrap_or(0)
}

/// The first border between characters that is not before `at`.
fn boundary_behind(text: &str, at: usize) -> usize {
    let mut borders = (at..text.len()).filter(|&at| text.is_char_boundary(at));
    borders.next().unwrap_or(text.len())
}

/// Puts the text into a new file in the session's scratch directory.
fn keep(text: &str, cx: &CallContext) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let directory = cx.scratch().map_err(io::Error::other)?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = directory.join(format!("output-{number}.txt"));
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path)?.write_all(text.as_bytes())?;
    Ok(path)
}
