//! Patterns of paths.

/// Whether `path`, in parts, fits `pattern`, in parts. A part `**` is any number of parts; within
/// a part `*` is any number of characters and `?` one; `\` takes the next character as it is.
pub(super) fn fits(pattern: &[&str], path: &[&str]) -> bool {
    // Where the last `**` stands, and how much of the path it takes so far.
    let (mut p, mut t) = (0, 0);
    let mut wide: Option<(usize, usize)> = None;
    while t < path.len() {
        match pattern.get(p) {
            Some(&"**") => {
                wide = Some((p, t));
                p += 1;
            }
            Some(part) if part_fits(part, path[t]) => {
                p += 1;
                t += 1;
            }
            _ => match &mut wide {
                Some((star, taken)) => {
                    *taken += 1;
                    p = *star + 1;
                    t = *taken;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|part| *part == "**")
}

/// One token of a part's pattern.
#[derive(Clone, Copy, PartialEq)]
enum Token {
    Any,
    One,
    Is(char),
}

fn tokens(part: &str) -> Vec<Token> {
    let mut characters = part.chars();
    let mut tokens = Vec::with_capacity(part.len());
    while let Some(character) = characters.next() {
        tokens.push(match character {
            '*' => Token::Any,
            '?' => Token::One,
            '\\' => Token::Is(characters.next().unwrap_or('\\')),
            other => Token::Is(other),
        });
    }
    tokens
}

fn part_fits(pattern: &str, text: &str) -> bool {
    let pattern = tokens(pattern);
    let text: Vec<char> = text.chars().collect();
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(Token::Any) => {
                star = Some((p, t));
                p += 1;
            }
            Some(Token::One) => {
                p += 1;
                t += 1;
            }
            Some(Token::Is(wanted)) if *wanted == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match &mut star {
                Some((at, taken)) => {
                    *taken += 1;
                    p = *at + 1;
                    t = *taken;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|token| *token == Token::Any)
}

/// Whether a part stands for itself alone.
pub(super) fn is_literal(part: &str) -> bool {
    !part.contains(['*', '?', '\\'])
}

/// The pattern of `text` alone.
pub(super) fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '*' | '?' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
