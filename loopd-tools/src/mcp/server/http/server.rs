//! Listening, and ending well.

use std::convert::Infallible;
use std::fmt;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::options::HttpOptions;
use super::rate::Meter;
use super::requests::Requests;
use crate::mcp::server::connection::Connection;
use crate::mcp::server::error::ServeError;
use crate::mcp::server::served::Served;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// How long answers may take to reach their clients when the server ends, and then how long what
/// the clients keep open may.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long nothing is taken in after taking in has failed, as when there are too many files open.
const PAUSE: Duration = Duration::from_millis(50);

/// The web pages of this machine.
const LOCAL_PAGES: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// A server that listens for clients over HTTP: made by [`Server::listen`](crate::mcp::Server::listen).
#[must_use = "nobody is served before `serve` runs"]
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    served: Arc<Served>,
    options: HttpOptions,
}

impl HttpServer {
    pub(in crate::mcp::server) async fn listen(
        served: Arc<Served>,
        options: HttpOptions,
    ) -> Result<Self, ServeError> {
        let wanted = options.address;
        if let Some(missing) = options.missing() {
            let address = wanted.to_string();
            return Err(ServeError::Exposed { address, missing });
        }
        let failed = |source| ServeError::Listen {
            address: wanted.to_string(),
            source,
        };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            listener,
            served,
            options,
        })
    }

    /// The address, with the port that was found.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where clients on this machine find the server.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.options.path)
    }

    /// Serves clients until `until` ends. Then nobody new is let in, no call begins, the running
    /// ones may finish in the server's grace time, and what is still open is closed.
    pub async fn serve(self, until: impl Future<Output = ()>) {
        let config = config(&self.options);
        let streams = config.cancellation_token.clone();
        let served = Arc::clone(&self.served);
        let service = StreamableHttpService::new(
            move || Ok(Connection::new(Arc::clone(&served))),
            Arc::new(LocalSessionManager::default()),
            config,
        );
        let requests = Arc::new(Requests {
            path: self.options.path,
            authority: self.options.authority,
            meter: self.options.rate.map(Meter::new),
            service,
        });
        let places = Arc::new(Semaphore::new(
            self.options.connections.min(Semaphore::MAX_PERMITS),
        ));
        let (closing, _) = watch::channel(false);
        let mut clients = JoinSet::new();
        let mut until = pin!(until);
        loop {
            let arrival = async {
                // A closed semaphore is one that nobody closes.
                let place = Arc::clone(&places).acquire_owned().await.ok();
                (place, self.listener.accept().await)
            };
            tokio::select! {
                () = &mut until => break,
                (place, arrival) = arrival => {
                    let Ok((stream, address)) = arrival else {
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    };
                    let client = client(stream, address, Arc::clone(&requests), closing.subscribe());
                    clients.spawn(async move {
                        client.await;
                        drop(place);
                    });
                }
                Some(_) = clients.join_next() => {}
            }
        }
        drop(self.listener);
        self.served.running.close();
        self.served.running.drained(self.served.grace).await;
        // Answers are on their way; who keeps a stream open for news would keep it for ever.
        closing.send_replace(true);
        let all = async { while clients.join_next().await.is_some() {} };
        let mut all = pin!(all);
        if tokio::time::timeout(FAREWELL, &mut all).await.is_err() {
            streams.cancel();
            let _ = tokio::time::timeout(FAREWELL, &mut all).await;
        }
    }
}

/// Serves one client.
async fn client(
    stream: TcpStream,
    address: SocketAddr,
    requests: Arc<Requests>,
    mut closing: watch::Receiver<bool>,
) {
    let service = service_fn(move |request| {
        let requests = Arc::clone(&requests);
        async move { Ok::<_, Infallible>(requests.answer(request, address.ip()).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        // A client that breaks off is no news.
        _ = &mut connection => return,
        _ = closing.wait_for(|closing| *closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

fn config(options: &HttpOptions) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default().with_max_request_body_bytes(options.body);
    let config = match &options.origins {
        None => config.with_allowed_origins(LOCAL_PAGES),
        Some(origins) => config.with_allowed_origins(origins),
    };
    // An empty list means no page at all.
    let config = config.enforce_origin_validation();
    if options.hosts.is_empty() {
        // The SDK's own list: this machine's names.
        config
    } else {
        config.with_allowed_hosts(&options.hosts)
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer")
            .field("address", &self.address)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
