//! What the command line takes.

use crate::options::{Options, USAGE};
use crate::prompts::Prompt;

fn parse(line: &str) -> Result<Options, String> {
    Options::parse(line.split_whitespace().map(str::to_owned))
}

#[test]
fn every_option_is_read() {
    assert_eq!(parse(""), Ok(Options::default()));
    let line = "--server http://h --record r --prompts p --prompt a --prompt b --cap 9 --calls c --tools t";
    let options = parse(line).unwrap();
    assert_eq!(options.server.as_deref(), Some("http://h"));
    assert_eq!(options.record, Some("r".into()));
    assert_eq!(options.prompts_file, Some("p".into()));
    assert_eq!(options.prompts, ["a", "b"]);
    assert_eq!(options.cap, Some(9));
    assert_eq!(options.calls, Some("c".into()));
    assert_eq!(options.tools, Some("t".into()));
    assert!(!options.ranked && parse("--ranked").unwrap().ranked);
    assert_eq!(parse("--replay r").unwrap().replay, Some("r".into()));
    assert!(parse("--cap 1 --help").unwrap().help);
}

#[test]
fn the_usage_names_every_option_and_no_other() {
    let named: Vec<&str> = USAGE
        .split_whitespace()
        .filter(|word| word.starts_with("--"))
        .map(|word| word.trim_end_matches(','))
        .collect();
    for option in &named {
        let fault = parse(option).err().unwrap_or_default();
        assert!(!fault.starts_with("there is no option"), "{option}");
    }
    let others =
        "--server --record --replay --prompts --prompt --cap --calls --tools --ranked --help";
    for option in others.split(' ') {
        assert!(named.contains(&option), "{option}");
    }
}

#[test]
fn what_is_no_option_is_told() {
    for (line, fault) in [
        ("--verbose", "there is no option `--verbose`"),
        ("hello", "there is no option `hello`"),
        ("--server", "--server needs a value"),
        ("--cap many", "--cap needs a number of bytes"),
        ("--cap -1", "--cap needs a number of bytes"),
        (
            "--record r",
            "--record needs --server: only a model says anything new",
        ),
        (
            "--server u --replay r",
            "--replay and --server exclude each other",
        ),
    ] {
        assert_eq!(parse(line), Err(fault.to_owned()), "{line}");
    }
}

#[test]
fn a_prompt_has_the_usual_cap() {
    assert_eq!(Prompt::new("a").cap, None);
}
