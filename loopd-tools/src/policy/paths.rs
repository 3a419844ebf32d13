//! What grants paths.

use std::path::{Component, Path, PathBuf};

use super::access::{Access, AccessSource, Asked};
use super::lists::{self, Lists};
use super::{glob, real_path};

/// What grants a capability whose resources are paths.
///
/// In a pattern `**` is any number of parts (so `src/**` is `src` and all below it), `*` any
/// number of characters of one part, `?` one character, and `\` takes the next character as it
/// is. A pattern that does not begin with `/` starts from the workspace. Of several patterns that
/// fit, a deny wins over an allow, and an allow over a gate.
///
/// What is allowed or gated is the place that a path really leads to, links followed; a deny fits
/// that place and the path as it was asked for. A path whose place can't be known is denied. A
/// requirement without a path means all of them.
///
/// The files can change between judgement and use. A tool that must be sure opens them beneath a
/// directory handle, or runs in a sandbox made of [`granted`](crate::CallContext::granted).
#[derive(Debug, Clone, Default)]
pub struct Paths {
    lists: Lists<Pattern>,
}

impl Paths {
    /// Nothing is mentioned.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows the paths that fit.
    #[must_use]
    pub fn allow(mut self, pattern: &str) -> Self {
        self.lists.allow.push(Pattern::read(pattern));
        self
    }

    /// Asks a person for the paths that fit.
    #[must_use]
    pub fn gate(mut self, pattern: &str) -> Self {
        self.lists.gate.push(Pattern::read(pattern));
        self
    }

    /// Denies the paths that fit.
    #[must_use]
    pub fn deny(mut self, pattern: &str) -> Self {
        self.lists.deny.push(Pattern::read(pattern));
        self
    }
}

impl AccessSource for Paths {
    fn access(&self, asked: &Asked<'_>) -> Option<Access> {
        let Some(resource) = &asked.requirement.resource else {
            return self.lists.access_to_all();
        };
        let Some((path, real)) = places(resource, asked) else {
            return Some(Access::Deny);
        };
        self.lists.access(
            |pattern| pattern.denies(asked.here, &path, &real),
            |pattern| pattern.fits(asked.here, &real),
        )
    }

    fn covers(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        let resource = asked.requirement.resource.as_deref();
        let places = resource.and_then(|resource| places(resource, asked));
        places.is_some_and(|(_, real)| Pattern::read(pattern).fits(asked.here, &real))
    }

    fn denies(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        let pattern = Pattern::read(pattern);
        let resource = asked.requirement.resource.as_deref();
        let Some((path, real)) = resource.and_then(|resource| places(resource, asked)) else {
            return true;
        };
        lists::Pattern::check(&pattern).is_err() || pattern.denies(asked.here, &path, &real)
    }

    fn pattern(&self, asked: &Asked<'_>) -> Option<String> {
        let (_, real) = places(asked.requirement.resource.as_deref()?, asked)?;
        real.to_str().map(glob::escape)
    }

    fn check(&self) -> Result<(), String> {
        self.lists.check()
    }
}

/// The path that is asked for, from the root and without `..`, and the place it leads to. None if
/// it can be no path, or the place can't be known.
fn places(resource: &str, asked: &Asked<'_>) -> Option<(PathBuf, PathBuf)> {
    if resource.is_empty() || resource.contains('\0') {
        return None;
    }
    let path = std::path::absolute(asked.working_directory)
        .ok()?
        .join(resource);
    let real = real_path::real(&path)?;
    Some((real_path::lexical(&path), real))
}

#[derive(Debug, Clone)]
struct Pattern {
    text: String,
}

impl Pattern {
    fn read(text: &str) -> Self {
        Self {
            text: text.to_owned(),
        }
    }

    fn is_from_root(&self) -> bool {
        self.text.starts_with('/')
    }

    fn parts(&self) -> impl Iterator<Item = &str> {
        self.text
            .split('/')
            .filter(|part| !matches!(*part, "" | "."))
    }

    /// Whether a deny of the pattern is about `path`, which leads to `real`.
    fn denies(&self, here: &Path, path: &Path, real: &Path) -> bool {
        self.fits(here, real) || self.fits(here, path)
    }

    /// Whether a path without links fits: the pattern as it is written, or with the links in its
    /// fixed beginning followed.
    fn fits(&self, here: &Path, path: &Path) -> bool {
        let pattern: Vec<&str> = self.parts().collect();
        let fixed = pattern
            .iter()
            .take_while(|part| glob::is_literal(part))
            .count();
        let (fixed, open) = pattern.split_at(fixed);
        let mut base = if self.is_from_root() {
            PathBuf::from("/")
        } else {
            here.to_path_buf()
        };
        base.extend(fixed);
        let fits = |base: &Path| below(base, path).is_some_and(|rest| glob::fits(open, &rest));
        fits(&base) || real_path::real(&base).is_some_and(|real| fits(&real))
    }
}

/// The parts of `path` below `base`; none if it is not below it, or one of them is no text.
fn below<'a>(base: &Path, path: &'a Path) -> Option<Vec<&'a str>> {
    let rest = path.strip_prefix(base).ok()?;
    rest.components()
        .map(|part| part.as_os_str().to_str())
        .collect()
}

impl lists::Pattern for Pattern {
    fn check(&self) -> Result<(), String> {
        let Self { text } = self;
        let up = |part: &str| {
            Path::new(part)
                .components()
                .any(|part| part == Component::ParentDir)
        };
        if text.is_empty() || text.contains('\0') || self.parts().any(up) {
            return Err(format!(
                "`{text}` is no pattern of paths; write a path from the root or from the \
                 workspace, without `..`, with `*`, `**` and `?` where it is open"
            ));
        }
        Ok(())
    }

    fn is_every(&self) -> bool {
        self.is_from_root() && self.parts().eq(["**"])
    }
}
