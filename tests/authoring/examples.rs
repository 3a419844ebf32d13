//! The examples' own tests.

#![expect(dead_code, reason = "their `main` is for people")]

#[path = "../../examples/foreign_schema.rs"]
mod foreign_schema;
#[path = "../../examples/functions.rs"]
mod functions;
#[path = "../../examples/quickstart.rs"]
mod quickstart;
#[path = "../../examples/stateful_tool.rs"]
mod stateful_tool;
#[path = "../../examples/testing_a_tool.rs"]
mod testing_a_tool;
#[path = "../../examples/typed_output.rs"]
mod typed_output;
#[path = "../../examples/wrapper.rs"]
mod wrapper;

/// A tool in an example that no test checks is found here.
#[test]
fn every_tool_of_the_examples_is_checked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut tools = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for name in declared(&source) {
            tools += 1;
            let calls = ["check(&", "Check::new(&", "run(&"];
            let checked = |call: &&str| source.contains(&format!("{call}{name}::"));
            assert!(
                calls.iter().any(checked),
                "{name} of {} is not checked",
                path.display()
            );
        }
    }
    assert!(tools >= 8, "only {tools} tools were found");
}

/// The names of the structs under `#[derive(Tool, ..)]` and of the functions under `#[tool]`.
fn declared(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut under = false;
    for line in source.lines() {
        let opens = ["#[derive(Tool,", "#[tool]", "#[tool("];
        if opens.iter().any(|open| line.starts_with(open)) {
            under = true;
        }
        let words = line.trim_start_matches("pub ").trim_start_matches("async ");
        let item = words.strip_prefix("struct ").or(words.strip_prefix("fn "));
        if let (true, Some(item)) = (under, item) {
            names.extend(
                item.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next(),
            );
            under = false;
        }
    }
    names
}
