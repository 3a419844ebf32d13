//! The one rule for documentation text: line breaks, lists and code stay as they are written, the
//! indent that all lines share goes.

/// The text of documentation pieces, one a `doc` attribute.
#[must_use]
pub fn doc(pieces: &[&str]) -> String {
    let text = pieces.join("\n");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Whether documentation pieces hold nothing but white space.
#[must_use]
pub const fn is_blank(pieces: &[&str]) -> bool {
    let mut piece = 0;
    while piece < pieces.len() {
        let bytes = pieces[piece].as_bytes();
        let mut byte = 0;
        while byte < bytes.len() {
            if !bytes[byte].is_ascii_whitespace() {
                return false;
            }
            byte += 1;
        }
        piece += 1;
    }
    true
}
