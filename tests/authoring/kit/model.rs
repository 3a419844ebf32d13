//! A scripted model drives a host's loop.

use loopd_tools::testing::ScriptedModel;
use loopd_tools::{Dispatcher, FakeTools, Registry};
use serde_json::{Value, json};

#[test]
fn a_scripted_model_finds_a_tool_and_calls_it() {
    let host = Dispatcher::new(Registry::m2b(), FakeTools::new());
    let transcript = ScriptedModel::new()
        .calls("find_tool", json!({"query": "unchanged"}))
        // The next call follows from what was found, as a model's does.
        .calls_from(|exchanges| {
            let hit = exchanges[0].answer.lines().nth(1).unwrap();
            let hit: Value = serde_json::from_str(hit).unwrap();
            let call = json!({"name": hit["name"], "arguments": {"text": "hi"}});
            ("call_tool".to_owned(), call.to_string())
        })
        .calls_raw("echo", "{\"text\": ")
        .says("It said hi.")
        .run(&host);
    let [found, called, broken] = transcript.exchanges() else {
        panic!("{transcript:?}");
    };
    assert!(found.answer.starts_with("1 tool(s) match:"));
    assert_eq!(
        (called.name.as_str(), called.answer.as_str()),
        ("call_tool", "hi")
    );
    assert_eq!(broken.arguments, "{\"text\": ");
    assert!(
        broken.answer.starts_with("The tool failed: "),
        "{}",
        broken.answer
    );
    assert_eq!(transcript.said(), "It said hi.");
}

#[test]
fn any_host_can_be_driven() {
    let mut seen = Vec::new();
    let transcript = ScriptedModel::new()
        .calls("a", json!({}))
        .calls("b", json!([1]))
        .run_with(|name, arguments| {
            seen.push(format!("{name} {arguments}"));
            format!("answer {}", seen.len())
        });
    assert_eq!(seen, ["a {}", "b [1]"]);
    let answers: Vec<_> = transcript
        .exchanges()
        .iter()
        .map(|one| one.answer.as_str())
        .collect();
    assert_eq!(answers, ["answer 1", "answer 2"]);
    assert_eq!(transcript.said(), "");
}
