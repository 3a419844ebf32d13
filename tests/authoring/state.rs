//! What the calls of a tool share, and the one form that arguments get.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use loopd_tools::{CallContext, Context, DynTool, Run, Tool, ToolError, ToolErrorKind, ToolOutput};
use serde::Deserialize;

use crate::driving::{driven, finished};

/// More than one thing: a struct.
#[derive(Default)]
struct Shelf {
    notes: Mutex<Vec<String>>,
    normalised: AtomicUsize,
}

/// Puts a note on the shelf.
#[derive(Tool, Deserialize)]
#[tool(state = Shelf, resource = title)]
struct AddNote {
    /// The note's title.
    title: String,
}

impl Run for AddNote {
    async fn run(self, cx: Context<'_, Shelf>) -> Result<ToolOutput, ToolError> {
        let mut notes = cx.state().notes.lock().unwrap();
        notes.push(self.title);
        Ok(notes.len().to_string().into())
    }

    fn normalize(&mut self, cx: Context<'_, Shelf>) -> Result<(), ToolError> {
        cx.state().normalised.fetch_add(1, Ordering::SeqCst);
        // Not the same when done twice.
        self.title = format!("<{}>", self.title.trim());
        if self.title == "<>" {
            return Err(ToolError::invalid_input("a title has to say something"));
        }
        Ok(())
    }

    fn audit(&self, _cx: Context<'_, Shelf>) -> String {
        format!("add {}", self.title)
    }
}

#[test]
fn calls_share_the_state_that_the_host_gave() {
    let shelf = Arc::new(Shelf::default());
    let tool = AddNote::with(Arc::clone(&shelf));
    let cx = CallContext::new();
    for (title, count) in [("a", "1"), ("b", "2")] {
        let arguments = format!(r#"{{"title": "{title}"}}"#);
        let output = finished(tool.call(arguments.as_str().into(), &cx)).unwrap();
        assert_eq!(output.text_content(), count);
    }
    assert_eq!(*shelf.notes.lock().unwrap(), ["<a>", "<b>"]);
    // A second tool with the same state, and one with its own.
    let other = AddNote::with(Arc::clone(&shelf));
    let apart = AddNote::with(Shelf::default());
    for (tool, count) in [(other, "3"), (apart, "1")] {
        let output = finished(tool.call(r#"{"title": "c"}"#.into(), &cx)).unwrap();
        assert_eq!(output.text_content(), count);
    }
}

#[test]
fn what_is_judged_and_run_is_normalised_once() {
    let shelf = Arc::new(Shelf::default());
    let tool = AddNote::with(Arc::clone(&shelf));
    let cx = CallContext::new();
    let call = tool.prepare(r#"{"title": " a "}"#.into(), &cx).unwrap();
    for _ in 0..3 {
        let plan = call.plan();
        assert_eq!(plan.audit, "add <a>");
        assert_eq!(plan.resource.as_deref(), Some("<a>"));
    }
    finished(call.run(&cx)).unwrap();
    assert_eq!(shelf.normalised.load(Ordering::SeqCst), 1);
    finished(tool.call(r#"{"title": "b "}"#.into(), &cx)).unwrap();
    assert_eq!(shelf.normalised.load(Ordering::SeqCst), 2);
    assert_eq!(*shelf.notes.lock().unwrap(), ["<a>", "<b>"]);
}

#[test]
fn a_call_that_normalising_refuses_does_not_run() {
    let shelf = Arc::new(Shelf::default());
    let tool = AddNote::with(Arc::clone(&shelf));
    let cx = CallContext::new();
    let Err(refused) = tool.prepare(r#"{"title": " "}"#.into(), &cx) else {
        panic!("it was taken");
    };
    assert_eq!(refused.message(), "a title has to say something");
    let called = finished(tool.call(r#"{"title": " "}"#.into(), &cx)).unwrap_err();
    assert_eq!(called.kind(), ToolErrorKind::InvalidInput);
    assert!(shelf.notes.lock().unwrap().is_empty());
}

#[test]
fn a_tool_is_shared_by_threads_with_its_state() {
    let shelf = Arc::new(Shelf::default());
    let tool: Arc<dyn DynTool> = Arc::new(AddNote::with(Arc::clone(&shelf)));
    thread::scope(|scope| {
        for _ in 0..8 {
            let tool = Arc::clone(&tool);
            scope.spawn(move || {
                let cx = CallContext::new();
                driven(tool.call(r#"{"title": "x"}"#.into(), &cx)).unwrap()
            });
        }
    });
    assert_eq!(shelf.notes.lock().unwrap().len(), 8);
}

/// Tells which thread it runs on.
#[derive(Tool, Deserialize)]
#[tool(blocking, state = Mutex<Vec<thread::ThreadId>>)]
struct Where;

impl Run for Where {
    async fn run(
        self,
        cx: Context<'_, Mutex<Vec<thread::ThreadId>>>,
    ) -> Result<ToolOutput, ToolError> {
        cx.state().lock().unwrap().push(thread::current().id());
        Ok(cx.call_id().into())
    }
}

#[test]
fn a_tool_that_blocks_runs_off_the_threads_that_drive_futures() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let tool = Where::with(Arc::clone(&seen));
    let cx = CallContext::new().with_call_id("7");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let outputs = runtime.block_on(async {
        let called = tool.call("{}".into(), &cx).await;
        let prepared = tool.prepare("{}".into(), &cx).unwrap().run(&cx).await;
        [called, prepared]
    });
    for output in outputs {
        assert_eq!(output.unwrap().text_content(), "7");
    }
    let here = thread::current().id();
    assert_eq!(seen.lock().unwrap().len(), 2);
    assert!(!seen.lock().unwrap().contains(&here));
    // Outside a runtime there is nobody to keep waiting.
    finished(tool.call("{}".into(), &cx)).unwrap();
    assert_eq!(seen.lock().unwrap().last(), Some(&here));
}
