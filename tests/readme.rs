//! The README says what the examples and the crate's own page say.

const README: &str = include_str!("../README.md");
const CRATE: &str = include_str!("../loopd-tools/README.md");
const QUICKSTART: &str = include_str!("../examples/quickstart.rs");

/// The Rust code of a page, a block each.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn the_first_tool_is_the_quickstart() {
    let tool = blocks(README)[0];
    assert!(tool.contains("#[derive(Tool, Deserialize)]"));
    let (_, rest) = QUICKSTART
        .split_once("// The text of the README from here ..\n")
        .expect("the mark before the tool");
    let (shown, _) = rest
        .split_once("// .. to here.\n")
        .expect("the mark behind the tool");
    assert_eq!(shown, tool);
}

#[test]
fn the_crate_s_page_has_the_same_code() {
    assert_eq!(blocks(CRATE), blocks(README));
}

#[test]
fn the_two_commands_stand_on_lines_of_their_own() {
    for command in ["cargo run --example loopd", "cargo test --workspace"] {
        assert!(README.lines().any(|line| line == command), "{command}");
    }
}

#[test]
fn every_page_that_is_linked_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let links = README.split("](").skip(1);
    let links = links.filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.contains("://")) {
        assert!(root.join(link).is_file(), "{link} is not there");
    }
}

/// `tests/README.md` says of each kind of trouble which test would see it: `file::test`.
#[test]
fn every_test_of_the_arguments_table_is_there() {
    let page = include_str!("README.md");
    let (_, section) = page.split_once("\n## Arguments\n").expect("the section");
    let section = section.split("\n## ").next().expect("the section's text");
    let folders = ["arguments", "agreement", "schemas", "derive"];
    let mut named = 0;
    for name in section.split('`').skip(1).step_by(2) {
        let Some((file, test)) = name.split_once("::") else {
            continue;
        };
        named += 1;
        let found = folders.iter().any(|folder| {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
            has_test(&root.join(folder), file, test)
        });
        assert!(found, "there is no test {name}");
    }
    assert!(named > 50, "{named}");
}

/// Whether a file of this name, in a folder or below it, has the test.
fn has_test(folder: &std::path::Path, file: &str, test: &str) -> bool {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .any(|path| {
            if path.is_dir() {
                return has_test(&path, file, test);
            }
            path.file_stem().is_some_and(|stem| stem == file)
                && std::fs::read_to_string(&path)
                    .is_ok_and(|text| text.contains(&format!("fn {test}(")))
        })
}
