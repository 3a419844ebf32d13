//! Every key of `#[tool(..)]` says what it is for, and nothing else.

use std::time::Duration;

use loopd_tools::__private::Meta;
use loopd_tools::{CallContext, Context, DynTool, Json, JsonSchema, Run, Tool, ToolError};
use serde::{Deserialize, Serialize};

/// The metadata of a tool with these keys.
macro_rules! meta {
    ($($keys:tt)*) => {{
        #[doc = "A tool."]
        #[derive(Tool, Deserialize)]
        #[tool($($keys)*)]
        struct Probe;
        Probe::META
    }};
}

/// The one field that differs from a tool with no key, as text.
fn said(meta: &Meta) -> Vec<String> {
    let plain = format!("{:#?}", meta!());
    let plain: Vec<&str> = plain.lines().collect();
    format!("{meta:#?}")
        .lines()
        .filter(|line| !plain.contains(line))
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn each_flag_sets_its_own_field() {
    macro_rules! flags {
        ($($flag:ident)*) => {
            $(
                assert_eq!(said(&meta!($flag)), [concat!(stringify!($flag), ": true,")]);
                assert_eq!(said(&meta!($flag = true)), [concat!(stringify!($flag), ": true,")]);
                assert!(said(&meta!($flag = false)).is_empty());
            )*
        };
    }
    flags!(core concurrent pinned untrusted unrecorded allow_unknown exact blocking);
}

#[test]
fn each_hint_says_its_own_field_one_way_or_the_other() {
    macro_rules! hints {
        ($($hint:ident)*) => {
            $({
                let on = meta!($hint);
                let off = meta!($hint = false);
                assert_eq!((on.$hint, off.$hint), (Some(true), Some(false)));
                let alone = [concat!(stringify!($hint), ": Some("), "true,", "),"];
                assert_eq!(said(&on)[..2], alone[..2]);
                assert_eq!(format!("{:?}", Meta { $hint: None, ..on }), format!("{:?}", meta!()));
                assert_eq!(format!("{:?}", Meta { $hint: None, ..off }), format!("{:?}", meta!()));
            })*
        };
    }
    hints!(read_only destructive idempotent open_world);
}

const TITLE: &str = "By a constant";

#[test]
fn values_are_read_with_their_units() {
    assert_eq!(meta!(title = "A title").title, Some("A title"));
    assert_eq!(meta!(title = TITLE).title, Some("By a constant"));
    assert_eq!(
        meta!(system_prompt = concat!("Be ", "brief.")).system_prompt,
        Some("Be brief.")
    );
    for (meta, time) in [
        (meta!(timeout = "30s"), Duration::from_secs(30)),
        (meta!(timeout = "1500ms"), Duration::from_millis(1500)),
        (meta!(timeout = "1m 30s"), Duration::from_secs(90)),
        (meta!(timeout = "2h"), Duration::from_secs(7200)),
        (meta!(timeout = "1ns"), Duration::from_nanos(1)),
    ] {
        assert_eq!(meta.timeout, Some(time));
    }
    for (meta, bytes) in [
        (meta!(max_output = "64KiB"), 65536),
        (meta!(max_output = "1MB"), 1_000_000),
        (meta!(max_output = "1.5 MiB"), 1_572_864),
        (meta!(max_output = "17"), 17),
        (meta!(max_output = "17 b"), 17),
    ] {
        assert_eq!(meta.max_output, Some(bytes));
    }
}

const CAPABILITY: &str = "net";

#[test]
fn what_may_be_given_again_adds_up() {
    let meta = meta!(
        requires("fs.read", "fs.write"),
        example = r#"{}"#,
        requires(CAPABILITY),
        example = "{ }",
    );
    assert_eq!(meta.requires, ["fs.read", "fs.write", "net"]);
    assert_eq!(meta.examples, ["{}", "{ }"]);
}

#[doc = "A tool."]
#[derive(Tool, Deserialize)]
#[tool(core)]
#[tool(title = "In", pinned)]
#[tool()]
struct Apart;

#[test]
fn keys_may_stand_apart() {
    assert_eq!(said(&Apart::META)[..2], ["title: Some(", "\"In\","]);
    assert!(Apart::META.core && Apart::META.pinned);
}

struct Shelf<T>(T);

#[derive(Serialize, JsonSchema)]
struct Listed {
    names: Vec<String>,
}

/// Lists.
#[derive(Tool, Deserialize)]
#[tool(state = Shelf<(u8, Vec<String>)>, output = Json<Listed>, allow_unknown)]
struct List;

impl Run for List {
    async fn run(
        self,
        cx: Context<'_, Shelf<(u8, Vec<String>)>>,
    ) -> Result<Json<Listed>, ToolError> {
        Ok(Json(Listed {
            names: cx.state().0.1.clone(),
        }))
    }
}

#[test]
fn state_and_output_are_the_types_that_are_named() {
    let tool = List::with(Shelf((1, vec!["a".to_owned()])));
    let cx = CallContext::new();
    let mut call = tool.call(r#"{"more": 1}"#.into(), &cx);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(Ok(output)) = call.as_mut().poll(&mut context) else {
        panic!("the tool waits for nothing");
    };
    assert_eq!(output.text_content(), r#"{"names":["a"]}"#);
    let definition = List::definition();
    assert_eq!(
        definition.output().unwrap()["properties"]["names"]["type"],
        "array"
    );
    // `allow_unknown` leaves the object open.
    assert!(
        definition
            .schema()
            .parameters
            .get("additionalProperties")
            .is_none()
    );
}
