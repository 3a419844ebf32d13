//! The handle of an import.

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::schema::Digest;
use crate::toolbox::ToolboxError;

use super::catalogue::Catalogue;
use super::error::ImportError;
use super::keeper::Keeper;
use super::link::Link;
use super::names::Names;
use super::options::{ImportOptions, Pins};
use super::report::ImportReport;
use super::transport::Transport;

/// Brings the tools of a server into a toolbox, and follows the server from there on.
///
/// Each tool is checked on its own: what is malformed is skipped and reported, and spoils nothing.
/// All are marked untrusted; their names are made ones that every consumer takes; their texts lose
/// what acts on terminals or hides from readers. A tool whose descriptor changes later is taken out
/// of the toolbox until it is approved again.
///
/// Must be called within a tokio runtime.
///
/// ```no_run
/// use loopd_tools::Toolbox;
/// use loopd_tools::mcp::{ImportOptions, Transport, import};
///
/// # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
/// let toolbox = Toolbox::new();
/// let git = Transport::command("mcp-server-git", ["--repository", "."]);
/// let git = import(git, ImportOptions::new(&toolbox, "git_")).await?;
/// for skipped in git.report().skipped {
///     println!("{} is skipped: {}", skipped.server_name, skipped.reason);
/// }
/// println!("{:?}", toolbox.names());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// If the prefix is none, the server can't be reached, or it does not tell its tools.
pub async fn import(transport: Transport, options: ImportOptions) -> Result<Imported, ImportError> {
    let names = Names::new(&options.prefix).map_err(|reason| ImportError::Prefix {
        prefix: options.prefix.clone(),
        reason,
    })?;
    let label = match options.prefix.trim_end_matches(['_', '-']) {
        "" => transport.label(),
        prefix => prefix.to_owned(),
    };
    let link = Arc::new(Link::new(label));
    let catalogue = Arc::new(Catalogue::new(options, names, Arc::clone(&link)));
    let (closing, told) = watch::channel(false);
    let keeper = Keeper {
        transport,
        link: Arc::clone(&link),
        catalogue: Arc::clone(&catalogue),
        closing: told,
    };
    // Whatever fails from here on takes out what it has put in.
    let mut imported = Imported {
        link,
        catalogue,
        closing,
        task: None,
    };
    let opened = keeper.connect().await?;
    imported.task = Some(tokio::spawn(keeper.run(opened)));
    Ok(imported)
}

/// The tools of a server in a toolbox: made by [`import`]. When it is dropped they are taken out,
/// and the connection ends.
#[must_use = "the tools are taken out again when the handle is dropped"]
pub struct Imported {
    link: Arc<Link>,
    catalogue: Arc<Catalogue>,
    closing: watch::Sender<bool>,
    task: Option<JoinHandle<()>>,
}

impl Imported {
    /// What became of the server's tools, by its latest list.
    #[must_use]
    pub fn report(&self) -> ImportReport {
        self.catalogue.report()
    }

    /// The digests of all descriptors that were approved, for the next run's
    /// [`with_pins`](ImportOptions::with_pins).
    #[must_use]
    pub fn pins(&self) -> Pins {
        self.catalogue.pins()
    }

    /// Lets a tool in that is [held](ImportReport::held), by the server's name for it and the
    /// digest that the person has seen. False if none of this name and digest is held: it may have
    /// changed once more.
    ///
    /// # Errors
    ///
    /// If the toolbox does not take it.
    pub fn approve(&self, server_name: &str, digest: Digest) -> Result<bool, ToolboxError> {
        self.catalogue.approve(server_name, digest)
    }

    /// Whether the server can be reached at this moment, as far as is known.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.link.is_up()
    }

    /// Tries at once to reach a server again that is lost, and as often as at first.
    pub fn reconnect(&self) {
        if !self.is_connected() {
            self.link.reconnect.notify_one();
        }
    }

    /// Takes the tools out, ends the connection and waits until a server that was started here has
    /// ended.
    pub async fn close(mut self) {
        self.catalogue.close();
        self.closing.send_replace(true);
        if let Some(task) = self.task.take() {
            // What it might have panicked of concerns nobody any more.
            let _ = task.await;
        }
    }
}

impl Drop for Imported {
    fn drop(&mut self) {
        self.catalogue.close();
        self.closing.send_replace(true);
    }
}

impl fmt::Debug for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Imported")
            .field("server", &self.link.label())
            .field("is_connected", &self.is_connected())
            .field("report", &self.report())
            .finish_non_exhaustive()
    }
}
