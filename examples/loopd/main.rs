//! `loopd`'s loop over a registry and a port: a model asks for tools, the host answers.
//!
//! Without options it runs offline: what a real model said is in `recording.json` beside this
//! file. `--help` lists the options, `docs/loopd.md` explains them.

mod host;
mod journal;
mod options;
mod prompts;
mod transcript;

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use loopd_tools::FakeTools;

use host::epoch::registry;
use host::model::Model;
use host::recording::{Recorder, Recording, Replay};
use host::server::Server;
use host::session::Session;
use options::{Options, USAGE};
use prompts::Prompt;

/// What a real model said to the demonstration's prompts.
const RECORDING: &str = include_str!("recording.json");
/// How much of a result the model reads, in bytes.
const CAP: usize = 4096;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(fault) => {
            eprint!("loopd: {fault}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if options.help {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("loopd: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let registry = match &options.tools {
        Some(file) => serde_json::from_str(&read(file)?)?,
        None => registry(),
    };
    let mut session = Session::new(registry, FakeTools::new())?;
    if options.ranked {
        session.rank();
    }
    let prompts = prompts(options)?;
    match (&options.server, &options.record) {
        (Some(url), Some(file)) => {
            let mut recorder =
                Recorder::new(Server::connect(url)?, Recording::new(session.tools()));
            ask_all(&mut session, &mut recorder, &prompts, options)?;
            let text = recorder.into_recording().to_json()?;
            fs::write(file, text).map_err(|error| named(file, &error))?;
            Ok(())
        }
        (Some(url), None) => ask_all(&mut session, &mut Server::connect(url)?, &prompts, options),
        (None, _) => {
            let recording = match &options.replay {
                Some(file) => Recording::from_json(&read(file)?)?,
                None => Recording::from_json(RECORDING)?,
            };
            ask_all(&mut session, &mut Replay::new(recording), &prompts, options)
        }
    }
}

/// What is to be asked: the demonstration, unless the options say otherwise.
fn prompts(options: &Options) -> Result<Vec<Prompt>, Box<dyn Error>> {
    let mut prompts = Vec::new();
    if let Some(file) = &options.prompts_file {
        let text = read(file)?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        prompts.extend(lines.map(Prompt::new));
    }
    prompts.extend(options.prompts.iter().map(Prompt::new));
    if prompts.is_empty() {
        prompts = prompts::demonstration();
    }
    Ok(prompts)
}

fn ask_all(
    session: &mut Session<FakeTools>,
    model: &mut dyn Model,
    prompts: &[Prompt],
    options: &Options,
) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut calls: Box<dyn Write> = match &options.calls {
        Some(file) => Box::new(File::create(file).map_err(|error| named(file, &error))?),
        None => Box::new(io::sink()),
    };
    transcript::epoch(&mut out, session)?;
    for prompt in prompts {
        transcript::prompt(&mut out, prompt)?;
        session.set_cap(prompt.cap.or(options.cap).unwrap_or(CAP));
        let mut written = Ok(());
        let end = session.ask(model, &prompt.text, &mut |event| {
            let both = transcript::event(&mut out, &event)
                .and_then(|()| journal::event(&mut calls, &prompt.text, &event));
            if written.is_ok() {
                written = both;
            }
        })?;
        written?;
        transcript::end(&mut out, &end)?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| named(file, &error))
}

/// An error of a file, with the file's name.
fn named(file: &Path, error: &io::Error) -> String {
    format!("{}: {error}", file.display())
}
