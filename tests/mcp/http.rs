//! Clients over HTTP, by hand.

use std::num::NonZeroU32;
use std::time::Duration;

use loopd_tools::mcp::{HttpOptions, Rate, ServeError, Server};
use serde_json::json;
use tokio::net::TcpStream;

use crate::kit::http::{Listening, call, initialize, post, request, send};
use crate::kit::soon;
use crate::tools::{server, toolbox};

#[tokio::test]
async fn a_session_lists_and_calls() {
    let listening = Listening::of(server(), HttpOptions::new()).await;
    assert!(listening.address.ip().is_loopback());
    let session = listening.session("").await;
    let answer = listening
        .post(&session, &request("tools/list", json!({})))
        .await;
    assert_eq!(
        answer.message()["result"]["tools"]
            .as_array()
            .unwrap()
            .len(),
        9
    );
    let answer = listening
        .post(&session, &call("echo", json!({"text": "hi"})))
        .await;
    assert_eq!(answer.message()["result"]["content"][0]["text"], "hi");
    let answer = listening.send("DELETE /mcp", &session, "").await;
    assert!(answer.status < 300, "{answer:?}");
    let answer = listening
        .post(&session, &call("echo", json!({"text": "hi"})))
        .await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn the_newest_revision_needs_no_session() {
    let listening = Listening::of(server(), HttpOptions::new()).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by-hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"_meta": meta, "name": "echo", "arguments": {"text": "hi"}});
    let headers =
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n";
    let answer = listening
        .post(headers, &request("tools/call", params))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.body.contains("\"hi\""), "{answer:?}");
    assert!(answer.header("mcp-session-id").is_none());
}

#[tokio::test]
async fn a_name_that_leads_here_by_trickery_is_refused() {
    let listening = Listening::of(server(), HttpOptions::new()).await;
    let port = listening.address.port();
    for host in [
        "evil.example.com",
        "evil.example.com:80",
        "127.0.0.1.evil.example.com",
    ] {
        let answer = listening
            .post(&format!("Host: {host}\r\n"), &initialize())
            .await;
        assert_eq!(answer.status, 403, "{host}: {answer:?}");
    }
    for host in ["localhost", "127.0.0.1"] {
        let answer = listening
            .post(&format!("Host: {host}:{port}\r\n"), &initialize())
            .await;
        assert_eq!(answer.status, 200, "{host}: {answer:?}");
    }
}

