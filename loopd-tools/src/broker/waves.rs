//! Which calls of a batch may run at once.

use std::collections::HashMap;

/// What matters of a call for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn<'a> {
    /// Whether it may overlap others.
    pub(super) concurrent: bool,
    /// What it works on.
    pub(super) resource: Option<&'a str>,
}

/// The calls, by place, in waves that run one after the other. The calls of a wave may run at
/// once: they all may overlap others, and no two of them work on the same thing.
///
/// A call that may not overlap others is a wave of its own, behind everything before it and before
/// everything behind it. Every other call is in the first wave that is behind the last such call
/// and behind all earlier calls on its resource.
pub(super) fn waves(turns: &[Turn<'_>]) -> Vec<Vec<usize>> {
    let mut waves: Vec<Vec<usize>> = Vec::new();
    // The first wave behind the last call that was alone, and behind the last call on a resource.
    let mut open = 0;
    let mut behind: HashMap<&str, usize> = HashMap::new();
    for (place, turn) in turns.iter().enumerate() {
        let wave = match turn {
            Turn {
                concurrent: false, ..
            } => waves.len(),
            Turn { resource: None, .. } => open,
            Turn {
                resource: Some(resource),
                ..
            } => open.max(behind.get(resource).copied().unwrap_or_default()),
        };
        if wave == waves.len() {
            waves.push(Vec::new());
        }
        waves[wave].push(place);
        if !turn.concurrent {
            open = waves.len();
        }
        if let Some(resource) = turn.resource {
            behind.insert(resource, wave + 1);
        }
    }
    waves
}
