//! Text into words.

/// Calls `take` with each word of `text`, in lower case, and the byte at which it begins.
///
/// A word ends where letters and digits meet, where case says so (`getUserID`, `HTTPServer`), and
/// at everything that is neither. Scripts without spaces are cut into overlapping pairs.
pub(super) fn words(text: &str, mut take: impl FnMut(&str, usize)) {
    let mut word = String::with_capacity(32);
    let mut start = 0;
    let mut before = ' ';
    let mut pair: Option<char> = None;
    let mut rest = text.char_indices();
    while let Some((place, c)) = rest.next() {
        if is_unspaced(c) {
            flush(&mut word, start, &mut take);
            let next = rest.as_str().chars().next();
            if let Some(first) = pair {
                word.extend([first, c]);
            } else if !next.is_some_and(is_unspaced) {
                word.push(c);
            }
            flush(&mut word, place, &mut take);
            (pair, before) = (Some(c), ' ');
            continue;
        }
        pair = None;
        if !c.is_alphanumeric() {
            flush(&mut word, start, &mut take);
            before = ' ';
            continue;
        }
        if !word.is_empty() && is_border(before, c, rest.as_str()) {
            flush(&mut word, start, &mut take);
        }
        if word.is_empty() {
            start = place;
        }
        if c.is_ascii() {
            word.push(c.to_ascii_lowercase());
        } else {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    flush(&mut word, start, &mut take);
}

fn flush(word: &mut String, start: usize, take: &mut impl FnMut(&str, usize)) {
    if !word.is_empty() {
        take(word, start);
        word.clear();
    }
}

/// Whether a word ends between `before` and `c`; `rest` is what follows.
fn is_border(before: char, c: char, rest: &str) -> bool {
    if before.is_numeric() != c.is_numeric() {
        return true;
    }
    if !c.is_uppercase() {
        return false;
    }
    if before.is_lowercase() {
        return true;
    }
    // `HTTPServer`, but not the plural `APIs`.
    let mut rest = rest.chars();
    let (next, after) = (rest.next(), rest.next());
    let lower = |c: Option<char>| c.is_some_and(char::is_lowercase);
    before.is_uppercase() && lower(next) && (next != Some('s') || lower(after))
}

/// Scripts that are written without spaces between words: Han, kana, Hangul and their kin.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}

#[cfg(test)]
mod tests {
    use super::words;

    fn of(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        words(text, |word, _| all.push(word.to_owned()));
        all
    }

    #[test]
    fn names_fall_apart_where_people_see_words() {
        for (name, parts) in [
            ("getUserByID", "get user by id"),
            ("HTTPServerError", "http server error"),
            ("list_open-APIs", "list open apis"),
            ("math.sqrt2", "math sqrt 2"),
            ("v2ImageURL", "v 2 image url"),
            ("größeÄndern", "größe ändern"),
            ("  ", ""),
        ] {
            assert_eq!(of(name).join(" "), parts, "{name}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_pairs() {
        assert_eq!(of("查询余票"), ["查询", "询余", "余票"]);
        assert_eq!(of("a票b"), ["a", "票", "b"]);
    }
}
