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
