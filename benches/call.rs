//! What a call costs beside the same by hand, in one run: ratios, never times alone.
//!
//! By hand means a `match` on the name (or a hash map of functions) and `serde_json::from_str`,
//! which checks less: unknown keys, keys of maps given twice and lists for structs pass there.
//! `cargo bench --bench call`; the last line is the figure.

use std::collections::HashMap;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::{Duration, Instant};

use loopd_tools::{
    Arguments, CallContext, Context, DynTool, FnTool, JsonSchema, Run, Tool, ToolError, ToolOutput,
    Toolbox,
};
use serde::Deserialize;
use serde_json::json;

/// Calls in one round.
const CALLS: u32 = 2_000;
/// Rounds of each side, in turn.
const ROUNDS: usize = 301;

/// Returns its text argument unchanged.
#[derive(Tool, Deserialize)]
struct Echo {
    /// The text.
    text: String,
}

impl Run for Echo {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.into())
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Text,
    Binary,
}

#[derive(Deserialize, JsonSchema)]
struct Range {
    start: u32,
    end: u32,
}

/// Six fields, a nested struct and an enum among them.
#[derive(Tool, Deserialize)]
struct Read {
    /// The file.
    path: String,
    /// The lines.
    range: Range,
    /// How.
    mode: Mode,
    /// The most to return.
    limit: Option<u64>,
    /// Whether to follow links.
    follow: bool,
    /// What to leave out.
    exclude: Vec<String>,
}

impl Run for Read {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(summary(self).into())
    }
}

fn summary(read: Read) -> String {
    let lines = read.range.end - read.range.start;
    let mode = match read.mode {
        Mode::Text => 1,
        Mode::Binary => 2,
    };
    let rest = lines + mode + u32::from(read.follow);
    black_box((rest, read.limit, read.exclude));
    read.path
}

const ECHO: &str = r#"{"text":"0123456789012345678901234567890123456789012345678901234567890123"}"#;
const SIX: &str = r#"{"path":"src/main.rs","range":{"start":10,"end":250},"mode":"text","limit":100,"follow":false,"exclude":["target","node_modules"]}"#;

