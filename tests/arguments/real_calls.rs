//! Calls that models really made, with the tools' own schemas: valid ones pass unchanged, and of the
//! invalid ones only those are mended that have one meaning.
//!
//! A sample is in `tests/corpus`. Where a folder `shared/corpus` with the whole stands beside the
//! project (or where `LOOPD_SHARED` says), the whole is read. `cargo test --test arguments
//! real_calls -- --nocapture` prints the tallies; what was mended is listed in
//! `real-calls-mended.txt` of the target directory's `tmp`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use loopd_tools::{Arguments, FnTool, Repair};
use serde_json::Value;

use crate::calling::{call, repairs};

const SAMPLE: &str = include_str!("../corpus/calls.jsonl");

/// One call of one tool.
struct Call {
    parameters: Value,
    arguments: Value,
    valid: bool,
    /// What does not fit, by the validator.
    error: String,
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn of_row(row: &Value, parameters: &Value) -> Call {
    Call {
        parameters: parameters.clone(),
        arguments: row["arguments"].clone(),
        valid: row["valid"].as_bool().expect("`valid`"),
        error: row["error"]
            .as_str()
            .unwrap_or("the schema itself")
            .to_owned(),
    }
}

fn sample() -> Vec<Call> {
    lines(SAMPLE)
        .iter()
        .map(|row| of_row(row, &row["parameters"]))
        .collect()
}

fn folder() -> PathBuf {
    let shared = std::env::var_os("LOOPD_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    shared.join("corpus")
}

fn unzipped(name: &str) -> io::Result<Vec<Value>> {
    let mut text = String::new();
    GzDecoder::new(File::open(folder().join(name))?).read_to_string(&mut text)?;
    Ok(lines(&text))
}

/// The whole, where it is there.
fn whole() -> io::Result<Vec<Call>> {
    let tools: HashMap<String, Value> = unzipped("tools.jsonl.gz")?
        .into_iter()
        .map(|mut tool| {
            (
                tool["id"].as_str().unwrap_or_default().to_owned(),
                tool["parameters"].take(),
            )
        })
        .collect();
    let rows = unzipped("arguments.jsonl.gz")?;
    Ok(rows
        .iter()
        .map(|row| of_row(row, &tools[row["tool"].as_str().expect("`tool`")]))
        .collect())
}

/// What became of a call.
enum Outcome {
    /// Read as it was sent.
    Unchanged,
    /// Read by a rule: a `null` as no key.
    ByRule(String),
    Mended(String, Vec<Repair>),
    Refused(String),
}

fn outcome(tool: &FnTool, arguments: &Value) -> Outcome {
    let sent = arguments.to_string();
    let answer = call(tool, sent.clone());
    // A host may hand over what it has parsed: the answer is the same.
    let parsed = call(tool, Arguments::from(arguments.clone()));
    assert_eq!(answer.as_ref().ok(), parsed.as_ref().ok(), "{sent}");
    match answer {
        Err(error) => Outcome::Refused(error.model_text()),
        Ok(read) => match repairs(tool, sent.clone()) {
            Ok(repairs) if !repairs.is_empty() => Outcome::Mended(read, repairs),
            _ if is_same(arguments, &serde_json::from_str(&read).expect("JSON")) => {
                Outcome::Unchanged
            }
            _ => Outcome::ByRule(read),
        },
    }
}

/// Whether both are the same JSON value: `5.0` is 5, which is what a tool that wants an integer is
/// given.
fn is_same(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(one), Value::Number(two)) => one.as_f64() == two.as_f64(),
        (Value::Array(one), Value::Array(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_same(one, two))
        }
        (Value::Object(one), Value::Object(two)) => {
            one.len() == two.len()
                && one
                    .iter()
                    .zip(two)
                    .all(|(one, two)| one.0 == two.0 && is_same(one.1, two.1))
        }
        (one, two) => one == two,
    }
}

#[derive(Default)]
struct Tally {
    valid: usize,
    valid_unchanged: usize,
    mended: usize,
    /// By the kind of misfit: mended, read by a rule, unchanged, refused.
    by_kind: BTreeMap<String, [usize; 4]>,
    list: String,
    refusals: String,
    /// Valid calls that were not read as they are.
    changed: String,
}

fn tally(calls: &[Call]) -> Tally {
    let mut tally = Tally::default();
    for Call {
        parameters,
        arguments,
        valid,
        error,
    } in calls
    {
        let (tool, _) = FnTool::foreign(
            "tool",
            "A real one.",
            parameters.clone(),
            |read, _| async move { read.to_string() },
        );
        let outcome = outcome(&tool, arguments);
        if *valid {
            tally.valid += 1;
            match outcome {
                Outcome::Unchanged => tally.valid_unchanged += 1,
                Outcome::Mended(read, _) | Outcome::ByRule(read) | Outcome::Refused(read) => {
                    writeln!(tally.changed, "{parameters}\n  {arguments}\n  {read}").unwrap();
                }
            }
            continue;
        }
        let counts = tally.by_kind.entry(error.clone()).or_default();
        match outcome {
            Outcome::Mended(read, repairs) => {
                counts[0] += 1;
                tally.mended += 1;
                let repairs: Vec<_> = repairs.iter().map(ToString::to_string).collect();
                let repairs = repairs.join("\n  ");
                writeln!(
                    tally.list,
                    "{error}\n  {parameters}\n  {arguments}\n  {read}\n  {repairs}"
                )
                .unwrap();
            }
            Outcome::ByRule(read) => {
                counts[1] += 1;
                writeln!(
                    tally.list,
                    "{error}\n  {parameters}\n  {arguments}\n  {read}\n  by rule"
                )
                .unwrap();
            }
            Outcome::Unchanged => counts[2] += 1,
            Outcome::Refused(text) => {
                counts[3] += 1;
                writeln!(tally.refusals, "{error}\n  {arguments}\n{text}").unwrap();
            }
        }
    }
    tally
}

#[test]
fn real_calls_are_accepted_as_they_are_or_mended_or_refused() {
    let calls = whole().unwrap_or_else(|_| sample());
    let tally = tally(&calls);
    println!(
        "{:40} {:>8} {:>8} {:>9} {:>8}",
        "misfit", "mended", "by rule", "unchanged", "refused"
    );
    for (kind, [mended, by_rule, unchanged, refused]) in &tally.by_kind {
        println!("{kind:40} {mended:>8} {by_rule:>8} {unchanged:>9} {refused:>8}");
    }
    println!(
        "figure real_valid_accepted={}/{} real_invalid_mended={}",
        tally.valid_unchanged, tally.valid, tally.mended
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("real-calls-mended.txt"), &tally.list).expect("a file");
    fs::write(folder.join("real-calls-refused.txt"), &tally.refusals).expect("a file");
    assert!(tally.valid > 100);
    assert_eq!(tally.valid_unchanged, tally.valid, "{}", tally.changed);
    // What is no JSON Schema at all says nothing of a call; everything else is mended or refused.
    for (kind, [.., unchanged, _]) in &tally.by_kind {
        assert!(*unchanged == 0 || kind == "the schema itself", "{kind}");
    }
}

/// Of the sample, which is always there: how many of each kind.
#[test]
fn the_sample_is_mended_as_it_was_read() {
    let tally = tally(&sample());
    let mended: usize = tally.by_kind.values().map(|counts| counts[0]).sum();
    let by_rule: usize = tally.by_kind.values().map(|counts| counts[1]).sum();
    let refused: usize = tally.by_kind.values().map(|counts| counts[3]).sum();
    assert_eq!((mended, by_rule, refused), (12, 1, 49));
}
