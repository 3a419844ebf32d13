//! The tables of tests/README.md: what they name is there, and they leave no row of schemas out.

use std::fs;
use std::path::{Path, PathBuf};

const README: &str = include_str!("README.md");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The rows that a test of schemas stands for.
const SCHEMA_ROWS: [&str; 44] = [
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A12", "A14", "A15", "A17", "A18",
    "A19", "A20", "A21", "A22", "A23", "A24", "A25", "A26", "A27", "A28", "A29", "A31", "A32",
    "A33", "A34", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C10", "C11", "C12", "C13",
    "C14", "E3",
];

/// The rows that a test of arguments stands for.
const ARGUMENT_ROWS: [&str; 32] = [
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B11", "B13", "B14", "B15", "B16", "B18",
    "B21", "B22", "B23", "B24", "B26", "B27", "B28", "B29", "B30", "B32", "B33", "B35", "C1", "C2",
    "C3", "C4", "C5",
];

/// The sources below a folder, installed software and builds apart.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["tests", "loopd-tools/src", "loopd-tools-derive/src"] {
        sources(&Path::new(ROOT).join(folder), &mut found);
    }
    found
}

/// What stands in backticks in the rows of a table.
fn named(rows: &str) -> Vec<&str> {
    rows.lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Whether a file is the module of that name, or stands in its folder.
fn is_of(path: &Path, module: &str) -> bool {
    path.components()
        .any(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs") == module)
}

#[test]
fn every_test_that_a_table_names_is_there() {
    let sources = all_sources();
    let mut missing = Vec::new();
    let mut count = 0;
    for name in named(README) {
        let steps: Vec<&str> = name.split("::").collect();
        let [module, .., test] = steps.as_slice() else {
            continue;
        };
        if !steps.iter().all(|step| is_name(step)) {
            continue;
        }
        count += 1;
        let head = format!("fn {test}(");
        let there = sources.iter().any(|path| {
            is_of(path, module) && fs::read_to_string(path).expect("text").contains(&head)
        });
        if !there {
            missing.push(name);
        }
    }
    assert!(
        missing.is_empty(),
        "tests/README.md names tests that are not there: {missing:?}"
    );
    assert!(count > 50, "only {count} tests are named");
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(place, _)| &rest[place..])
                .chain([""])
                .any(|rest| fits(rest, after))
        }),
    }
}

/// Whether there is a file or a folder at a path below `folder` in which `*` stands for anything.
fn is_there(folder: &Path, path: &str) -> bool {
    let (first, rest) = match path.split_once('/') {
        Some((first, rest)) if !rest.is_empty() => (first, Some(rest)),
        _ => (path.trim_end_matches('/'), None),
    };
    if first == ".." {
        let above = folder.parent().expect("a folder above");
        return rest.is_none_or(|rest| is_there(above, rest));
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let mut found = entries
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| fits(&entry.file_name().to_string_lossy(), first));
    found.any(|entry| rest.is_none_or(|rest| is_there(&entry.path(), rest)))
}

#[test]
fn every_file_that_a_table_names_is_there() {
    let tests = Path::new(ROOT).join("tests");
    let missing: Vec<&str> = named(README)
        .into_iter()
        .filter(|name| name.contains('/') && !name.contains([' ', '(', '"']))
        .filter(|name| !is_there(&tests, name) && !is_there(Path::new(ROOT), name))
        .collect();
    assert!(
        missing.is_empty(),
        "tests/README.md names files that are not there: {missing:?}"
    );
}

#[test]
fn every_row_of_schemas_has_a_test() {
    has_a_test("## Schemas", &SCHEMA_ROWS);
}

#[test]
fn every_row_of_arguments_has_a_test() {
    has_a_test("## Arguments", &ARGUMENT_ROWS);
}

/// The section's table has each of the rows, and names a test in it.
fn has_a_test(heading: &str, wanted: &[&str]) {
    let (_, section) = README.split_once(heading).expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let rows: Vec<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .flat_map(|first| first.split(", "))
        .collect();
    let missing: Vec<&&str> = wanted.iter().filter(|row| !rows.contains(row)).collect();
    assert!(missing.is_empty(), "rows without a test: {missing:?}");
    for line in section.lines() {
        let first = line
            .strip_prefix("| ")
            .and_then(|line| line.split([' ', ',']).next());
        if first.is_some_and(|first| wanted.contains(&first)) {
            let last = line.trim_end_matches(" |").rsplit(" | ").next();
            assert!(
                last.is_some_and(|last| last.contains('`')),
                "no test is named: {line}"
            );
        }
    }
}
