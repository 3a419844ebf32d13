//! Reaching servers, or not.

use std::time::Duration;

use loopd_tools::Toolbox;
use loopd_tools::mcp::{ImportError, ImportOptions, Lifecycle, Transport, import};
use serde_json::json;

use crate::importing::{call, one};
use crate::kit::Scripted;

#[tokio::test]
async fn what_can_not_be_reached_is_told() {
    let toolbox = Toolbox::new();
    let nobody = Transport::command("/nowhere/at-all", ["x"]);
    let error = import(nobody, ImportOptions::new(&toolbox, "x_"))
        .await
        .unwrap_err();
    assert!(matches!(error, ImportError::Connect { .. }), "{error}");
    assert!(
        error
            .to_string()
            .contains("x can't be reached: it can't be started"),
        "{error}"
    );

    let script = "echo 'no configuration \u{1b}[31mfound' >&2; exit 3";
    let dies = Transport::command("sh", ["-c", script]);
    let error = import(dies, ImportOptions::new(&toolbox, "x_"))
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.ends_with("its last words: no configuration [31mfound"),
        "{text}"
    );

    let silent = Transport::command("sleep", ["60"]);
    let options =
        ImportOptions::new(&toolbox, "x_").with_connect_timeout(Duration::from_millis(200));
    let error = import(silent, options).await.unwrap_err();
    assert!(
        error.to_string().contains("did not answer within 0.2 s"),
        "{error}"
    );
    assert!(toolbox.is_empty());
}

/// What a program sees of the environment is what it needs: cargo tells tests more than that.
#[tokio::test]
async fn secrets_stay_here() {
    let toolbox = Toolbox::new();
    let script =
        "echo \"got $LOOPD_TOKEN and ${CARGO_MANIFEST_DIR:-nothing} on ${PATH:-nothing}\" >&2";
    let run = async |change: fn(Transport) -> Transport| {
        let transport = change(Transport::command("sh", ["-c", script]));
        let error = import(transport, ImportOptions::new(&toolbox, "x_")).await;
        error.unwrap_err().to_string()
    };
    let text = run(|transport| transport.with_env("LOOPD_TOKEN", "t")).await;
    assert!(text.contains("got t and nothing on /"), "{text}");
    let text = run(|transport| transport.with_whole_environment(true)).await;
    let known = std::env::var_os("CARGO_MANIFEST_DIR").is_some();
    let wanted = if known {
        "got and /"
    } else {
        "got and nothing"
    };
    assert!(text.contains(wanted), "{text}");
}

#[tokio::test]
async fn a_server_without_the_newest_revision_is_shaken_hands_with() {
    let server = Scripted::saying(one(), "said");
    let toolbox = Toolbox::new();
    let options = ImportOptions::new(&toolbox, "x_").with_lifecycle(Lifecycle::Newest);
    let _imported = import(server.transport(), options).await.unwrap();
    assert_eq!(server.heard("server/discover").len(), 1);
    assert_eq!(call(&toolbox, "x_say", json!({})).await.text(), "said");
}
