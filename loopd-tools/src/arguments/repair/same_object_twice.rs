//! The same object twice, one behind the other.

use crate::arguments::limits::Limits;
use crate::arguments::reader::read;
use crate::arguments::tree::Node;

/// Whether what stands behind an object is that object again and nothing else.
pub(super) fn is_again(object: &Node<'_>, rest: &str, limits: Limits) -> bool {
    match read(rest, limits) {
        Ok(again) => again.duplicates.is_empty() && again.node.same_as(object),
        Err(_) => false,
    }
}
