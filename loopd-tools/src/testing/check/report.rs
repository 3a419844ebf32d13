//! What a check found, point by point.

use std::fmt;

/// What a check found: eight points, printed as a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a report that nobody reads finds nothing"]
pub struct Report {
    tool: String,
    points: Vec<Point>,
}

/// One point of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Point {
    /// What was looked at, in a word or two.
    pub name: &'static str,
    /// How it went.
    pub verdict: Verdict,
    /// What was tried, what went wrong or why nothing was tried, each on a line.
    pub notes: Vec<String>,
}

/// How a point of a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// All is well.
    Passed,
    /// Something is wrong.
    Failed,
    /// There was nothing to try.
    Skipped,
}

impl Report {
    pub(super) fn new(tool: &str, points: Vec<Point>) -> Self {
        Self {
            tool: tool.to_owned(),
            points,
        }
    }

    /// The name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The points, always the same eight in the same order.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether no point failed.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failures().next().is_none()
    }

    /// The points that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Point> {
        let failed = |point: &&Point| point.verdict == Verdict::Failed;
        self.points.iter().filter(failed)
    }

    /// Fails the test that calls this if a point failed.
    ///
    /// # Panics
    ///
    /// If a point failed, with the table.
    #[track_caller]
    pub fn assert_ok(&self) {
        assert!(self.is_ok(), "the tool does not meet every point\n{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tool)?;
        let width = self.points.iter().map(|point| point.name.len()).max();
        let width = width.unwrap_or(0);
        for Point {
            name,
            verdict,
            notes,
        } in &self.points
        {
            write!(f, "\n  {name:width$}  {verdict:7}")?;
            for (place, note) in notes.iter().enumerate() {
                if place > 0 {
                    write!(f, "\n  {:width$}  {:7}", "", "")?;
                }
                write!(f, "  {note}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` heeds the width that the table asks for.
        f.pad(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        })
    }
}

/// Gathers what a point finds while it is looked at.
#[derive(Debug, Default)]
pub(super) struct Findings {
    tried: Vec<String>,
    wrong: Vec<String>,
}

/// More complaints of one point are counted, not listed.
const MOST: usize = 5;

impl Findings {
    /// Something that was tried.
    pub(super) fn tried(&mut self, what: impl Into<String>) {
        self.tried.push(what.into());
    }

    /// Something that is wrong.
    pub(super) fn wrong(&mut self, what: impl Into<String>) {
        self.wrong.push(what.into());
    }

    pub(super) fn into_point(self, name: &'static str) -> Point {
        if self.wrong.is_empty() {
            return Point {
                name,
                verdict: Verdict::Passed,
                notes: self.tried,
            };
        }
        let more = self.wrong.len().saturating_sub(MOST);
        let mut notes = self.wrong;
        notes.truncate(MOST);
        if more > 0 {
            notes.push(format!("and {more} more of the kind"));
        }
        Point {
            name,
            verdict: Verdict::Failed,
            notes,
        }
    }
}

/// A point at which nothing can be tried.
pub(super) fn skipped(name: &'static str, why: impl Into<String>) -> Point {
    Point {
        name,
        verdict: Verdict::Skipped,
        notes: vec![why.into()],
    }
}
