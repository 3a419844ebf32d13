//! A key in another spelling: other case, `-` or `_` between words or nothing.

use crate::arguments::checker::Keys;
use crate::arguments::nearest::fold;
use crate::arguments::tree::Member;

/// The key that is meant by `sent`, which the schema does not name: the only one that is spelt
/// alike, not there itself, and not meant by another key that was sent.
pub(super) fn declared<'k>(keys: &'k Keys, members: &[Member<'_>], sent: &str) -> Option<&'k str> {
    let folded = fold(sent);
    let mut alike = keys.all().iter().filter(|key| {
        fold(&key.name) == folded || key.aliases.iter().any(|alias| fold(alias) == folded)
    });
    let only = alike.next()?;
    if alike.next().is_some() || keys.place(sent).is_some() {
        return None;
    }
    let means_it = |member: &&Member<'_>| {
        let named = keys
            .place(&member.key)
            .and_then(|place| keys.all().get(place));
        match named {
            Some(named) => named.name == only.name,
            None => fold(&member.key) == folded,
        }
    };
    (members.iter().filter(means_it).count() == 1).then_some(&*only.name)
}

/// The key that was sent for `wanted`, which is missing.
pub(super) fn sent<'m>(keys: &Keys, members: &'m [Member<'_>], wanted: &str) -> Option<&'m str> {
    members
        .iter()
        .map(|member| &*member.key)
        .find(|key| declared(keys, members, key) == Some(wanted))
}
