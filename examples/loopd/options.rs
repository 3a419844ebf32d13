//! What the command line asks for.

use std::path::PathBuf;

/// How the program is called.
pub(crate) const USAGE: &str = "\
usage: loopd [OPTION]...

  --server URL    ask the model behind this server (OpenAI-style /v1/chat/completions);
                  without it, a recording in the repository speaks for the model
  --record FILE   keep what the model says in FILE; needs --server
  --replay FILE   let the recording in FILE speak
  --prompts FILE  ask what is in FILE, a prompt a line
  --prompt TEXT   ask this; may be given several times
  --tools FILE    know the tools of this stored registry, not those of the demonstration
  --ranked        find tools by rank, not by a part of their text
  --cap BYTES     how much of a result the model reads
  --calls FILE    write each call to FILE, a JSON object a line
  --help          print this
";

/// What the command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) server: Option<String>,
    pub(crate) record: Option<PathBuf>,
    pub(crate) replay: Option<PathBuf>,
    pub(crate) prompts_file: Option<PathBuf>,
    pub(crate) prompts: Vec<String>,
    pub(crate) cap: Option<usize>,
    pub(crate) calls: Option<PathBuf>,
    pub(crate) tools: Option<PathBuf>,
    pub(crate) ranked: bool,
    pub(crate) help: bool,
}

impl Options {
    /// Reads the arguments behind the program's name.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(option) = arguments.next() {
            if option == "--help" {
                options.help = true;
                continue;
            }
            if option == "--ranked" {
                options.ranked = true;
                continue;
            }
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| format!("{option} needs a value"))
            };
            match option.as_str() {
                "--server" => options.server = Some(value()?),
                "--record" => options.record = Some(value()?.into()),
                "--replay" => options.replay = Some(value()?.into()),
                "--tools" => options.tools = Some(value()?.into()),
                "--prompts" => options.prompts_file = Some(value()?.into()),
                "--prompt" => options.prompts.push(value()?),
                "--calls" => options.calls = Some(value()?.into()),
                "--cap" => {
                    let bytes = value()?.parse();
                    options.cap = Some(bytes.map_err(|_| "--cap needs a number of bytes")?);
                }
                _ => return Err(format!("there is no option `{option}`")),
            }
        }
        options.check()
    }

    fn check(self) -> Result<Self, String> {
        if self.record.is_some() && self.server.is_none() {
            return Err("--record needs --server: only a model says anything new".to_owned());
        }
        if self.replay.is_some() && self.server.is_some() {
            return Err("--replay and --server exclude each other".to_owned());
        }
        Ok(self)
    }
}
