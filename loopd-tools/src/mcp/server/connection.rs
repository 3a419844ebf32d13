//! One client, as the SDK asks for it.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[expect(deprecated, reason = "older revisions have log messages")]
use rmcp::model::SetLevelRequestParams;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    ServerConfig, SubscriptionFilter, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use tokio::task::AbortHandle;

use crate::context::Session;

use super::call;
use super::caller::{Caller, LogLevel};
use super::changes::ListChanges;
use super::served::Served;

/// One client.
pub(super) struct Connection {
    served: Arc<Served>,
    session: Session,
    level: Arc<AtomicU8>,
    /// What tells the client of changes, where that is not a request of its own.
    follower: Mutex<Option<AbortHandle>>,
}

impl Connection {
    pub(super) fn new(served: Arc<Served>) -> Self {
        Self {
            session: served.session(),
            level: Arc::new(AtomicU8::new(LogLevel::Info as u8)),
            follower: Mutex::new(None),
            served,
        }
    }

    /// Keeps one follower; an earlier one ends.
    fn follow(&self, follower: Option<AbortHandle>) {
        let mut kept = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(earlier) = std::mem::replace(&mut *kept, follower) {
            earlier.abort();
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.follow(None);
    }
}

#[expect(deprecated, reason = "older revisions have log messages")]
impl ServerHandler for Connection {
    fn get_info(&self) -> ServerConfig {
        self.served.info()
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.served.listing().get(name).cloned()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let listing = self.served.listing();
        let (tools, next) = listing.page(cursor.as_deref(), self.served.page())?;
        let mut result = ListToolsResult::with_all_items(tools);
        result.next_cursor = next;
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = Caller::new(context.peer.clone(), Arc::clone(&self.level));
        let result = call::answer(&self.served, &self.session, caller, request, context).await?;
        Ok(CallToolResponse::Complete(result))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let level = LogLevel::of(request.level);
        self.level.store(level as u8, Ordering::Relaxed);
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut changes = ListChanges::of(self.served.broker.toolbox());
        let follower = tokio::spawn(async move {
            while changes.next().await {
                if context.peer.notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        });
        self.follow(Some(follower.abort_handle()));
    }

    fn accepted_subscription_filter(
        &self,
        _requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = ListChanges::of(self.served.broker.toolbox());
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                seen = changes.next() => {
                    if !seen || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
