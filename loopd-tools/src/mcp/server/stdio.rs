//! One client on two streams.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::dyn_tool::BoxFuture;

use super::connection::Connection;
use super::error::ServeError;
use super::served::Served;

/// Serves one client on standard input and output.
pub(super) async fn serve_standard(
    served: Arc<Served>,
    until: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let (reader, writer) = rmcp::transport::stdio_pipes();
    serve(served, reader, writer, until).await
}

/// Serves one client until it hangs up or `until` ends; running calls may finish.
pub(super) async fn serve(
    served: Arc<Served>,
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: impl AsyncWrite + Send + Unpin + 'static,
    until: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let mut until = pin!(until);
    let reader = Lingering {
        reader,
        served: Arc::clone(&served),
        end: End::NotYet,
    };
    let connection = Connection::new(Arc::clone(&served));
    let service = tokio::select! {
        service = connection.serve((reader, writer)) => service,
        () = &mut until => return Ok(()),
    };
    let service = match service {
        Ok(service) => service,
        // It has come and gone, which is no fault.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            return Ok(());
        }
        Err(error) => return Err(ServeError::Handshake(error.to_string())),
    };
    let stop = service.cancellation_token();
    let mut waiting = pin!(service.waiting());
    tokio::select! {
        ended = &mut waiting => return ended.map(drop).map_err(ServeError::Task),
        () = until => {}
    }
    served.running.close();
    served.running.drained(served.grace).await;
    stop.cancel();
    waiting.await.map(drop).map_err(ServeError::Task)
}

/// A stream whose end is told only when no call runs any more: a client that has said all that it
/// wants to say still gets its answers.
struct Lingering<R> {
    reader: R,
    served: Arc<Served>,
    end: End,
}

enum End {
    NotYet,
    /// The stream has ended, and calls run.
    Awaited(BoxFuture<'static, ()>),
    Told,
}

impl<R: AsyncRead + Unpin> AsyncRead for Lingering<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if matches!(this.end, End::NotYet) {
            let before = buf.filled().len();
            match Pin::new(&mut this.reader).poll_read(cx, buf) {
                Poll::Ready(Ok(())) if buf.filled().len() == before && buf.remaining() > 0 => {}
                other => return other,
            }
            let served = Arc::clone(&this.served);
            this.end = End::Awaited(Box::pin(async move {
                served.running.drained(served.grace).await;
            }));
        }
        if let End::Awaited(awaited) = &mut this.end {
            std::task::ready!(awaited.as_mut().poll(cx));
            this.end = End::Told;
        }
        Poll::Ready(Ok(()))
    }
}
