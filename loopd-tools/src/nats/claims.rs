//! Payloads that are too big for a message: they are left in an object store, and the message holds
//! their name.

use std::error::Error;
use std::sync::Arc;

use bytes::Bytes;

use crate::dyn_tool::BoxFuture;

#[cfg(feature = "nats-claims")]
pub use self::object_store::{Claims, ClaimsError};

type Failure = Box<dyn Error + Send + Sync>;

/// Where big payloads are left. There is one kind of it, and only with the feature.
pub(super) trait Store: Send + Sync {
    /// Leaves a payload under a name.
    fn leave(&self, name: String, payload: Bytes) -> BoxFuture<'_, Result<(), Failure>>;

    /// Fetches a payload and clears its place.
    fn fetch(&self, name: String) -> BoxFuture<'_, Result<Bytes, Failure>>;
}

/// None where big payloads are refused.
pub(super) type Stored = Option<Arc<dyn Store>>;

#[cfg(feature = "nats-claims")]
mod object_store {
    use std::time::Duration;

    use async_nats::Client;
    use async_nats::jetstream;
    use async_nats::jetstream::object_store::{Config, ObjectStore};
    use bytes::Bytes;
    use thiserror::Error;
    use tokio::io::AsyncReadExt;

    use super::{BoxFuture, Failure, Store};

    /// How long what nobody fetches stays there.
    const MAX_AGE: Duration = Duration::from_secs(3600);

    /// How big a payload may be unless a host or worker says otherwise.
    const LIMIT: usize = 64 * 1024 * 1024;

    /// A bucket in the server's object store for payloads that are too big for a message.
    ///
    /// Hosts and workers that name the same bucket pass big payloads through it. Who fetches one
    /// clears its place; what nobody fetches is gone after an hour.
    #[derive(Clone)]
    pub struct Claims {
        store: ObjectStore,
        limit: usize,
    }

    /// Why there is no bucket.
    #[derive(Debug, Error)]
    #[error(
        "the bucket {bucket:?} can't be opened; has the server JetStream, and may this user use it?"
    )]
    pub struct ClaimsError {
        bucket: String,
        source: Failure,
    }

    impl Claims {
        /// Opens the bucket, which is made where it is missing. Payloads may have 64 MiB.
        ///
        /// # Errors
        ///
        /// If it can't be opened or made.
        pub async fn open(client: &Client, bucket: &str) -> Result<Self, ClaimsError> {
            let context = jetstream::new(client.clone());
            let config = Config {
                bucket: bucket.to_owned(),
                max_age: MAX_AGE,
                ..Config::default()
            };
            let store = match context.get_object_store(bucket).await {
                Ok(store) => Ok(store),
                Err(_) => context.create_object_store(config).await,
            };
            let store = store.map_err(|error| ClaimsError {
                bucket: bucket.to_owned(),
                source: error.into(),
            })?;
            Ok(Self {
                store,
                limit: LIMIT,
            })
        }

        /// Bounds how big a payload may be, in bytes.
        #[must_use]
        pub fn with_limit(mut self, bytes: usize) -> Self {
            self.limit = bytes;
            self
        }

        fn check(&self, bytes: usize) -> Result<(), Failure> {
            if bytes <= self.limit {
                return Ok(());
            }
            Err(format!("it has {bytes} bytes, and {} are allowed", self.limit).into())
        }
    }

    impl Store for Claims {
        fn leave(&self, name: String, payload: Bytes) -> BoxFuture<'_, Result<(), Failure>> {
            Box::pin(async move {
                self.check(payload.len())?;
                self.store.put(name.as_str(), &mut &payload[..]).await?;
                Ok(())
            })
        }

        fn fetch(&self, name: String) -> BoxFuture<'_, Result<Bytes, Failure>> {
            Box::pin(async move {
                let object = self.store.get(&name).await?;
                self.check(object.info().size)?;
                let mut payload = Vec::new();
                // What the object says of its size is a peer's word.
                let limit = u64::try_from(self.limit).unwrap_or(u64::MAX);
                object
                    .take(limit.saturating_add(1))
                    .read_to_end(&mut payload)
                    .await?;
                self.check(payload.len())?;
                // It goes with its bucket's age otherwise.
                let _ = self.store.delete(&name).await;
                Ok(payload.into())
            })
        }
    }

    impl std::fmt::Debug for Claims {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("Claims")
                .field("limit", &self.limit)
                .finish_non_exhaustive()
        }
    }
}
