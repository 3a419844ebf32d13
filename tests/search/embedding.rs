//! Words and meaning together.

use std::sync::Mutex;

use loopd_tools::ToolSchema;
use loopd_tools::search::{Embedder, Index, Vectors};

use crate::{office, schema};

/// Knows two meanings: money and all else. Keeps what it was asked.
#[derive(Default)]
struct Money(Mutex<Vec<String>>);

impl Embedder for Money {
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        self.0
            .lock()
            .unwrap()
            .extend(texts.iter().map(|text| (*text).to_owned()));
        let is_money = |text: &str| text.contains("currency") || text.contains("cash");
        texts
            .iter()
            .map(|text| {
                if is_money(text) {
                    vec![3.0, 0.1]
                } else {
                    vec![0.1, 2.0]
                }
            })
            .collect()
    }
}

#[test]
fn a_tool_that_shares_no_word_is_found_by_meaning() {
    let registry = office();
    let schemas: Vec<&ToolSchema> = registry.schemas().collect();
    let vectors = Vectors::new(Money::default());
    let search = vectors.search(registry.index(), &schemas, "cashflow", 3);
    assert_eq!(schemas[search.hits[0].place].name, "currency_exchange");
    // Both lists count: the folder is first by words, and stays first for a name.
    let search = vectors.search(registry.index(), &schemas, "list_files", 3);
    assert_eq!(schemas[search.hits[0].place].name, "list_files");
    let search = vectors.search(registry.index(), &schemas, "cash +folder", 3);
    let names: Vec<&str> = search
        .hits
        .iter()
        .map(|hit| &*schemas[hit.place].name)
        .collect();
    assert_eq!(names, ["list_files"]);
}

#[test]
fn a_vector_is_made_once_for_each_schema() {
    let model = std::sync::Arc::new(Money::default());
    let vectors = Vectors::new(std::sync::Arc::clone(&model));
    let mut tools: Vec<ToolSchema> = office().schemas().cloned().collect();
    tools.push(tools[1].clone());
    let asked = |tools: &[ToolSchema]| {
        model.0.lock().unwrap().clear();
        let made = vectors.of(&tools.iter().collect::<Vec<_>>());
        assert!(made.iter().all(|vector| !vector.is_empty()));
        model.0.lock().unwrap().len()
    };
    assert_eq!(asked(&tools), 8);
    assert_eq!(asked(&tools), 0);
    tools[2].description = "Changed.".to_owned();
    assert_eq!(asked(&tools), 1);
    assert_eq!(vectors.len(), 9);
}

/// Gives nothing, or less than was asked.
struct Poor(usize);

impl Embedder for Poor {
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        texts.iter().take(self.0).map(|_| vec![f32::NAN]).collect()
    }
}

#[test]
fn a_poor_embedder_leaves_the_words() {
    let registry = office();
    let schemas: Vec<&ToolSchema> = registry.schemas().collect();
    for embedder in [Poor(0), Poor(1)] {
        let vectors = Vectors::new(embedder);
        let search = vectors.search(registry.index(), &schemas, "files of a folder", 3);
        assert_eq!(schemas[search.hits[0].place].name, "list_files");
    }
}

#[test]
fn fusion_takes_any_list_of_places() {
    let tools = [
        schema("a", "Red thing.", &[]),
        schema("b", "Blue thing.", &[]),
        schema("c", "No.", &[]),
    ];
    let index = Index::new(&tools);
    let places = |others: &[usize]| -> Vec<usize> {
        index
            .search_fused("thing", others, 9)
            .hits
            .iter()
            .map(|hit| hit.place)
            .collect()
    };
    assert_eq!(places(&[]), [0, 1]);
    assert_eq!(places(&[1, 2]), [1, 0, 2]);
    assert_eq!(places(&[usize::MAX, 77]), [0, 1]);
}
