//! Tools, queries and lists, as their files have them.

use std::collections::HashMap;
use std::error::Error;
use std::io::Read;
use std::path::Path;

use loopd_tools::ToolSchema;
use serde::Deserialize;

use super::options::Options;
use super::scoring::identities;

/// The lists that are smaller than all tools.
pub const SIZES: [&str; 3] = ["r100", "r1000", "r10000"];

#[derive(Deserialize)]
struct ToolRow {
    id: String,
    name: String,
    description: String,
    parameters: serde_json::Value,
    source: String,
}

pub struct Tool {
    pub id: String,
    pub schema: ToolSchema,
}

#[derive(Deserialize)]
struct QueryRow {
    qid: String,
    query: String,
    kw3: String,
    relevant: Vec<String>,
    kind: String,
}

pub struct Query {
    pub qid: String,
    pub text: String,
    pub keywords: String,
    /// What the right tools count as.
    pub relevant: Vec<usize>,
    pub is_model: bool,
}

#[derive(Deserialize)]
pub struct Subset {
    pub tools: Vec<usize>,
    qids: Vec<String>,
}

pub struct Data {
    pub tools: Vec<Tool>,
    /// What each tool counts as.
    pub identities: Vec<usize>,
    pub queries: Vec<Query>,
    pub registries: HashMap<String, Vec<Subset>>,
    places: HashMap<String, usize>,
}

impl Data {
    pub fn read(options: &Options) -> Result<Self, Box<dyn Error>> {
        let rows: Vec<ToolRow> = lines(&options.tools)?;
        let same = identities(rows.iter().map(|row| (&*row.id, &*row.name, &*row.source)));
        let ids: HashMap<String, usize> = rows
            .iter()
            .enumerate()
            .map(|(place, row)| (row.id.clone(), same[place]))
            .collect();
        let queries: Vec<QueryRow> = lines(&options.queries)?;
        let queries = queries
            .into_iter()
            .map(|row| {
                let relevant = row.relevant.iter().map(|id| {
                    ids.get(id)
                        .copied()
                        .ok_or_else(|| format!("no tool has the id `{id}`"))
                });
                let mut relevant = relevant.collect::<Result<Vec<_>, _>>()?;
                relevant.sort_unstable();
                relevant.dedup();
                Ok(Query {
                    qid: row.qid,
                    text: row.query,
                    keywords: row.kw3,
                    relevant,
                    is_model: row.kind == "model",
                })
            })
            .collect::<Result<Vec<_>, String>>()?;
        let places = queries.iter().enumerate();
        let places = places
            .map(|(place, query)| (query.qid.clone(), place))
            .collect();
        let tools = rows.into_iter().map(|row| Tool {
            id: row.id,
            schema: ToolSchema {
                name: row.name,
                description: row.description,
                parameters: row.parameters,
            },
        });
        Ok(Self {
            tools: tools.collect(),
            identities: same,
            queries,
            registries: serde_json::from_str(&text(&options.registries)?)?,
            places,
        })
    }

    /// The subset and the query of each row to ask.
    pub fn rows(&self, set: &str, registry: &str) -> Vec<(Option<usize>, usize)> {
        if let Some(subsets) = self.registries.get(registry) {
            let rows = subsets.iter().enumerate().flat_map(|(subset, list)| {
                list.qids
                    .iter()
                    .map(move |qid| (Some(subset), self.places[qid]))
            });
            return rows.collect();
        }
        let queries = self.queries.iter().enumerate();
        let queries = queries.filter(|(_, query)| match set {
            "model" => query.is_model,
            "kw3" => !query.is_model && !query.keywords.trim().is_empty(),
            _ => !query.is_model,
        });
        queries.map(|(place, _)| (None, place)).collect()
    }

    pub fn text(&self, set: &str, query: usize) -> &str {
        let query = &self.queries[query];
        if set == "kw3" {
            &query.keywords
        } else {
            &query.text
        }
    }
}

fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, Box<dyn Error>> {
    let text = text(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    Ok(text)
}
