//! A model behind a process on loopback, and what it adds.

use std::time::Duration;

use loopd_tools::ToolSchema;
use loopd_tools::search::{Embedder, Vectors};
use serde::Deserialize;
use serde_json::json;

use super::data::{Data, SIZES};
use super::scoring::{CELLS, Cell, FIGURES, ndcg};
use super::{DEPTH, index};

/// Asks the server at an URL: `{"texts": [..]}` becomes `{"vectors": [[..], ..]}`.
struct Remote {
    url: String,
    agent: ureq::Agent,
}

#[derive(Deserialize)]
struct Answer {
    vectors: Vec<Vec<f32>>,
}

impl Remote {
    fn ask(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Box<dyn std::error::Error>> {
        let body = json!({ "texts": texts }).to_string();
        let mut response = self.agent.post(&self.url).send(body)?;
        let answer: Answer = serde_json::from_str(&response.body_mut().read_to_string()?)?;
        Ok(answer.vectors)
    }
}

impl Embedder for Remote {
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        self.ask(texts).unwrap_or_else(|error| {
            eprintln!("the embedder fails: {error}");
            Vec::new()
        })
    }
}

/// Prints the figures of words and meaning fused.
pub fn print(data: &Data, url: &str) {
    let agent = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(120)));
    let vectors = Vectors::new(Remote {
        url: url.to_owned(),
        agent: agent.build().into(),
    });
    let all: Vec<usize> = (0..data.tools.len()).collect();
    let mut fused = Vec::new();
    // Each text of a query is embedded once, whatever list it is asked of.
    let asked = Asked::new(data, &vectors);
    for (Cell { set, registry }, name) in CELLS.into_iter().zip(FIGURES) {
        let lists: Vec<&[usize]> = if SIZES.contains(&registry) {
            data.registries[registry]
                .iter()
                .map(|subset| &*subset.tools)
                .collect()
        } else {
            vec![&all]
        };
        let mut scores = Vec::new();
        for (number, places) in lists.into_iter().enumerate() {
            let schemas: Vec<&ToolSchema> = places
                .iter()
                .map(|&place| &data.tools[place].schema)
                .collect();
            let (index, known) = (index(data, places), vectors.of(&schemas));
            for (subset, query) in data.rows(set, registry) {
                if subset.unwrap_or_default() != number {
                    continue;
                }
                let near = asked.nearest(set, query, &known);
                let search = index.search_fused(data.text(set, query), &near, DEPTH);
                let hits: Vec<usize> = search.hits.iter().map(|hit| places[hit.place]).collect();
                scores.push(ndcg(&data.identities, &hits, &data.queries[query].relevant));
            }
        }
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        fused.push(format!("{name}={mean:.4}"));
    }
    println!("fused {}", fused.join(" "));
}

/// The vectors of the queries' texts and of their keywords.
struct Asked {
    texts: Vec<Vec<f32>>,
    keywords: Vec<Vec<f32>>,
}

impl Asked {
    fn new(data: &Data, vectors: &Vectors<Remote>) -> Self {
        let embed = |text: &dyn Fn(usize) -> String| {
            let texts: Vec<String> = (0..data.queries.len()).map(text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            texts
                .chunks(64)
                .flat_map(|texts| vectors.embedder().embed(texts))
                .collect()
        };
        Self {
            texts: embed(&|query| data.queries[query].text.clone()),
            keywords: embed(&|query| data.queries[query].keywords.clone()),
        }
    }

    fn nearest(&self, set: &str, query: usize, known: &[Vec<f32>]) -> Vec<usize> {
        let vectors = if set == "kw3" {
            &self.keywords
        } else {
            &self.texts
        };
        let Some(asked) = vectors.get(query) else {
            return Vec::new();
        };
        let dot = |vector: &Vec<f32>| -> f32 { vector.iter().zip(asked).map(|(a, b)| a * b).sum() };
        let mut near: Vec<(f32, usize)> = known.iter().map(dot).zip(0..).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.into_iter().take(100).map(|(_, place)| place).collect()
    }
}
