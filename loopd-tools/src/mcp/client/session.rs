//! Beginning a connection.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::TokioChildProcess;
#[cfg(feature = "mcp-http")]
use rmcp::transport::{
    StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
};

use super::clean::clean_line;
use super::handler::Handler;
use super::last_words::LastWords;
use super::link::Link;
use super::options::Lifecycle;
use super::transport::{Transport, Way};

/// How many bytes of the reason are shown.
const SHOWN: usize = 1000;

/// How long a program that has ended may take to have its last words read.
const LISTEN: Duration = Duration::from_millis(100);

/// A connection.
pub(super) struct Opened {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) last_words: LastWords,
}

/// Begins a connection; else says why there is none.
pub(super) async fn open(
    transport: &Transport,
    lifecycle: Lifecycle,
    link: &Arc<Link>,
    timeout: Duration,
) -> Result<Opened, String> {
    let last_words = LastWords::default();
    let opening = service(transport, mode(lifecycle), link, &last_words);
    let reason = match tokio::time::timeout(timeout, opening).await {
        Ok(Ok(service)) => {
            return Ok(Opened {
                service,
                last_words,
            });
        }
        Ok(Err(reason)) => reason,
        Err(_) => format!("it did not answer within {} s", timeout.as_secs_f64()),
    };
    tokio::time::sleep(LISTEN).await;
    Err(with_last_words(clean_line(&reason, SHOWN), &last_words))
}

/// The reason, with what the program has said.
pub(super) fn with_last_words(reason: String, last_words: &LastWords) -> String {
    match last_words.shown() {
        Some(words) => format!("{reason}; its last words: {words}"),
        None => reason,
    }
}

async fn service(
    transport: &Transport,
    mode: ClientLifecycleMode,
    link: &Arc<Link>,
    last_words: &LastWords,
) -> Result<RunningService<RoleClient, Handler>, String> {
    let handler = Handler::new(Arc::clone(link));
    match &transport.way {
        Way::Program(program) => {
            let spawned = TokioChildProcess::builder(program.command())
                .stderr(std::process::Stdio::piped())
                .spawn();
            let (process, errors) =
                spawned.map_err(|error| format!("it can't be started: {error}"))?;
            if let Some(errors) = errors {
                tokio::spawn(last_words.clone().read(errors));
            }
            let serving = handler.serve_with_lifecycle(process, mode);
            serving.await.map_err(|error| words(&error))
        }
        Way::Streams(open) => {
            let streams = open().await.map_err(|error| error.to_string())?;
            let serving = handler.serve_with_lifecycle(streams, mode);
            serving.await.map_err(|error| words(&error))
        }
        #[cfg(feature = "mcp-http")]
        Way::Http(address) => {
            let config = StreamableHttpClientTransportConfig::with_uri(&*address.url);
            let config = match &address.token {
                Some(token) => config.auth_header(token.as_str()),
                None => config,
            };
            let transport = StreamableHttpClientTransport::from_config(config);
            let serving = handler.serve_with_lifecycle(transport, mode);
            serving.await.map_err(|error| words(&error))
        }
    }
}

fn mode(lifecycle: Lifecycle) -> ClientLifecycleMode {
    match lifecycle {
        Lifecycle::Handshake => ClientLifecycleMode::Initialize,
        Lifecycle::Newest => ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        },
    }
}

fn words(error: &ClientInitializeError) -> String {
    match error {
        ClientInitializeError::ConnectionClosed(_) => "it hung up before it had begun".to_owned(),
        ClientInitializeError::JsonRpcError(said) => format!("it refuses: {}", said.message),
        ClientInitializeError::TransportError { error, .. } => error.error.to_string(),
        other => other.to_string(),
    }
}
