//! Lossless readings of mangled arguments, directed by the schema and never by looks.

mod record;

pub use self::record::{Repair, RepairKind};
