//! References inside one schema: JSON Pointers in URI fragments (RFC 6901, section 6).

use serde_json::Value;

/// The pointer and the subschema that a reference like `#/$defs/Name` means. None for one that
/// leaves the schema, or that leads nowhere.
pub(super) fn resolve<'s>(schema: &'s Value, reference: &str) -> Option<(String, &'s Value)> {
    let pointer = percent_decoded(reference.strip_prefix('#')?)?;
    let target = schema.pointer(&pointer)?;
    Some((pointer, target))
}

/// A key as a JSON Pointer has it.
pub(super) fn token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let code = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(code).ok()?);
    }
    String::from_utf8(bytes).ok()
}
