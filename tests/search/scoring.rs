//! The bench's scoring, held to a table that another implementation of the rules made of the same
//! rankings (`sample/README.md`).

use std::collections::HashMap;

use serde_json::Value;

#[path = "../../benches/search/scoring.rs"]
mod rules;

use rules::{CELLS, Cell, FIGURES, identities, ndcg};

/// What the other implementation says of `sample/rankings.jsonl`.
const SAID: [(&str, f64); 6] = [
    ("nl", 0.4659),
    ("kw3", 0.4796),
    ("model", 0.2222),
    ("nl100", 0.5525),
    ("nl1000", 0.4057),
    ("nl10000", 0.4899),
];

fn rows(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn two_implementations_give_the_same_figures() {
    let tools = rows(include_str!("sample/tools.jsonl"));
    let text = |tool: &Value, key: &str| tool[key].as_str().unwrap().to_owned();
    let texts: Vec<[String; 3]> = tools
        .iter()
        .map(|tool| ["id", "name", "source"].map(|key| text(tool, key)))
        .collect();
    let same = identities(
        texts
            .iter()
            .map(|[id, name, source]| (&**id, &**name, &**source)),
    );
    let places: HashMap<&str, usize> = texts
        .iter()
        .enumerate()
        .map(|(place, [id, ..])| (&**id, place))
        .collect();
    let listed = |value: &Value| -> Vec<usize> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|id| places[id.as_str().unwrap()])
            .collect()
    };
    let queries = rows(include_str!("sample/queries.jsonl"));
    let relevant: HashMap<&str, Vec<usize>> = queries
        .iter()
        .map(|query| {
            let mut right: Vec<usize> = listed(&query["relevant"])
                .into_iter()
                .map(|place| same[place])
                .collect();
            right.sort_unstable();
            right.dedup();
            (query["qid"].as_str().unwrap(), right)
        })
        .collect();
    let rankings = rows(include_str!("sample/rankings.jsonl"));
    let mut merged = 0;
    for ((Cell { set, registry }, name), (said_of, said)) in CELLS.iter().zip(FIGURES).zip(SAID) {
        assert_eq!(name, said_of);
        let of_cell = rankings
            .iter()
            .filter(|row| row["set"] == *set && row["registry"] == *registry);
        let scores: Vec<f64> = of_cell
            .map(|row| {
                let hits = listed(&row["hits"]);
                let mut kinds: Vec<usize> = hits.iter().take(10).map(|&hit| same[hit]).collect();
                kinds.sort_unstable();
                merged += kinds.windows(2).filter(|pair| pair[0] == pair[1]).count();
                ndcg(&same, &hits, &relevant[row["qid"].as_str().unwrap()])
            })
            .collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        assert!(
            (mean - said).abs() < 0.000_05,
            "{name}: {mean} is not {said}"
        );
    }
    assert!(merged > 0, "the sample has tools that count as one");
}
