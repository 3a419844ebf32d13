//! What a program says on its standard error, kept for the errors of its end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};

use super::clean::clean_line;

/// How many bytes are kept, the last ones.
const KEPT: usize = 2048;

/// How many bytes of them an error shows.
const SHOWN: usize = 400;

/// The last that a program has said.
#[derive(Clone, Default)]
pub(super) struct LastWords {
    kept: Arc<Mutex<VecDeque<u8>>>,
}

impl LastWords {
    /// Reads a stream to its end, so that the program never waits for somebody to read it.
    pub(super) async fn read(self, mut stream: impl AsyncRead + Unpin) {
        let mut buffer = [0; 1024];
        loop {
            let count = match stream.read(&mut buffer).await {
                Ok(0) | Err(_) => return,
                Ok(count) => count,
            };
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..count]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
    }

    /// The last line that says something, in one line and short; none if nothing was said.
    pub(super) fn shown(&self) -> Option<String> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous()).into_owned();
        drop(kept);
        let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(clean_line(last, SHOWN))
    }
}
