//! What a worker announces: its tools, in pages that fit into messages.

use bytes::Bytes;

use crate::definition::Definition;
use crate::schema::Digest;

/// How big a page is at the most, in bytes, where the server's limit allows it.
const PAGE: usize = 256 * 1024;

/// What a page's headers take, generously.
const HEADERS: usize = 1024;

/// The tools of one version of a toolbox, each a line of JSON. Its digest is over the lines, so that
/// a directory fetches what many workers have from one of them.
pub(super) struct Catalogue {
    pub(super) digest: Digest,
    pub(super) pages: Vec<Bytes>,
    pub(super) tools: Vec<Announced>,
    /// The names of the tools whose definitions are too big for a message.
    pub(super) left_out: Vec<String>,
}

pub(super) struct Announced {
    pub(super) name: String,
    pub(super) definition: String,
}

impl Catalogue {
    /// A catalogue for a server that takes messages of `limit` bytes.
    pub(super) fn new<'a>(definitions: impl Iterator<Item = &'a Definition>, limit: usize) -> Self {
        let room = limit.saturating_sub(HEADERS);
        let page_room = room.min(PAGE);
        let (mut tools, mut left_out) = (Vec::new(), Vec::new());
        let (mut pages, mut page) = (Vec::new(), String::new());
        let mut all = Vec::new();
        for definition in definitions {
            let name = definition.name().to_owned();
            // A definition is plain data; one that can't be written can't be announced either.
            let line = serde_json::to_string(definition).unwrap_or_default();
            if line.is_empty() || line.len() >= room {
                left_out.push(name);
                continue;
            }
            if !page.is_empty() && page.len() + line.len() >= page_room {
                pages.push(Bytes::from(std::mem::take(&mut page)));
            }
            page.push_str(&line);
            page.push('\n');
            all.extend_from_slice(line.as_bytes());
            all.push(b'\n');
            tools.push(Announced {
                name,
                definition: line,
            });
        }
        pages.push(page.into());
        Self {
            digest: Digest::of_bytes(&all),
            pages,
            tools,
            left_out,
        }
    }
}
