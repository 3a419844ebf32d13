//! The program itself: what it prints and how it ends.

use std::process::{Command, Output};

use crate::host::epoch::SYSTEM_PROMPT;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--example", "loopd", "--"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn without_options_it_runs_offline() {
    let output = run(&[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.starts_with("registry: clock, echo, weather\n"), "{printed}");
    assert!(printed.contains(SYSTEM_PROMPT));
    assert!(printed.contains("\nport:     weather {\"city\": \"Paris\"} -> denied\n"), "{printed}");
}

#[test]
fn a_server_that_is_not_there_is_a_message_and_a_failure() {
    // Port 1 of loopback: nobody listens there.
    let output = run(&["--server", "http://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.starts_with("loopd: no answer from the server at http://127.0.0.1:1: "), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_wrong_option_is_a_message_and_the_usage() {
    let output = run(&["--port", "1"]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.starts_with("loopd: there is no option `--port`\n\nusage: loopd "), "{error}");
}
