//! Asking a server for its tools.

use std::collections::HashSet;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, ServiceError};
use serde_json::Value;

use super::clean::clean_line;

/// How many bytes of a server's words are shown.
const SHOWN: usize = 500;

/// What a server lists: each tool as it wrote it, whether or not it is one.
pub(super) struct Listed {
    pub(super) tools: Vec<Value>,
    /// Whether there are more than were wanted.
    pub(super) more: bool,
}

/// All pages of the list, up to the one that holds the tool behind the last that is wanted.
pub(super) async fn list(
    peer: &Peer<RoleClient>,
    wanted: usize,
    timeout: Duration,
) -> Result<Listed, String> {
    match tokio::time::timeout(timeout, pages(peer, wanted)).await {
        Ok(listed) => listed,
        Err(_) => Err(format!("no answer within {} s", timeout.as_secs_f64())),
    }
}

async fn pages(peer: &Peer<RoleClient>, wanted: usize) -> Result<Listed, String> {
    let mut tools = Vec::new();
    let mut cursors = HashSet::new();
    let mut cursor = None;
    loop {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        let request = ListToolsRequest::with_param(params);
        // The SDK's own call for this fails as a whole where one tool is malformed.
        let answer = peer.send_request(ClientRequest::ListToolsRequest(request));
        let (page, next) = match answer.await {
            Ok(ServerResult::ListToolsResult(result)) => {
                let page = result.tools.iter().map(serde_json::to_value);
                let page = page.collect::<Result<Vec<_>, _>>();
                (page.map_err(|error| error.to_string())?, result.next_cursor)
            }
            Ok(ServerResult::CustomResult(result)) => malformed(result.0)?,
            Ok(_) => return Err("the answer is no list of tools".to_owned()),
            Err(ServiceError::McpError(said)) => return Err(clean_line(&said.message, SHOWN)),
            Err(error) => return Err(error.to_string()),
        };
        let empty = page.is_empty();
        tools.extend(page);
        let more = tools.len() > wanted;
        match next {
            Some(next) if !more && !empty => {
                if !cursors.insert(next.clone()) {
                    return Err("the list goes round in circles".to_owned());
                }
                cursor = Some(next);
            }
            _ => {
                tools.truncate(wanted);
                return Ok(Listed { tools, more });
            }
        }
    }
}

/// A page with something in it that the SDK can't read.
fn malformed(mut page: Value) -> Result<(Vec<Value>, Option<String>), String> {
    let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
        return Err("the answer is no list of tools".to_owned());
    };
    let next = page.get("nextCursor").and_then(Value::as_str);
    Ok((tools, next.map(str::to_owned)))
}
