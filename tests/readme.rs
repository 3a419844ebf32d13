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

/// The pages whose Rust code somebody else keeps: `tests/docs/lib.rs` says who and how.
const KEPT_ELSEWHERE: [&str; 2] = ["schemas.md", "side_by_side.md"];

/// The files that take a page into the documentation tests.
const TAKEN: [&str; 3] = [
    include_str!("docs/lib.rs"),
    include_str!("../loopd-tools/src/pages.rs"),
    include_str!("../loopd-tools-derive/src/lib.rs"),
];

#[test]
fn the_code_of_every_page_is_run() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        let page = std::fs::read_to_string(entry.path()).expect("the page");
        pages += 1;
        // A block that says what it is, and never one that asks to be left out.
        let opened = page
            .lines()
            .filter(|line| line.starts_with("```"))
            .step_by(2);
        for fence in opened {
            let known = [
                "```rust",
                // Compiled, and not run: it needs a server.
                "```rust,no_run",
                "```sh",
                "```toml",
                "```json",
                "```text",
                "```nats",
            ];
            assert!(known.contains(&fence), "{name}: {fence}");
        }
        let taken = TAKEN.iter().any(|file| {
            let file = file
                .lines()
                .filter(|line| line.starts_with("#[doc = include_str!("));
            file.into_iter()
                .any(|line| line.contains(&format!("docs/{name}\"")))
        });
        assert!(
            blocks(&page).is_empty() || taken || KEPT_ELSEWHERE.contains(&name.as_str()),
            "nobody runs the code of {name}"
        );
    }
    assert!(pages > KEPT_ELSEWHERE.len());
}
