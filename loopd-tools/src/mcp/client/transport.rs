//! How a server is reached.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::process::Command;

use crate::dyn_tool::BoxFuture;

use super::environment::passed_on;

/// How a server is reached: the way is gone again each time that the connection is lost.
#[derive(Clone)]
#[must_use = "a transport does nothing until tools are imported over it"]
pub struct Transport {
    pub(super) way: Way,
}

#[derive(Clone)]
pub(super) enum Way {
    Program(Program),
    Streams(Arc<Open>),
    #[cfg(feature = "mcp-http")]
    Http(Address),
}

pub(super) type Reader = Pin<Box<dyn AsyncRead + Send>>;
pub(super) type Writer = Pin<Box<dyn AsyncWrite + Send>>;

/// Opens two streams to a server.
type Open = dyn Fn() -> BoxFuture<'static, io::Result<(Reader, Writer)>> + Send + Sync;

/// A program that serves on its standard input and output.
#[derive(Clone)]
pub(super) struct Program {
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    whole_environment: bool,
    directory: Option<PathBuf>,
}

/// A server over HTTP.
#[cfg(feature = "mcp-http")]
#[derive(Clone)]
pub(super) struct Address {
    pub(super) url: String,
    pub(super) token: Option<String>,
}

impl Transport {
    /// A program that is started and serves on its standard input and output, such as
    /// `Transport::command("npx", ["-y", "some-server"])`.
    ///
    /// It sees what it needs of the environment (`PATH`, `HOME`, the locale and the like) and
    /// nothing else of it; [`with_env`](Self::with_env) adds to that.
    pub fn command<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            way: Way::Program(Program {
                program: program.into(),
                arguments: arguments.into_iter().map(Into::into).collect(),
                environment: Vec::new(),
                whole_environment: false,
                directory: None,
            }),
        }
    }

    /// A server over streamable HTTP, such as `http://127.0.0.1:8000/mcp`.
    ///
    /// Nothing here encrypts: for `https` the program enables a TLS feature of `reqwest` 0.13, such
    /// as `rustls`.
    #[cfg(feature = "mcp-http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mcp-http")))]
    pub fn http(url: impl Into<String>) -> Self {
        Self {
            way: Way::Http(Address {
                url: url.into(),
                token: None,
            }),
        }
    }

    /// Two streams that `open` opens, each time that a connection is wanted.
    pub fn streams<F, Fut, R, W>(open: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = io::Result<(R, W)>> + Send + 'static,
        R: AsyncRead + Send + 'static,
        W: AsyncWrite + Send + 'static,
    {
        let open = move || -> BoxFuture<'static, io::Result<(Reader, Writer)>> {
            let opening = open();
            Box::pin(async move {
                let (reader, writer) = opening.await?;
                let reader: Reader = Box::pin(reader);
                let writer: Writer = Box::pin(writer);
                Ok((reader, writer))
            })
        };
        Self {
            way: Way::Streams(Arc::new(open)),
        }
    }

    /// Adds a variable to the environment of a program; of no account for other transports.
    pub fn with_env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        if let Way::Program(program) = &mut self.way {
            program.environment.push((name.into(), value.into()));
        }
        self
    }

    /// Says whether a program sees all of this process's environment, secrets included; of no
    /// account for other transports.
    pub fn with_whole_environment(mut self, whole: bool) -> Self {
        if let Way::Program(program) = &mut self.way {
            program.whole_environment = whole;
        }
        self
    }

    /// Sets the directory that a program runs in; of no account for other transports.
    pub fn with_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        if let Way::Program(program) = &mut self.way {
            program.directory = Some(directory.into());
        }
        self
    }

    /// Shows this token to a server over HTTP (`Authorization: Bearer ..`).
    #[cfg(feature = "mcp-http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mcp-http")))]
    pub fn with_token(mut self, token: impl Into<String>) -> Self {
        if let Way::Http(address) = &mut self.way {
            address.token = Some(token.into());
        }
        self
    }

    /// What the server is called before it has said its name.
    pub(super) fn label(&self) -> String {
        match &self.way {
            Way::Program(program) => program.program.to_string_lossy().into_owned(),
            Way::Streams(_) => "server".to_owned(),
            #[cfg(feature = "mcp-http")]
            Way::Http(address) => address.url.clone(),
        }
    }
}

impl Program {
    /// The command, ready to be started. What it says on its standard error is kept for errors.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if !self.whole_environment {
            command.env_clear().envs(passed_on());
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.stderr(Stdio::piped());
        command.kill_on_drop(true);
        command
    }
}

/// What a program is given may be a secret: names alone.
impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Transport").field(&self.label()).finish()
    }
}
