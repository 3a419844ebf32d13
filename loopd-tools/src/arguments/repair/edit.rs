//! Changes one value in a tree.

use std::borrow::Cow;

use crate::arguments::place::Step;
use crate::arguments::tree::{Member, Node};

/// The value at a place.
pub(super) fn at<'n, 'a>(
    mut node: &'n mut Node<'a>,
    steps: &[Step<'_>],
) -> Option<&'n mut Node<'a>> {
    for step in steps {
        node = match (step, node) {
            (Step::Key(key), Node::Object(members)) => {
                &mut members.iter_mut().find(|member| member.key == *key)?.value
            }
            (Step::Item(index), Node::Array(items)) => items.get_mut(*index)?,
            _ => return None,
        };
    }
    Some(node)
}

/// The members of the object at a place.
pub(super) fn members_at<'n, 'a>(
    node: &'n mut Node<'a>,
    steps: &[Step<'_>],
) -> Option<&'n mut Vec<Member<'a>>> {
    match at(node, steps)? {
        Node::Object(members) => Some(members),
        _ => None,
    }
}

/// Gives the member `from` the key `to`.
pub(super) fn rename(members: &mut [Member<'_>], from: &str, to: &str) {
    if let Some(member) = members.iter_mut().find(|member| member.key == from) {
        member.key = Cow::Owned(to.to_owned());
    }
}
