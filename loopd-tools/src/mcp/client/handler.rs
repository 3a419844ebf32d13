//! What a server may say on its own: how far a call has come, and that its list has changed.
//!
//! It may ask for nothing: no model, no person, no directory of this host.

use std::sync::Arc;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};

use super::clean::clean_line;
use super::link::Link;

/// How many bytes of the words of progress are handed on.
const WORDS: usize = 500;

/// Hears a server.
pub(super) struct Handler {
    link: Arc<Link>,
}

impl Handler {
    pub(super) fn new(link: Arc<Link>) -> Self {
        Self { link }
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let name = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), name)
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        let Some(cx) = self
            .link
            .context_of(&params.progress_token, params.progress)
            .await
        else {
            return;
        };
        let total = params.total.filter(|total| *total > 0.0);
        let fraction = total.map(|total| params.progress / total);
        let words = params.message.unwrap_or_default();
        cx.progress(fraction, &clean_line(&words, WORDS));
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.link.list_changed();
    }
}
