//! Feeds lowered schemas to consumers written in Rust, and says which they refuse.
//!
//! Reads the dump of `tests/schemas/consumers.rs`, a schema a line, and prints a line per consumer:
//! `consumer <name>: schemas=<n> refusals=<n>`. What was refused goes to standard error.

use std::fs;
use std::process::ExitCode;

use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory, api::TopLevelGrammar};
use serde_json::Value;

/// One lowered schema.
struct Row {
    name: String,
    dialect: String,
    /// Whether it is sent as strict.
    strict: bool,
    parameters: Value,
    /// Values that the schema has to allow.
    samples: Vec<Value>,
}

type Judge<'a> = Box<dyn Fn(&Row) -> Result<(), String> + 'a>;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: loopd-tools-consumers DUMP");
        return ExitCode::FAILURE;
    };
    let rows = match read(&path) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let env = ApproximateTokEnv::single_byte_env();
    let factory = match ParserFactory::new_simple(&env) {
        Ok(factory) => factory,
        Err(error) => {
            eprintln!("llguidance: {error}");
            return ExitCode::FAILURE;
        }
    };
    let consumers: Vec<(&str, &[&str], Judge<'_>)> = vec![
        ("jsonschema (meta-schema)", &[], Box::new(meta_schema)),
        (
            "llguidance",
            &["open_ai_strict", "llama_cpp"],
            Box::new(|row| llguidance(&factory, row)),
        ),
        ("outlines-core", &["llama_cpp"], Box::new(outlines)),
    ];
    for (name, dialects, judge) in &consumers {
        // A tool that can't be strict says so, and no grammar is asked for.
        let asked = |row: &&Row| row.strict || !row.dialect.ends_with("_strict");
        let fitting = rows.iter().filter(|row| {
            dialects.is_empty() || (dialects.contains(&row.dialect.as_str()) && asked(row))
        });
        let (mut schemas, mut refusals) = (0, 0);
        for row in fitting {
            schemas += 1;
            if let Err(reason) = judge(row) {
                refusals += 1;
                eprintln!(
                    "{name} refuses {} ({}): {reason}\n  {}",
                    row.name, row.dialect, row.parameters
                );
            }
        }
        println!("consumer {name}: schemas={schemas} refusals={refusals}");
    }
    ExitCode::SUCCESS
}

fn read(path: &str) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    text.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            Ok(Row {
                name: text("name"),
                dialect: text("dialect"),
                strict: row["strict"] == true,
                parameters: row["parameters"].clone(),
                samples: row["samples"].as_array().cloned().unwrap_or_default(),
            })
        })
        .collect()
}

fn meta_schema(row: &Row) -> Result<(), String> {
    jsonschema::draft202012::meta::validate(&row.parameters).map_err(|error| error.to_string())
}

/// The grammar has to exist, and to admit the samples.
fn llguidance(factory: &ParserFactory, row: &Row) -> Result<(), String> {
    let grammar = TopLevelGrammar::from_json_schema(row.parameters.clone());
    let parser = factory
        .create_parser(grammar)
        .map_err(|error| error.to_string())?;
    let matcher = Matcher::new(Ok(parser));
    for sample in &row.samples {
        let text = sample.to_string();
        let tokens: Vec<u32> = text.bytes().map(u32::from).collect();
        let mut matcher = matcher.deep_clone();
        let taken = matcher
            .try_consume_tokens(&tokens)
            .map_err(|error| error.to_string())?;
        let whole = matcher.is_accepting().map_err(|error| error.to_string())?;
        if taken < tokens.len() || !whole {
            return Err(format!("its grammar stops {text} at byte {taken}"));
        }
    }
    Ok(())
}

fn outlines(row: &Row) -> Result<(), String> {
    outlines_core::json_schema::regex_from_value(&row.parameters, None, None)
        .map(drop)
        .map_err(|error| error.to_string())
}
