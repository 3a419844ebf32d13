//! The services API, as tools of others read it (ADR-32 of NATS).

use std::time::Duration;

use loopd_tools::Definition;
use loopd_tools::nats::SERVICE;
use loopd_tools::nats::async_nats::RequestErrorKind;
use serde_json::Value;

use crate::setup::{Setup, call, text};

async fn ask(setup: &Setup, verb: &str) -> Value {
    let answers = [
        format!("$SRV.{verb}"),
        format!("$SRV.{verb}.{SERVICE}"),
        format!("$SRV.{verb}.{SERVICE}.{}", setup.worker.id()),
    ];
    let mut last = Value::Null;
    for subject in answers {
        let message = setup.client.request(subject, "".into()).await.unwrap();
        last = serde_json::from_slice(&message.payload).unwrap();
        let kind = format!("io.nats.micro.v1.{}_response", verb.to_lowercase());
        assert_eq!(last["type"], *kind);
        assert_eq!(last["name"], *SERVICE);
        assert_eq!(last["id"], *setup.worker.id());
        let version: Vec<_> = last["version"].as_str().unwrap().split('.').collect();
        assert_eq!(version.len(), 3);
        let metadata = last["metadata"].as_object().unwrap();
        assert!(metadata.values().all(Value::is_string), "{metadata:?}");
    }
    last
}

#[tokio::test]
async fn ping_info_and_stats() {
    let setup = Setup::new().await;
    ask(&setup, "PING").await;

    let info = ask(&setup, "INFO").await;
    let endpoints = info["endpoints"].as_array().unwrap();
    let names: Vec<_> = endpoints
        .iter()
        .map(|e| e["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["echo", "whoami", "wait", "wait_again"]);
    for endpoint in endpoints {
        let name = endpoint["name"].as_str().unwrap();
        assert_eq!(endpoint["subject"], *format!("tools.call.default.{name}"));
        assert_eq!(endpoint["queue_group"], "default");
        let definition = endpoint["metadata"]["definition"].as_str().unwrap();
        let definition: Definition = serde_json::from_str(definition).unwrap();
        let listed = setup.directory.view();
        assert_eq!(&definition, listed.get(name).unwrap().definition());
    }

    for _ in 0..3 {
        text(call(&setup.port, "echo", r#"{"text":"a"}"#).await);
    }
    call(&setup.port, "echo", "{}").await.unwrap();
    let stats = ask(&setup, "STATS").await;
    assert!(stats["started"].as_str().unwrap().ends_with('Z'));
    let endpoint = &stats["endpoints"][0];
    assert_eq!(
        (
            endpoint["num_requests"].as_u64(),
            endpoint["num_errors"].as_u64()
        ),
        (Some(4), Some(1))
    );
    let total = endpoint["processing_time"].as_u64().unwrap();
    assert_eq!(
        endpoint["average_processing_time"].as_u64(),
        Some(total / 4)
    );
}

#[tokio::test]
async fn a_worker_that_has_gone_is_found_no_more() {
    let setup = Setup::new().await;
    setup.worker.drain().await;
    // The server may hear of it a moment later than this.
    let gone = async {
        let ping = || setup.client.request("$SRV.PING", "".into());
        while !matches!(ping().await, Err(error) if error.kind() == RequestErrorKind::NoResponders)
        {
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone)
        .await
        .unwrap();
}