/// The same input, mangled, and what is mended in it.
const MANGLED: [(&str, &str); 14] = [
    ("byte-order mark", "\u{feff}{\"path\":\"x\"}"),
    ("code fence", "```json\n{\"path\":\"x\"}\n```"),
    ("trailing comma", "{\"path\":\"x\",}"),
    ("control character", "{\"path\":\"x\ny\"}"),
    ("same object twice", "{\"path\":\"x\"}{\"path\":\"x\"}"),
    ("trailing prose", "{\"path\":\"x\"} Done."),
    ("object in a string", r#""{\"path\":\"x\"}""#),
    ("absent", r#"{"path":"x","limit":""}"#),
    ("number in a string", r#"{"path":"x","limit":"5"}"#),
    ("truth value in a string", r#"{"path":"x","follow":"true"}"#),
    ("list in a string", r#"{"path":"x","exclude":"[\"a\"]"}"#),
    ("one-item list", r#"{"path":"x","exclude":"a"}"#),
    ("case of a value", r#"{"path":"x","mode":"TEXT"}"#),
    ("spelling of a key", r#"{"PATH":"x"}"#),
];

/// A tool that takes all of [`MANGLED`].
fn lenient() -> FnTool {
    let parameters = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "limit": {"type": "integer"},
            "follow": {"type": "boolean"},
            "exclude": {"type": "array", "items": {"type": "string"}},
            "mode": {"type": "string", "enum": ["text", "binary"]},
        },
        "required": ["path"],
        "additionalProperties": false,
    });
    FnTool::sync("read", "Reads.", parameters, |_, _| "read").expect("a schema that can be checked")
}

/// What the tool answers. None of these tools ever waits.
fn finish(tool: &dyn DynTool, arguments: &str, cx: &CallContext) -> String {
    let mut future = pin!(tool.call(Arguments::from(arguments), cx));
    match future
        .as_mut()
        .poll(&mut TaskContext::from_waker(Waker::noop()))
    {
        Poll::Ready(Ok(output)) => output.into_text(),
        Poll::Ready(Err(error)) => panic!("{error}"),
        Poll::Pending => panic!("a tool waits"),
    }
}

/// A toolbox of `count` tools, `echo` and `read` among them.
fn toolbox(count: usize) -> Toolbox {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).expect("a new name");
    toolbox.register(Read::tool()).expect("a new name");
    for number in 2..count {
        let tool = Echo::tool();
        let named = FnTool::sync(
            format!("tool_{number}"),
            "Does nothing.",
            tool.definition().schema().parameters.clone(),
            |_, _| "",
        )
        .expect("a schema that can be checked");
        toolbox.register(named).expect("a new name");
    }
    toolbox
}

fn by_match(name: &str, arguments: &str) -> Result<String, serde_json::Error> {
    match name {
        "echo" => Ok(serde_json::from_str::<Echo>(arguments)?.text),
        "read" => Ok(summary(serde_json::from_str(arguments)?)),
        _ => Ok(String::new()),
    }
}

type Function = fn(&str) -> Result<String, serde_json::Error>;

fn by_map(count: usize) -> HashMap<String, Function> {
    let echo: Function = |arguments| by_match("echo", arguments);
    let read: Function = |arguments| by_match("read", arguments);
    let others = (2..count).map(|number| (format!("tool_{number}"), echo));
    [("echo".to_owned(), echo), ("read".to_owned(), read)]
        .into_iter()
        .chain(others)
        .collect()
}

/// The time of one call on either side, by the median of interleaved rounds.
fn compare(
    mut one: impl FnMut() -> String,
    mut two: impl FnMut() -> String,
) -> (Duration, Duration) {
    let round = |call: &mut dyn FnMut() -> String| {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box(call());
        }
        start.elapsed() / CALLS
    };
    let rounds = (0..ROUNDS).map(|_| (round(&mut one), round(&mut two)));
    let (mut ones, mut twos): (Vec<_>, Vec<_>) = rounds.unzip();
    ones.sort_unstable();
    twos.sort_unstable();
    (ones[ROUNDS / 2], twos[ROUNDS / 2])
}

fn ratio(name: &str, (ours, theirs): (Duration, Duration)) -> f64 {
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{name:44} {ratio:>6.2} x ({ours:?} / {theirs:?})");
    ratio
}

fn main() {
    let cx = CallContext::new();
    let hand = || by_match(black_box("echo"), black_box(ECHO)).expect("valid");
    let mut echo = HashMap::new();
    for count in [2, 100, 10_000] {
        let toolbox = toolbox(count);
        let ours = || {
            let tool = toolbox.get(black_box("echo")).expect("registered");
            finish(&*tool, black_box(ECHO), &cx)
        };
        let by_match = ratio(
            &format!("echo of {count} tools / match"),
            compare(ours, hand),
        );
        let map = by_map(count);
        let by_map = || map[black_box("echo")](black_box(ECHO)).expect("valid");
        ratio(
            &format!("echo of {count} tools / hash map"),
            compare(ours, by_map),
        );
        echo.insert(count, by_match);
    }
    let (echo_tool, read_tool) = (Echo::tool(), Read::tool());
    ratio(
        "echo without the look-up / match",
        compare(|| finish(&echo_tool, black_box(ECHO), &cx), hand),
    );
    let six = ratio(
        "six fields / from_str",
        compare(
            || finish(&read_tool, black_box(SIX), &cx),
            || summary(serde_json::from_str(black_box(SIX)).expect("valid")),
        ),
    );
    let lenient = lenient();
    let valid = r#"{"path":"x","limit":5}"#;
    for (name, mangled) in MANGLED {
        let ours = || finish(&lenient, black_box(mangled), &cx);
        let theirs = || finish(&lenient, black_box(valid), &cx);
        ratio(&format!("{name} / valid"), compare(ours, theirs));
    }
    let counted = toolbox(2);
    let allocations = allocation_counter::measure(|| {
        let tool = counted.get("echo").expect("registered");
        black_box(finish(&*tool, ECHO, &cx));
    });
    println!(
        "figure call_2={:.2} call_10000={:.2} allocs={} six={six:.2}",
        echo[&2], echo[&10_000], allocations.count_total
    );
}
