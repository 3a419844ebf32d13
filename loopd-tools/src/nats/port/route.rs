//! Where a call goes, and whether it may be made again.

use std::collections::BTreeSet;
use std::fmt;

use crate::nats::directory::Directory;
use crate::nats::error::CallError;
use crate::nats::token::token;
use crate::schema::Digest;

/// Where one call goes.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub(super) group: String,
    /// What the model has read; none if the host does not know.
    pub(super) digest: Option<Digest>,
    pub(super) may_repeat: bool,
}

pub(super) enum Routes {
    /// To one group, whatever the tool is.
    Group {
        group: String,
        /// The tools that may be repeated.
        repeatable: BTreeSet<String>,
    },
    /// To where the tool is announced.
    Announced(Directory),
}

impl Routes {
    pub(super) fn to(&self, tool: &str) -> Result<Route, CallError> {
        token("the tool's name", tool).map_err(CallError::BadName)?;
        match self {
            Self::Group { group, repeatable } => Ok(Route {
                group: group.clone(),
                digest: None,
                may_repeat: repeatable.contains(tool),
            }),
            Self::Announced(directory) => {
                let view = directory.view();
                let Some(listing) = view.get(tool) else {
                    let tool = tool.to_owned();
                    return Err(CallError::NotAnnounced { tool });
                };
                Ok(Route {
                    group: listing.group().to_owned(),
                    digest: Some(listing.digest()),
                    may_repeat: listing.definition().hints().may_repeat(),
                })
            }
        }
    }
}

impl fmt::Debug for Routes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group { group, repeatable } => f
                .debug_struct("Group")
                .field("group", group)
                .field("repeatable", repeatable)
                .finish(),
            Self::Announced(_) => f.write_str("Announced"),
        }
    }
}
