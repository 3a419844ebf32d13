//! The configuration of docs/nats.md: hosts and workers are in accounts of their own, over TLS, and
//! each can do what it is for and nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use loopd_tools::nats::async_nats::{Client, ConnectOptions, Event};
use loopd_tools::nats::{CallError, Directory, Port, Worker};
use tokio::time::timeout;

use crate::server::{Server, folder};
use crate::setup::{Gate, broker, call, text, tools};

const PAGE: &str = include_str!("../../docs/nats.md");

struct Secured {
    server: Server,
    keys: PathBuf,
}

impl Secured {
    /// A server with the configuration of the page, and keys of its own.
    fn start() -> Self {
        let configuration = PAGE.split("```nats\n").nth(1).unwrap();
        let configuration = configuration.split("```").next().unwrap();
        let keys = folder("keys");
        make_keys(&keys);
        let configuration = configuration.replace("/etc/nats", keys.to_str().unwrap());
        Self {
            server: Server::configured(&configuration),
            keys,
        }
    }

    /// A connection, and what the server complains of.
    async fn connect(&self, user: &str, password: &str) -> (Client, Arc<Mutex<Vec<String>>>) {
        let errors = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&errors);
        let client = ConnectOptions::new()
            .user_and_password(user.to_owned(), password.to_owned())
            .add_root_certificates(self.keys.join("ca.pem"))
            .require_tls(true)
            .event_callback(move |event| {
                if let Event::ServerError(error) = event {
                    heard.lock().unwrap().push(error.to_string());
                }
                async {}
            })
            .connect(self.server.address())
            .await
            .unwrap();
        (client, errors)
    }
}

impl Drop for Secured {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.keys);
    }
}

