//! Trying a tool on the points that every tool should meet.

mod accepts;
mod audits;
mod cancels;
mod declares;
mod ground;
mod overlaps;
mod refuses;
mod report;
mod requires;
mod stays_inside;
mod subject;

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

pub use self::report::{Point, Report, Verdict};
use self::subject::{Subject, contained};
use crate::dyn_tool::DynTool;

/// How long a call may take before it counts as one that never ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// The points, in the order of the report.
type Look = fn(&Subject<'_>) -> Point;

const POINTS: [(&str, Look); 8] = [
    (declares::NAME, declares::look),
    (accepts::NAME, accepts::look),
    (refuses::NAME, refuses::look),
    (cancels::NAME, cancels::look),
    (requires::NAME, requires::look),
    (audits::NAME, audits::look),
    (stays_inside::NAME, stays_inside::look),
    (overlaps::NAME, overlaps::look),
];

/// Tries a tool on eight points:
///
/// 1. its metadata and its schema are valid, for every consumer;
/// 2. its examples and what its schema allows are accepted;
/// 3. malformed, missing, unknown and non-object arguments give the structured error;
/// 4. it ends when it is called off;
/// 5. its requirements are well formed;
/// 6. its audit line holds none of the arguments;
/// 7. if it touches files, it stays inside its workspace;
/// 8. if it says that its calls may overlap, calls at once equal calls one by one.
///
/// The tool is run with its examples alone, or, if it says that it is read-only, with arguments
/// made from its schema. It works in a directory of the check's own, which holds a text file
/// `inside.txt` and ways out. [`Check`] says more.
///
/// ```
/// use loopd_tools::{Echo, Tool};
/// use loopd_tools::testing::check;
///
/// let report = check(&Echo::tool());
/// println!("{report}");
/// report.assert_ok();
/// ```
pub fn check(tool: &dyn DynTool) -> Report {
    Check::new(tool).run()
}

/// What a test puts into the directory that a tool works in.
type Fill<'a> = Box<dyn FnOnce(&Path) + Send + 'a>;

/// A check with more to say than [`check`].
#[must_use = "a check finds nothing before it is run"]
pub struct Check<'a> {
    tool: &'a dyn DynTool,
    arguments: Vec<Value>,
    audited: Vec<String>,
    touches_files: Option<bool>,
    workspace: Option<Fill<'a>>,
    patience: Duration,
}

impl<'a> Check<'a> {
    /// A check of `tool`.
    pub fn new(tool: &'a dyn DynTool) -> Self {
        Self {
            tool,
            arguments: Vec::new(),
            audited: Vec::new(),
            touches_files: None,
            workspace: None,
            patience: PATIENCE,
        }
    }

    /// Adds arguments that the tool may be run with.
    pub fn with_arguments(mut self, arguments: Value) -> Self {
        self.arguments.push(arguments);
        self
    }

    /// Says that the audit line may hold the value of this key.
    pub fn with_audited(mut self, key: impl Into<String>) -> Self {
        self.audited.push(key.into());
        self
    }

    /// Says whether the tool touches files. Where nothing is said, a tool does that asks for a
    /// capability `fs` or one that begins with `fs.`.
    pub fn with_files(mut self, touches_files: bool) -> Self {
        self.touches_files = Some(touches_files);
        self
    }

    /// Fills the directory that the tool works in, before anything is tried: with the files that
    /// examples name.
    pub fn with_workspace(mut self, fill: impl FnOnce(&Path) + Send + 'a) -> Self {
        self.workspace = Some(Box::new(fill));
        self
    }

    /// Sets how long a call may take before it counts as one that never ends: 10 seconds unless
    /// said.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Tries the tool.
    ///
    /// # Panics
    ///
    /// If there is no directory to work in, or it can't be filled.
    ///
    /// All is done on a thread of the check's own. With the feature `tokio` that thread is in a
    /// runtime of the check's own, for tools that need one.
    pub fn run(self) -> Report {
        let name = self.tool.definition().name().to_owned();
        let points = thread::scope(|scope| scope.spawn(|| self.points()).join());
        // A panic of the tool is a finding; one that gets here is the check's own.
        let points = points.unwrap_or_else(|payload| std::panic::resume_unwind(payload));
        Report::new(&name, points)
    }

    fn points(self) -> Vec<Point> {
        #[cfg(feature = "tokio")]
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        #[cfg(feature = "tokio")]
        let _inside = runtime.as_ref().ok().map(|runtime| runtime.enter());
        let mut examples = self.tool.definition().examples().to_vec();
        examples.extend(self.arguments);
        let mut subject = Subject::new(self.tool, examples, self.patience);
        if let Some(fill) = self.workspace {
            fill(&subject.ground.workspace);
        }
        subject.audited = self.audited;
        subject.touches_files = self.touches_files;
        let look = |(name, look): (&'static str, Look)| match contained(|| look(&subject)) {
            Ok(point) => point,
            Err(panic) => Point {
                name,
                verdict: Verdict::Failed,
                notes: vec![panic],
            },
        };
        POINTS.map(look).into()
    }
}
