//! A tool whose calls share something: the state is a type that the compiler checks, and the host
//! gives it when it makes the tool.
//!
//! What is shared by all tools of one session, and not by all sessions, goes into the session's
//! extensions: the second tool counts there.

use std::error::Error;
use std::sync::{Mutex, PoisonError};

use loopd_tools::{CallContext, Context, DynTool, Run, Session, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// What the calls of [`AddNote`] share. A tool that needs more than one thing takes a struct.
#[derive(Default)]
struct Notebook {
    notes: Mutex<Vec<String>>,
    most: usize,
}

/// Writes a note down and tells how many there are.
#[derive(Tool, Deserialize)]
#[tool(state = Notebook)]
struct AddNote {
    /// The note, in a sentence or two.
    text: String,
}

impl Run for AddNote {
    async fn run(self, cx: Context<'_, Notebook>) -> Result<ToolOutput, ToolError> {
        let notebook = cx.state();
        // Held for a moment, and not across an await.
        let mut notes = notebook
            .notes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if notes.len() >= notebook.most {
            return Err(ToolError::execution("the notebook is full")
                .with_advice("Tell the person, who can start a new one."));
        }
        notes.push(self.text);
        Ok(format!("{} note(s)", notes.len()).into())
    }
}

/// Tells how often it was called in this session.
#[derive(Tool, Deserialize)]
struct Visits;

/// A type of its own, so that no other tool means the same value by chance.
struct Count(u32);

impl Run for Visits {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let counts = cx.extensions().ensure(|| Count(0));
        let count = counts.with_mut(|count: &mut Count| {
            count.0 += 1;
            count.0
        });
        Ok(format!("visit {}", count.unwrap_or_default()).into())
    }
}

async fn demonstrate() -> Result<Vec<String>, ToolError> {
    let notebook = Notebook {
        most: 2,
        ..Notebook::default()
    };
    // An `Arc` of the state does as well, where the host keeps a handle.
    let add_note = AddNote::with(notebook);
    let visits = Visits::tool();

    let (monday, tuesday) = (Session::new("monday"), Session::new("tuesday"));
    let mut heard = Vec::new();
    for text in ["Buy milk.", "Call Ada.", "Too much."] {
        let arguments = serde_json::json!({ "text": text });
        heard.push(call(&add_note, arguments, &monday.call("note")).await);
    }
    for session in [&monday, &monday, &tuesday] {
        let cx = session.call("visit");
        heard.push(call(&visits, serde_json::json!({}), &cx).await);
    }
    Ok(heard)
}

async fn call(tool: &dyn DynTool, arguments: serde_json::Value, cx: &CallContext) -> String {
    match tool.call(arguments.into(), cx).await {
        Ok(output) => output.into_text(),
        Err(error) => error.model_text(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Any runtime will do.
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for line in runtime.block_on(demonstrate())? {
        println!("{line}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_meet_every_point() {
        use loopd_tools::testing::{Check, check};
        let notebook = Notebook {
            most: 1000,
            ..Notebook::default()
        };
        Check::new(&AddNote::with(notebook))
            .with_arguments(serde_json::json!({"text": "Buy milk."}))
            .run()
            .assert_ok();
        check(&Visits::tool()).assert_ok();
    }

    #[test]
    fn notes_are_shared_by_all_and_visits_by_a_session() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let heard = runtime.block_on(demonstrate()).unwrap();
        assert_eq!(
            heard,
            [
                "1 note(s)",
                "2 note(s)",
                "the notebook is full\nTell the person, who can start a new one.",
                "visit 1",
                "visit 2",
                "visit 1",
            ]
        );
    }
}
