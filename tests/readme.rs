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
