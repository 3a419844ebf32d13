//! What a misspelt name was meant to be.

/// The candidate that is nearest to `sent`, if one is near: equal but for case and separators, or
/// a third of its letters away at the most. The first of several.
pub(crate) fn nearest<'c>(
    sent: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let folded: Vec<char> = fold(sent).chars().take(64).collect();
    let near = candidates.into_iter().filter_map(|candidate| {
        let other: Vec<char> = fold(candidate).chars().take(64).collect();
        let distance = distance(&folded, &other);
        let limit = other.len().max(folded.len()) / 3;
        (distance <= limit).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The `count` candidates that are nearest to `sent`, the nearest first, however far they are:
/// those that hold it or are held by it before all others.
pub(crate) fn closest<'c>(
    sent: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    count: usize,
) -> Vec<&'c str> {
    let wanted: String = fold(sent).chars().take(64).collect();
    let letters: Vec<char> = wanted.chars().collect();
    let mut ranked: Vec<(bool, usize, &str)> = candidates
        .into_iter()
        .map(|candidate| {
            let other: String = fold(candidate).chars().take(64).collect();
            let apart = !(holds(&other, &wanted) || holds(&wanted, &other));
            let other: Vec<char> = other.chars().collect();
            (apart, distance(&letters, &other), candidate)
        })
        .collect();
    ranked.sort_unstable();
    ranked.truncate(count);
    ranked
        .into_iter()
        .map(|(_, _, candidate)| candidate)
        .collect()
}

/// Whether a word stands in another one. Short ones stand everywhere.
fn holds(text: &str, part: &str) -> bool {
    part.len() > 2 && text.contains(part)
}

/// A name without what spellings differ in: case, `-` and `_`.
pub(crate) fn fold(name: &str) -> String {
    name.chars()
        .filter(|character| !matches!(character, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// How many letters must be changed, put in, left out or swapped with their neighbour to make one
/// word of the other.
fn distance(one: &[char], two: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=two.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in two.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut best = changed.min(last[column + 1] + 1).min(current[column] + 1);
            let is_swapped =
                row > 0 && column > 0 && one[row - 1] == *other && *letter == two[column - 1];
            if is_swapped {
                best = best.min(before[column - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut last, current);
    }
    last[two.len()]
}