/// An authority, and a key for 127.0.0.1 that it has signed.
fn make_keys(folder: &Path) {
    let script = r#"
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
            -subj /CN=test-authority -keyout ca.key -out ca.pem
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
            -subj /CN=127.0.0.1 -keyout server.key -out server.csr
        printf 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n' >extensions
        openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
            -extfile extensions -out server.pem
    "#;
    let output = Command::new("bash")
        .args(["-euc", script])
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl makes the keys: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_call_and_workers_serve() {
    let secured = Secured::start();
    let (serving, serving_errors) = secured.connect("worker", "of-a-worker").await;
    let (hosting, hosting_errors) = secured.connect("host", "of-a-host").await;
    let gate = Arc::new(Gate::default());
    let start = || async {
        Worker::builder(serving.clone(), broker(tools(&gate)))
            .beat(Duration::from_millis(100))
            .start()
            .await
            .unwrap()
    };
    let worker = start().await;
    let directory = Directory::builder(hosting.clone()).start().await.unwrap();
    assert_eq!(directory.registry().len(), 4);
    let port = Port::builder(hosting.clone())
        .directory(&directory)
        .asking(Duration::from_millis(100))
        .lost(Duration::from_millis(600))
        .patience(Duration::from_millis(300))
        .start()
        .await
        .unwrap();
    // In two steps, and in one.
    for _ in 0..50 {
        assert_eq!(text(call(&port, "echo", r#"{"text":"a"}"#).await), "a");
    }
    gate.may_end.add_permits(2);
    assert_eq!(text(call(&port, "wait_again", "{}").await), "waited");
    assert_eq!(text(call(&port, "wait", "{}").await), "waited");
    // A call that takes longer than it takes to ask for it, and one whose worker is lost.
    let waiting = |port: Port| tokio::spawn(async move { call(&port, "wait", "{}").await });
    gate.begun.forget_permits(2);
    let long = waiting(port.clone());
    tokio::time::sleep(Duration::from_millis(500)).await;
    gate.may_end.add_permits(1);
    assert_eq!(text(long.await.unwrap()), "waited");
    gate.begun.forget_permits(1);
    let lost = waiting(port.clone());
    gate.begun.acquire().await.unwrap().forget();
    drop(worker);
    let error = timeout(Duration::from_secs(20), lost).await.unwrap();
    let error = error.unwrap().unwrap_err();
    assert!(matches!(error, CallError::WorkerLost { .. }), "{error:?}");
    let error = call(&port, "echo", "{}").await.unwrap_err();
    assert!(!error.may_have_run(), "{error:?}");
    start().await.drain().await;
    assert_eq!(*serving_errors.lock().unwrap(), [""; 0]);
    assert_eq!(*hosting_errors.lock().unwrap(), [""; 0]);
}

#[tokio::test]
async fn what_is_not_allowed_is_denied() {
    let secured = Secured::start();
    let worker = ("worker", "of-a-worker");
    let host = ("host", "of-a-host");
    let publish = [
        // A host can't pass for a worker, nor a worker for a host, nor for another group's.
        (host, "tools.presence.default"),
        (host, "_INBOX.x"),
        (host, "$SRV.STATS"),
        (host, "tools.call.other.echo"),
        (worker, "tools.call.default.echo"),
        (worker, "tools.worker.x"),
        (worker, "tools.presence.other"),
        (worker, "_INBOX.x"),
    ];
    for ((user, password), subject) in publish {
        let (client, errors) = secured.connect(user, password).await;
        client.publish(subject, "x".into()).await.unwrap();
        until_denied(&errors, subject, user).await;
    }
    let subscribe = [
        // Nobody hears another's calls, nor takes calls outside its group.
        (host, "tools.call.default.*"),
        (host, "tools.worker.x"),
        (host, "tools.>"),
        (worker, "tools.call.default.*"),
        (worker, "tools.call.other.*"),
        (worker, "_INBOX.>"),
        (worker, ">"),
    ];
    for ((user, password), subject) in subscribe {
        let (client, errors) = secured.connect(user, password).await;
        let mut subscriber = client.subscribe(subject).await.unwrap();
        until_denied(&errors, subject, user).await;
        let nothing = timeout(Duration::from_millis(50), subscriber.next()).await;
        assert!(nothing.is_err());
    }
}

async fn until_denied(errors: &Mutex<Vec<String>>, subject: &str, user: &str) {
    for _ in 0..500 {
        let denied = errors.lock().unwrap().iter().any(|error| {
            let error = error.to_lowercase();
            error.contains("permissions violation") && error.contains(&subject.to_lowercase())
        });
        if denied {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{user} may use {subject}: {:?}", errors.lock().unwrap());
}

#[tokio::test]
async fn without_the_password_or_the_authority_nobody_comes_in() {
    let secured = Secured::start();
    let options = || ConnectOptions::new().add_root_certificates(secured.keys.join("ca.pem"));
    let address = secured.server.address();
    for (user, password) in [
        ("host", "of-a-worker"),
        ("worker", ""),
        ("nobody", "of-a-host"),
    ] {
        let options = options().user_and_password(user.to_owned(), password.to_owned());
        assert!(options.connect(&address).await.is_err(), "{user}");
    }
    assert!(options().connect(&address).await.is_err());
    // A client that does not know the authority does not say its password.
    let stranger = ConnectOptions::new()
        .user_and_password("host".to_owned(), "of-a-host".to_owned())
        .require_tls(true);
    assert!(stranger.connect(&address).await.is_err());
}

/// The worker ends the server's way back for each request by the name that the server gives it.
#[tokio::test]
async fn ways_back_have_the_name_that_a_worker_looks_for() {
    let secured = Secured::start();
    let (serving, _) = secured.connect("worker", "of-a-worker").await;
    let (hosting, _) = secured.connect("host", "of-a-host").await;
    let mut calls = serving
        .queue_subscribe("tools.call.default.*", "default".to_owned())
        .await
        .unwrap();
    serving.flush().await.unwrap();
    let port = Port::builder(hosting).start().await.unwrap();
    let calling = tokio::spawn(async move { call(&port, "whoami", "{}").await });
    let message = calls.next().await.unwrap();
    let way_back = message.reply.unwrap();
    assert!(way_back.starts_with("_R_."), "{way_back}");
    calling.abort();
}