#[tokio::test]
async fn pages_of_other_machines_are_refused() {
    let listening = Listening::of(server(), HttpOptions::new()).await;
    for (origin, status) in [
        ("https://evil.example.com", 403),
        ("null", 403),
        ("http://localhost.evil.example.com", 403),
        ("http://localhost:3000", 200),
        ("http://127.0.0.1:8080", 200),
    ] {
        let answer = listening
            .post(&format!("Origin: {origin}\r\n"), &initialize())
            .await;
        assert_eq!(answer.status, status, "{origin}: {answer:?}");
    }
    let none = HttpOptions::new().with_origins(Vec::<String>::new());
    let listening = Listening::of(server(), none).await;
    let answer = listening
        .post("Origin: http://localhost:3000\r\n", &initialize())
        .await;
    assert_eq!(answer.status, 403);
    let some = HttpOptions::new().with_origins(["https://app.example.com:443"]);
    let listening = Listening::of(server(), some).await;
    let answer = listening
        .post("Origin: https://app.example.com\r\n", &initialize())
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[tokio::test]
async fn only_who_shows_the_token_comes_in() {
    let options = HttpOptions::new().with_token("open sesame");
    let listening = Listening::of(server(), options).await;
    for headers in [
        "",
        "Authorization: Bearer open\r\n",
        "Authorization: Basic open sesame\r\n",
        "Authorization: open sesame\r\n",
        "Authorization: Bearer open sesame\r\nAuthorization: Bearer other\r\n",
    ] {
        let answer = listening.post(headers, &initialize()).await;
        assert_eq!(answer.status, 401, "{headers}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
    let headers = "Authorization: Bearer open sesame\r\n";
    let session = listening.session(headers).await;
    let answer = listening
        .post(&session, &call("echo", json!({"text": "hi"})))
        .await;
    assert_eq!(answer.message()["result"]["content"][0]["text"], "hi");
    // A session is no key.
    let stolen = session.replace(headers, "");
    let answer = listening
        .post(&stolen, &call("echo", json!({"text": "hi"})))
        .await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn a_host_says_who_may_come_in() {
    let options = HttpOptions::new().with_authority(|token| token.starts_with("friend-"));
    let listening = Listening::of(server(), options).await;
    let answer = listening
        .post("Authorization: bearer friend-1\r\n", &initialize())
        .await;
    assert_eq!(answer.status, 200);
    let answer = listening
        .post("Authorization: Bearer foe\r\n", &initialize())
        .await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn bodies_are_bounded() {
    let options = HttpOptions::new().with_max_body(10_000);
    let listening = Listening::of(server(), options).await;
    let session = listening.session("").await;
    let answer = listening
        .post(&session, &call("echo", json!({"text": "x".repeat(9_000)})))
        .await;
    assert_eq!(answer.status, 200);
    let answer = listening
        .post(&session, &call("echo", json!({"text": "x".repeat(11_000)})))
        .await;
    assert_eq!(answer.status, 413, "{answer:?}");
}

#[tokio::test]
async fn one_address_asks_so_often_and_no_more() {
    let number = |number| NonZeroU32::new(number).unwrap();
    let options = HttpOptions::new().with_rate(Rate::new(number(1), number(3)));
    let listening = Listening::of(server(), options).await;
    let mut statuses = Vec::new();
    while !statuses.contains(&429) {
        assert!(statuses.len() < 50, "{statuses:?}");
        let answer = listening.post("", &initialize()).await;
        if answer.status == 429 {
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
        statuses.push(answer.status);
    }
    assert_eq!(statuses[..3], [200, 200, 200]);
}

#[tokio::test]
async fn other_paths_and_nonsense_are_refused() {
    let listening = Listening::of(server(), HttpOptions::new()).await;
    for path in ["/", "/mcp/", "/mcp/x", "/../mcp"] {
        let answer = listening.send(&format!("POST {path}"), "", "{}").await;
        assert_eq!(answer.status, 404, "{path}");
    }
    let answer = listening.send("PUT /mcp", "", "{}").await;
    assert_eq!(answer.status, 405);
    for body in ["", "{", "[]", "{}", "null", "\u{0}"] {
        let answer = listening.send("POST /mcp", "", body).await;
        assert!((400..500).contains(&answer.status), "{body:?}: {answer:?}");
    }
    let other = HttpOptions::new().with_path("/tools");
    let server = server().listen(other).await.unwrap();
    assert!(server.url().ends_with("/tools"));
}

#[tokio::test]
async fn other_machines_reach_nothing_that_is_not_guarded() {
    let open = || HttpOptions::new().with_address(([0, 0, 0, 0], 0));
    let named = || open().with_hosts(["tools.example.com"]);
    for (options, missing) in [
        (open(), "with_hosts"),
        (open().with_token("t"), "with_hosts"),
        (named(), "with_token"),
    ] {
        let error = server().listen(options).await.unwrap_err();
        assert!(matches!(error, ServeError::Exposed { .. }), "{error}");
        assert!(error.to_string().contains(missing), "{error}");
    }
    // Nothing is sent over it: the address alone is what is tried.
    assert!(server().listen(named().with_token("t")).await.is_ok());
}

#[tokio::test]
async fn a_taken_address_is_told() {
    let first = server().listen(HttpOptions::new()).await.unwrap();
    let same = HttpOptions::new().with_address(first.address());
    let error = server().listen(same).await.unwrap_err();
    assert!(matches!(error, ServeError::Listen { .. }), "{error}");
}

#[tokio::test]
async fn running_calls_finish_when_the_server_ends() {
    let mut listening = Listening::of(server(), HttpOptions::new()).await;
    let session = listening.session("").await;
    let (address, moment) = (listening.address, call("moment", json!({})));
    let running = tokio::spawn(async move { post(address, &session, &moment).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    listening.stop();
    let answer = running.await.unwrap();
    assert_eq!(answer.message()["result"]["content"][0]["text"], "over");
    soon("the end", &mut listening.serving).await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_stream_for_news_is_told_and_ends_with_the_server() {
    let toolbox = toolbox();
    let server = Server::of(toolbox.clone()).unwrap();
    let mut listening = Listening::of(server, HttpOptions::new()).await;
    let session = listening.session("").await;
    let address = listening.address;
    let news = tokio::spawn(async move { send(address, "GET /mcp", &session, "").await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    toolbox.remove("echo").unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    listening.stop();
    let news = soon("the end of the stream", news).await.unwrap();
    assert!(
        news.body.contains("notifications/tools/list_changed"),
        "{news:?}"
    );
    soon("the end", &mut listening.serving).await.unwrap();
}
