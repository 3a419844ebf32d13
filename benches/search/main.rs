//! How well and how fast tools are found.
//!
//! `cargo bench --bench search -- --tools FILE --queries FILE --registries FILE --results FILE`
//!
//! `--embedder URL` adds the figures of words and a model's meaning fused (`tests/embedder/run`).
//!
//! Asks each query of the lists that the registries file names, and writes the rankings to the
//! results file. Files may be gzipped; without them a small sample is taken, which shows no more
//! than that all works. The scoring is in `scoring.rs`. The last line is the figure.

mod data;
mod embedding;
mod options;
mod scoring;
mod timing;

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use loopd_tools::ToolSchema;
use loopd_tools::search::{FindStyle, Index};

use data::{Data, SIZES};
use options::Options;
use scoring::{CELLS, Cell, FIGURES, ndcg};

/// How many hits are asked for. No more are scored.
const DEPTH: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read(std::env::args().skip(1))?;
    let data = Data::read(&options)?;
    let (quality, rows) = ask(&data);
    if let Some(path) = &options.results {
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        for row in rows {
            writeln!(file, "{row}")?;
        }
        file.flush()?;
    }
    if let Some(url) = &options.embedder {
        embedding::print(&data, url);
    }
    styles(&data, options.styles.as_deref())?;
    let timing = timing::measure(&data);
    timing.print();
    let figures = FIGURES.iter().zip(&quality);
    let figures: Vec<String> = figures
        .map(|(name, ndcg)| format!("{name}={ndcg:.4}"))
        .collect();
    println!(
        "figure {} us_kw={:.2} us_nl={:.2} build_us_per_tool={:.2}",
        figures.join(" "),
        timing.keywords,
        timing.requests,
        timing.build
    );
    Ok(())
}

/// The mean nDCG@10 of each cell, and the rankings.
fn ask(data: &Data) -> (Vec<f64>, Vec<serde_json::Value>) {
    let all: Vec<usize> = (0..data.tools.len()).collect();
    let whole = index(data, &all);
    let small: Vec<Vec<Index>> = SIZES
        .iter()
        .map(|size| {
            data.registries[*size]
                .iter()
                .map(|subset| index(data, &subset.tools))
                .collect()
        })
        .collect();
    println!("set    registry  queries  no hits  nDCG@10");
    let mut rows = Vec::new();
    let mut quality = Vec::new();
    for Cell { set, registry } in CELLS {
        let mut sum = 0.0;
        let (mut count, mut empty) = (0_usize, 0_usize);
        for (subset, query) in data.rows(set, registry) {
            let text = data.text(set, query);
            let (index, places) = match subset {
                None => (&whole, &all),
                Some(subset) => {
                    let size = SIZES.iter().position(|size| *size == registry).unwrap();
                    (
                        &small[size][subset],
                        &data.registries[registry][subset].tools,
                    )
                }
            };
            let search = index.search(text, DEPTH);
            let hits: Vec<usize> = search.hits.iter().map(|hit| places[hit.place]).collect();
            sum += ndcg(&data.identities, &hits, &data.queries[query].relevant);
            count += 1;
            empty += usize::from(hits.is_empty());
            let ids: Vec<&str> = hits.iter().map(|&hit| &*data.tools[hit].id).collect();
            let mut row = serde_json::json!({
                "qid": data.queries[query].qid, "set": set, "registry": registry, "hits": ids,
            });
            if let Some(subset) = subset {
                row["subset"] = subset.into();
            }
            rows.push(row);
        }
        let mean = sum / count.max(1) as f64;
        println!("{set:6} {registry:8} {count:8} {empty:8}   {mean:.4}");
        quality.push(mean);
    }
    (quality, rows)
}

/// Prints how much shorter the compact style is, and writes each tool in both.
fn styles(data: &Data, path: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut lines = String::new();
    let (mut json, mut compact) = (0, 0);
    for tool in &data.tools {
        let [long, short] =
            [FindStyle::Json, FindStyle::Compact].map(|style| style.text(&tool.schema));
        json += long.len();
        compact += short.len();
        lines.push_str(&serde_json::json!({"json": long, "compact": short}).to_string());
        lines.push('\n');
    }
    let share = compact as f64 / json.max(1) as f64;
    println!("compact: {compact} bytes of all tools, {json} as JSON: {share:.3}");
    if let Some(path) = path {
        std::fs::write(path, lines)?;
    }
    Ok(())
}

fn index(data: &Data, places: &[usize]) -> Index {
    Index::new(places.iter().map(|&place| &data.tools[place].schema))
}

/// An index, and how long it took to build, in microseconds a tool.
fn timed_index<'s>(schemas: &[&'s ToolSchema]) -> (Index, f64) {
    let start = Instant::now();
    let index = Index::new(schemas.iter().copied());
    let time = start.elapsed().as_secs_f64() * 1e6;
    (index, time / schemas.len().max(1) as f64)
}
