//! How long searches and builds take, beside a scan of all texts in the same run.

use std::hint::black_box;
use std::time::Instant;

use loopd_tools::ToolSchema;
use loopd_tools::search::Index;

use super::data::{Data, SIZES};
use super::timed_index;

/// How many hits a timed search gives.
const LIMIT: usize = 10;
/// How many queries of each kind are timed, and how often.
const QUERIES: usize = 400;
const ROUNDS: usize = 5;
/// How many words a long request has.
const WORDS: std::ops::RangeInclusive<usize> = 20..=30;

/// What was measured; times are microseconds at the largest of the lists.
pub struct Timing {
    lines: Vec<String>,
    /// The median of a search for three keywords, and of one for 20 to 30 words.
    pub keywords: f64,
    pub requests: f64,
    /// A tool's share of a build.
    pub build: f64,
}

impl Timing {
    pub fn print(&self) {
        for line in &self.lines {
            println!("{line}");
        }
    }
}

pub fn measure(data: &Data) -> Timing {
    let keywords = data.rows("kw3", "all");
    let keywords: Vec<&str> = keywords
        .iter()
        .take(QUERIES)
        .map(|&(_, query)| data.text("kw3", query))
        .collect();
    let requests: Vec<&str> = data
        .rows("nl", "all")
        .iter()
        .map(|&(_, query)| data.text("nl", query))
        .filter(|text| WORDS.contains(&text.split_whitespace().count()))
        .take(QUERIES)
        .collect();
    let mut timing = Timing {
        lines: Vec::new(),
        keywords: 0.0,
        requests: 0.0,
        build: 0.0,
    };
    for size in SIZES {
        let Some(subset) = data.registries[size].first() else {
            continue;
        };
        let schemas: Vec<&ToolSchema> = subset
            .tools
            .iter()
            .map(|&place| &data.tools[place].schema)
            .collect();
        one_size(&schemas, &keywords, &requests, &mut timing);
    }
    timing
}

fn one_size(schemas: &[&ToolSchema], keywords: &[&str], requests: &[&str], timing: &mut Timing) {
    let mut builds: Vec<f64> = (0..ROUNDS).map(|_| timed_index(schemas).1).collect();
    builds.sort_by(f64::total_cmp);
    timing.build = builds[ROUNDS / 2];
    let (index, _) = timed_index(schemas);
    let tools = schemas.len();
    timing.lines.push(format!(
        "{tools:6} tools: build {:.2} us a tool, {:.2} ms after any change; {} bytes a tool",
        timing.build,
        timing.build * tools as f64 / 1e3,
        index.bytes() / tools.max(1)
    ));
    let scan = Scan::new(schemas);
    for (kind, queries) in [("keywords", keywords), ("20 to 30 words", requests)] {
        if queries.is_empty() {
            continue;
        }
        let ranked = times(queries, |query| search(&index, query));
        let scanned = times(queries, |query| scan.find(query));
        let median = at(&ranked, 0.5);
        timing.lines.push(format!(
            "{tools:6} tools, {kind}: median {median:.2} us, p95 {:.2} us, {:.3} of a substring scan ({:.2} us)",
            at(&ranked, 0.95),
            median / at(&scanned, 0.5),
            at(&scanned, 0.5),
        ));
        if kind == "keywords" {
            timing.keywords = median;
        } else {
            timing.requests = median;
        }
    }
}

fn search(index: &Index, query: &str) -> usize {
    index.search(query, LIMIT).hits.len()
}

/// The time of each query, the least of its rounds, sorted.
fn times(queries: &[&str], mut ask: impl FnMut(&str) -> usize) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; queries.len()];
    for _ in 0..ROUNDS {
        for (time, query) in times.iter_mut().zip(queries) {
            let start = Instant::now();
            black_box(ask(black_box(query)));
            *time = time.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_by(f64::total_cmp);
    times
}

fn at(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share) as usize]
}

/// The plainest search: the whole query in the texts of all tools, in lower case already.
struct Scan(Vec<String>);

impl Scan {
    fn new(schemas: &[&ToolSchema]) -> Self {
        let text = |schema: &&ToolSchema| format!("{}\n{}", schema.name, schema.description);
        Self(
            schemas
                .iter()
                .map(|schema| text(schema).to_lowercase())
                .collect(),
        )
    }

    fn find(&self, query: &str) -> usize {
        let query = query.to_lowercase();
        self.0
            .iter()
            .filter(|text| text.contains(&query))
            .take(LIMIT)
            .count()
    }
}
