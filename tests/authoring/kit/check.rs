//! The check passes what is well made, and each of its points fails what is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use loopd_tools::testing::{Check, FakeTool, Point, Report, Verdict, check};
use loopd_tools::{
    Arguments, CallContext, CallTool, Clock, Context, Definition, DynTool, Echo, FindTool, FnTool,
    Hints, JsonSchema, Plan, Prepared, Requirement, Run, Tool, ToolError, ToolOutput, ToolSchema,
    prepared,
};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// Long enough for what ends and short enough to wait for what does not.
const PATIENCE: Duration = Duration::from_millis(200);

/// The names of the points that failed.
fn failed(report: &Report) -> Vec<&'static str> {
    report.failures().map(|point| point.name).collect()
}

fn point<'a>(report: &'a Report, name: &str) -> &'a Point {
    report
        .points()
        .iter()
        .find(|point| point.name == name)
        .unwrap()
}

fn assert_fails(report: &Report, name: &str, words: &str) {
    assert_eq!(failed(report), [name], "{report}");
    let notes = point(report, name).notes.join("\n");
    assert!(notes.contains(words), "{words:?} is not in {notes}");
    let told = std::panic::catch_unwind(|| report.assert_ok()).unwrap_err();
    assert!(told.downcast_ref::<String>().unwrap().contains(words));
}

/// The two that a host answers itself have no body: what they declare and refuse is checked.
#[test]
fn the_tools_that_a_host_answers_pass() {
    let fakes = [FakeTool::of::<FindTool>(), FakeTool::of::<CallTool>()];
    for fake in fakes {
        check(&fake).assert_ok();
    }
}

#[test]
fn the_tools_of_this_crate_pass() {
    let report = check(&Clock::tool());
    report.assert_ok();
    assert_eq!(point(&report, "cancellation").verdict, Verdict::Skipped);
    for report in [
        Check::new(&Clock::tool()).with_arguments(json!({})).run(),
        Check::new(&Echo::tool())
            .with_arguments(json!({"text": "hi"}))
            .run(),
    ] {
        report.assert_ok();
        assert_eq!(
            point(&report, "accepts").verdict,
            Verdict::Passed,
            "{report}"
        );
        assert_eq!(
            point(&report, "cancellation").verdict,
            Verdict::Passed,
            "{report}"
        );
    }
}

/// Adds two numbers.
#[derive(Tool, Deserialize)]
#[tool(
    read_only,
    open_world = false,
    concurrent,
    example = r#"{"a": 1, "b": 2}"#
)]
struct Add {
    /// The one.
    a: i32,
    /// The other.
    b: Option<i32>,
    #[expect(dead_code, reason = "a key without a description")]
    note: Option<String>,
}

impl Run for Add {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok((i64::from(self.a) + i64::from(self.b.unwrap_or(0)))
            .to_string()
            .into())
    }
}

#[test]
fn a_report_prints_as_a_table() {
    let report = check(&Add::tool());
    assert_eq!(report.tool(), "add");
    assert_eq!(report.points().len(), 8);
    assert_eq!(
        report.to_string(),
        "\
add
  declaration   passed   valid for 9 consumers
                         note: the field has no description
  accepts       passed   1 example(s), 64 made from the schema
  refuses       passed   10 kinds of arguments that do not fit
  cancellation  passed   2 call(s), 0 of them called off while they waited
  requirements  passed   0 of 65 call(s)
  audit line    passed   65 line(s)
  files         skipped  the tool asks for no capability `fs`
  overlap       passed   8 calls at once, 1 time(s)"
    );
}

fn any_object() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": true})
}

fn definition(parameters: Value) -> Definition {
    Definition::new(ToolSchema {
        name: "tried".to_owned(),
        description: "Is tried.".to_owned(),
        parameters,
    })
}

#[test]
fn a_declaration_that_consumers_refuse_fails() {
    let (tool, _) = FnTool::foreign("a.b", "A dot in the name.", any_object(), |_, _| async {
        "x"
    });
    assert_fails(
        &check(&tool),
        "declaration",
        "mistral, llama_cpp, ollama refuse it",
    );
    let (tool, _) = FnTool::foreign("a", " ", any_object(), |_, _| async { "x" });
    assert_fails(&check(&tool), "declaration", "there is no description");
    let (tool, _) = FnTool::foreign("a", "No keys.", json!({"type": "object"}), |_, _| async {
        "x"
    });
    assert_fails(&check(&tool), "declaration", "no `properties`");
    let fake = FakeTool::with_definition(definition(any_object()).with_max_output(0));
    assert_fails(&check(&fake), "declaration", "leaves no output");
    let fake = FakeTool::with_definition(definition(any_object()).with_resource("path"));
    assert_fails(&check(&fake), "declaration", "no parameter `path`");
}

