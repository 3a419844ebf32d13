//! What is kept of every call.

mod json_lines;
mod record;

use std::io;

pub use self::json_lines::JsonLines;
pub use self::record::{AuditOutcome, AuditRecord, AuditRuling};

/// Where audit records go.
///
/// A record is written before its call's outcome is given out, on the thread that drives the call.
pub trait AuditSink: Send + Sync {
    /// Takes one record.
    ///
    /// # Errors
    ///
    /// If it can't be kept. The call goes on; the broker counts what is lost
    /// ([`Broker::unaudited`](crate::Broker::unaudited)).
    fn record(&self, record: &AuditRecord) -> io::Result<()>;
}

/// A closure is a sink.
impl<F: Fn(&AuditRecord) + Send + Sync> AuditSink for F {
    fn record(&self, record: &AuditRecord) -> io::Result<()> {
        self(record);
        Ok(())
    }
}
