//! One request: what is refused before the SDK reads it.

use std::convert::Infallible;
use std::fmt::Display;
use std::net::IpAddr;
use std::time::Instant;

use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes};
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use super::authority::Authority;
use super::rate::Meter;
use crate::mcp::server::connection::Connection;

pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// What answers requests.
pub(super) struct Requests {
    pub(super) path: String,
    pub(super) authority: Option<Authority>,
    pub(super) meter: Option<Meter>,
    pub(super) service: StreamableHttpService<Connection, LocalSessionManager>,
}

impl Requests {
    /// Answers a request of `address`.
    pub(super) async fn answer<B>(&self, request: Request<B>, address: IpAddr) -> Answer
    where
        B: Body + Send + 'static,
        B::Error: Display,
    {
        if let Some(meter) = &self.meter
            && let Err(seconds) = meter.take(address, Instant::now())
        {
            let wait = HeaderValue::from(seconds);
            return refused(StatusCode::TOO_MANY_REQUESTS, Some((RETRY_AFTER, wait)));
        }
        if request.uri().path() != self.path {
            return refused(StatusCode::NOT_FOUND, None);
        }
        if let Some(authority) = &self.authority
            && !authority.admits(request.headers())
        {
            let how = HeaderValue::from_static("Bearer");
            return refused(StatusCode::UNAUTHORIZED, Some((WWW_AUTHENTICATE, how)));
        }
        self.service.handle(request).await
    }
}

fn refused(status: StatusCode, header: Option<(HeaderName, HeaderValue)>) -> Answer {
    let words = status.canonical_reason().unwrap_or_default();
    let mut answer = Response::new(Full::new(Bytes::from_static(words.as_bytes())).boxed());
    *answer.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain");
    answer.headers_mut().insert(CONTENT_TYPE, plain);
    if let Some((name, value)) = header {
        answer.headers_mut().insert(name, value);
    }
    answer
}