/// A number that its schema calls any number.
struct Even;

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if u8::deserialize(deserializer)? % 2 == 0 {
            return Ok(Self);
        }
        Err(serde::de::Error::custom("an even number is wanted"))
    }
}

impl JsonSchema for Even {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Even".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        u8::json_schema(generator)
    }
}

/// Takes even numbers.
#[derive(Tool, Deserialize)]
struct Evens {
    /// An even number.
    #[expect(dead_code, reason = "only decoded")]
    number: Even,
}

impl Run for Evens {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("x".into())
    }
}

#[test]
fn a_type_that_takes_less_than_its_schema_says_fails() {
    assert_fails(
        &check(&Evens::tool()),
        "accepts",
        "an even number is wanted",
    );
}

#[test]
fn an_example_that_is_refused_fails() {
    let add = Add::tool();
    let report = Check::new(&add).with_arguments(json!({"a": 1.5})).run();
    assert_fails(&report, "accepts", r#"the example {"a":1.5} is refused"#);
}

/// A hand-written tool whose two halves are closures.
struct ByHand<P> {
    definition: Definition,
    prepare: P,
}

impl<P> DynTool for ByHand<P>
where
    P: Fn(Arguments<'_>, &CallContext) -> Result<Box<dyn Prepared>, ToolError> + Send + Sync,
{
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        (self.prepare)(arguments, cx)
    }
}

#[test]
fn a_tool_that_takes_what_does_not_fit_fails() {
    let takes_all = ByHand {
        definition: definition(any_object()),
        prepare: |_: Arguments<'_>, _: &CallContext| {
            Ok(prepared(Plan::of(&definition(any_object())), |_| async {
                Ok("x")
            }))
        },
    };
    assert_fails(
        &check(&takes_all),
        "refuses",
        "text that is no JSON: it is accepted",
    );
    let in_words_alone = ByHand {
        definition: definition(any_object()),
        prepare: |arguments: Arguments<'_>, _: &CallContext| match serde_json::from_str::<
            serde_json::Map<_, _>,
        >(&arguments.text())
        {
            Ok(_) => Ok(prepared(Plan::of(&definition(any_object())), |_| async {
                Ok("x")
            })),
            Err(_) => Err(ToolError::invalid_input("no")),
        },
    };
    assert_fails(
        &check(&in_words_alone),
        "refuses",
        "names no problem with its place",
    );
}

#[test]
fn a_tool_that_does_not_end_when_it_is_called_off_fails() {
    let hangs = FnTool::new("hangs", "Hangs.", any_object(), |_, _| {
        std::future::pending::<ToolOutput>()
    });
    let hangs = hangs.unwrap();
    let report = Check::new(&hangs)
        .with_arguments(json!({}))
        .with_patience(PATIENCE)
        .run();
    assert_fails(&report, "cancellation", "it does not end");

    let waits = FnTool::new(
        "waits",
        "Waits.",
        any_object(),
        |_, cx: CallContext| async move {
            cx.cancellation()
                .race(std::future::pending::<ToolOutput>())
                .await
        },
    );
    let waits = waits.unwrap();
    let report = Check::new(&waits)
        .with_arguments(json!({}))
        .with_patience(PATIENCE)
        .run();
    report.assert_ok();
    let notes = &point(&report, "cancellation").notes;
    assert_eq!(
        notes,
        &["2 call(s), 1 of them called off while they waited"]
    );
}

/// A tool that needs timers has a runtime for them.
#[test]
fn a_tool_that_needs_tokio_can_be_checked() {
    let naps = FnTool::new(
        "naps",
        "Naps.",
        any_object(),
        |_, cx: CallContext| async move {
            let nap = tokio::time::sleep(Duration::from_millis(1));
            cx.cancellation().race(nap).await.map(|()| "rested")
        },
    );
    let naps = naps.unwrap();
    let report = Check::new(&naps).with_arguments(json!({})).run();
    report.assert_ok();
    assert_eq!(point(&report, "cancellation").verdict, Verdict::Passed);
}

