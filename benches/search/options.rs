//! The options of the bench.

use std::path::PathBuf;

/// The files to read and write.
pub struct Options {
    pub tools: PathBuf,
    pub queries: PathBuf,
    pub registries: PathBuf,
    pub results: Option<PathBuf>,
    /// Where each tool is written in both styles of `find_tool`.
    pub styles: Option<PathBuf>,
    /// The URL of a server of vectors.
    pub embedder: Option<String>,
}

impl Options {
    /// Reads `--key FILE`; what cargo itself adds is passed over.
    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let sample = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/sample"));
        let mut options = Self {
            tools: sample.join("tools.jsonl"),
            queries: sample.join("queries.jsonl"),
            registries: sample.join("registries.json"),
            results: None,
            styles: None,
            embedder: None,
        };
        while let Some(argument) = arguments.next() {
            if argument == "--bench" {
                continue;
            }
            let mut file = || {
                let file = arguments.next().map(PathBuf::from);
                file.ok_or_else(|| format!("`{argument}` needs a file"))
            };
            match argument.as_str() {
                "--tools" => options.tools = file()?,
                "--queries" => options.queries = file()?,
                "--registries" => options.registries = file()?,
                "--results" => options.results = Some(file()?),
                "--styles" => options.styles = Some(file()?),
                "--embedder" => options.embedder = Some(file()?.display().to_string()),
                other => {
                    return Err(format!(
                        "`{other}` is not known; there are --tools, --queries, --registries, --results, --styles and --embedder"
                    ));
                }
            }
        }
        Ok(options)
    }
}