fn with_plan(plan: Plan, definition: Definition) -> impl DynTool {
    let fake = FakeTool::with_definition(definition.clone());
    ByHand {
        definition,
        prepare: move |arguments: Arguments<'_>, cx: &CallContext| {
            fake.prepare(arguments, cx)?;
            Ok(prepared(plan.clone(), |_| async { Ok("x") }))
        },
    }
}

#[test]
fn requirements_that_nobody_can_judge_fail() {
    let definition = definition(any_object());
    for (requirement, words) in [
        (
            Requirement::new("", "why"),
            "\"\" is no name of a capability",
        ),
        (
            Requirement::new("read files", "why"),
            "\"read files\" is no name",
        ),
        (
            Requirement::new("net", " "),
            "net has no words for a person",
        ),
        (
            Requirement::new("net", "x".repeat(1001)),
            "longer than 1000",
        ),
        (
            Requirement::new("net", "why").with_resource(""),
            "the resource of net is empty",
        ),
    ] {
        let plan = Plan::of(&definition).with_requirement(requirement);
        assert_fails(
            &check(&with_plan(plan, definition.clone())),
            "requirements",
            words,
        );
    }
    let plan = Plan::of(&definition);
    let report = check(&with_plan(plan, definition.with_requires(["net"])));
    assert_fails(&report, "requirements", "the definition names net");
}

#[test]
fn an_audit_line_with_an_argument_in_it_fails_unless_it_may() {
    /// Greets.
    #[derive(Tool, Deserialize)]
    #[tool(example = r#"{"name": "Augusta", "token": "s3cret"}"#)]
    struct Greet {
        /// Whom.
        name: String,
        /// With what right.
        token: String,
    }
    impl Run for Greet {
        async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
            Ok(self.token.into())
        }
        fn audit(&self, _cx: Context<'_>) -> String {
            format!("greet {}", self.name)
        }
    }
    let greet = Greet::tool();
    let report = check(&greet);
    assert_fails(
        &report,
        "audit line",
        r#"the value of "name" is in the audit line "greet Augusta""#,
    );
    Check::new(&greet).with_audited("name").run().assert_ok();
}

#[test]
fn calls_that_hinder_each_other_while_they_say_they_do_not_fail() {
    let busy = Arc::new(AtomicUsize::new(0));
    let tool = FnTool::sync("busy", "Is busy.", any_object(), move |_, _| {
        let others = busy.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(20));
        busy.fetch_sub(1, Ordering::SeqCst);
        if others == 0 {
            "done"
        } else {
            "somebody is in the way"
        }
    });
    let tool = tool
        .unwrap()
        .with_definition(|definition| definition.with_concurrent(true));
    let report = Check::new(&tool).with_arguments(json!({})).run();
    assert_fails(&report, "overlap", "somebody is in the way");
}

#[test]
fn a_panic_of_the_tool_is_a_finding_wherever_it_comes() {
    let panics = ByHand {
        definition: definition(any_object()),
        prepare: |_: Arguments<'_>, _: &CallContext| panic!("in prepare"),
    };
    let report = check(&panics);
    assert!(failed(&report).contains(&"accepts"), "{report}");
    assert!(failed(&report).contains(&"refuses"), "{report}");
    let runs = FnTool::sync("runs", "Panics.", any_object(), |_, _| -> String {
        panic!("in run")
    });
    let report = Check::new(&runs.unwrap()).with_arguments(json!({})).run();
    assert_fails(&report, "cancellation", "it panics: in run");
}

#[test]
fn nothing_is_run_unless_somebody_says_what_may_be() {
    let ran = Arc::new(AtomicUsize::new(0));
    let tool = |read_only| {
        let ran = Arc::clone(&ran);
        let tool = FnTool::sync("deletes", "Deletes.", any_object(), move |_, _| {
            ran.fetch_add(1, Ordering::SeqCst);
            "x"
        });
        let hints = Hints::UNSAID.with_read_only(read_only);
        tool.unwrap()
            .with_definition(|definition| definition.with_hints(hints))
    };
    check(&tool(false)).assert_ok();
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    check(&tool(true)).assert_ok();
    assert!(ran.load(Ordering::SeqCst) > 0);
}
