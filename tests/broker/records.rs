//! What is kept of every call.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use loopd_tools::audit::{AuditOutcome, AuditRecord, AuditSink, JsonLines};
use loopd_tools::policy::{Access, Basis, Policy, Profile};
use loopd_tools::{
    Broker, CallContext, Echo, RepairKind, Requirement, Session, Tool, ToolError, ToolOutput,
    Toolbox,
};
use serde_json::{Value, json};

use crate::drive::{for_ever, now, over, poll_once, raw, request, turn};
use crate::people::Always;
use crate::tools::{Probe, Says};

/// Keeps the records.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<AuditRecord>>>);

impl AuditSink for Kept {
    fn record(&self, record: &AuditRecord) -> std::io::Result<()> {
        self.0.lock().unwrap().push(record.clone());
        Ok(())
    }
}

impl Kept {
    fn only(&self) -> AuditRecord {
        let records = self.0.lock().unwrap();
        assert_eq!(records.len(), 1, "one record a call");
        records[0].clone()
    }
}

const SECRET: &str = "hunter2";

/// The record of one call, made of all that a call can hold.
fn record(tool: Probe, arguments: &Value) -> AuditRecord {
    let kept = Kept::default();
    let profile = Profile::new("house", "3")
        .with("net", Access::Gated)
        .with("fs", Access::Allow);
    let policy = Policy::new(profile).with_approver(Always);
    let broker = over(tool)
        .policy(policy)
        .audit(kept.clone())
        .build()
        .unwrap();
    let session = Session::new("chat").with_interactive(true);
    drop(now(
        broker.call(request("tool", arguments), session.call("7"))
    ));
    let record = kept.only();
    let text = serde_json::to_string(&record).unwrap();
    assert!(!text.contains(SECRET), "{text}");
    assert_eq!(serde_json::from_str::<AuditRecord>(&text).unwrap(), record);
    record
}

fn secret() -> Value {
    json!({"password": SECRET})
}

#[test]
fn a_record_says_who_called_what_with_which_result() {
    let record = record(Says::new("tool", "four"), &secret());
    assert_eq!(
        (&*record.session, &*record.call, &*record.tool),
        ("chat", "7", "tool")
    );
    assert_eq!(record.outcome, AuditOutcome::Ok);
    assert_eq!(record.line.as_deref(), Some("tool"));
    assert_eq!(record.digest, Some(crate::tools::schema("tool").digest()));
    assert_eq!(record.arguments_bytes, secret().to_string().len());
    assert_eq!((record.output_bytes, record.left_out), (4, 0));
    assert!(record.rulings.is_empty() && record.policy.is_none());
    assert!(
        record.time.ends_with('Z') && record.time.starts_with("20"),
        "{}",
        record.time
    );
    assert!(record.ran_us <= record.duration_us);
}

#[test]
fn a_record_says_what_was_decided_and_by_what() {
    let tool = Says::new("tool", "x").plan(|plan, arguments| {
        let password = arguments["password"].as_str().unwrap();
        let need = |capability| Requirement::new(capability, password).with_resource(password);
        Ok(plan
            .with_requirement(need("fs"))
            .with_requirement(need("net")))
    });
    let record = record(tool, &secret());
    let rulings: Vec<(&str, Basis)> = record
        .rulings
        .iter()
        .map(|ruling| (ruling.capability.as_str(), ruling.basis))
        .collect();
    assert_eq!(
        rulings,
        [("fs", Basis::ProfileAllow), ("net", Basis::ApprovedAlways)]
    );
    assert_eq!(record.policy.as_deref(), Some("house@3"));
    let denied = Says::new("tool", "x").define(|tool| tool.with_requires(["gpu"]));
    let record = self::record(denied, &secret());
    assert_eq!(record.outcome, AuditOutcome::Denied);
    assert_eq!(record.rulings[0].basis, Basis::NotMentioned);
}

#[test]
fn the_audit_line_is_the_tools_and_is_bounded_and_escaped() {
    let tool = Says::new("tool", "x").plan(|plan, arguments| {
        let keys = arguments
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<String>();
        Ok(plan.with_audit(format!("keys {keys}\u{1b}[0m{}", "y".repeat(5_000))))
    });
    let line = record(tool, &secret()).line.unwrap();
    assert!(line.starts_with("keys password\\u{1b}[0m"), "{line}");
    assert_eq!(line.chars().count(), 1024 + "\\u{1b}".len());
}

#[test]
fn every_way_to_end_has_its_name() {
    let text = || SECRET.to_owned();
    let cases: Vec<(AuditOutcome, Probe)> = vec![
        (
            AuditOutcome::ToolError,
            Probe::new(
                "tool",
                move |_, _| async move { Ok(ToolOutput::error(text())) },
            ),
        ),
        (
            AuditOutcome::NotFound,
            Probe::new("tool", move |_, _| async move {
                Err::<String, _>(ToolError::not_found(text()))
            }),
        ),
        (
            AuditOutcome::InvalidInput,
            Says::new("tool", "").plan(move |_, _| Err(ToolError::invalid_input(text()))),
        ),
        (
            AuditOutcome::Failed,
            Probe::new("tool", move |_, _| async move {
                Err::<String, _>(ToolError::execution(text()))
            }),
        ),
        (
            AuditOutcome::Timeout,
            Probe::new("tool", move |_, _| async move {
                Err::<String, _>(ToolError::timeout(text()))
            }),
        ),
        (
            AuditOutcome::Cancelled,
            Probe::new("tool", move |_, _| async move {
                Err::<String, _>(ToolError::cancelled(text()))
            }),
        ),
        (
            AuditOutcome::Panicked,
            Probe::new("tool", move |_, _| async move {
                assert!(text().is_empty(), "{}", text());
                Ok("never")
            }),
        ),
    ];
    for (wanted, tool) in cases {
        let record = record(tool, &secret());
        assert_eq!(record.outcome, wanted);
        let name = serde_json::to_value(wanted).unwrap();
        assert_eq!(name, json!(wanted.name()));
    }
}

#[test]
fn an_unknown_name_is_kept_short() {
    let kept = Kept::default();
    let broker = Broker::builder(Toolbox::new())
        .without_timer()
        .audit(kept.clone())
        .build()
        .unwrap();
    now(broker.call(raw(&"x\n".repeat(500), "{}"), CallContext::new()));
    let record = kept.only();
    assert_eq!(
        (record.outcome, record.digest),
        (AuditOutcome::NotFound, None)
    );
    assert!(record.tool.len() < 500 && !record.tool.contains('\n'));
}

#[test]
fn repairs_are_kept_by_kind() {
    let kept = Kept::default();
    let broker = over(Echo::tool()).audit(kept.clone()).build().unwrap();
    now(broker.call(
        raw("echo", r#""{\"text\":\"hunter2\"}""#),
        CallContext::new(),
    ));
    let record = kept.only();
    assert_eq!(record.repairs, [RepairKind::ObjectInString]);
    assert!(!serde_json::to_string(&record).unwrap().contains(SECRET));
}

#[test]
fn a_call_that_is_let_go_leaves_a_record() {
    let kept = Kept::default();
    let stuck = Probe::new("tool", |_, _| async {
        turn().await;
        for_ever().await;
        Ok("never")
    });
    let broker = over(stuck).audit(kept.clone()).build().unwrap();
    let mut call = Box::pin(broker.call(raw("tool", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    assert!(kept.0.lock().unwrap().is_empty());
    drop(call);
    let record = kept.only();
    assert_eq!(record.outcome, AuditOutcome::Abandoned);
    assert_eq!(record.line.as_deref(), Some("tool"));
    // Never polled: it never began.
    drop(broker.call(raw("tool", "{}"), CallContext::new()));
    kept.only();
}

#[test]
fn what_the_sink_can_not_keep_is_counted_and_the_call_goes_on() {
    struct Full;
    impl AuditSink for Full {
        fn record(&self, _record: &AuditRecord) -> std::io::Result<()> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
    }
    let broker = over(Says::new("tool", "x")).audit(Full).build().unwrap();
    for count in 1..4 {
        assert!(now(broker.call(raw("tool", "{}"), CallContext::new())).is_ok());
        assert_eq!(broker.unaudited(), count);
    }
}

/// A file that goes with the test.
fn place() -> (Session, PathBuf) {
    let session = Session::new("records");
    let path = session.call("1").scratch().unwrap().join("audit.jsonl");
    (session, path)
}

fn calls(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    let read = |line: &str| serde_json::from_str::<AuditRecord>(line).map(|record| record.call);
    text.lines().filter_map(|line| read(line).ok()).collect()
}

fn writer(path: &Path) -> impl Fn(&str) {
    let broker = over(Says::new("tool", "x"))
        .audit(JsonLines::open(path).unwrap())
        .build()
        .unwrap();
    move |id: &str| {
        drop(now(broker.call(
            raw("tool", "{}"),
            CallContext::new().with_call_id(id),
        )));
        assert_eq!(broker.unaudited(), 0);
    }
}

#[test]
fn records_are_lines_that_are_added_to_a_private_file() {
    let (_session, path) = place();
    writer(&path)("1");
    writer(&path)("2");
    assert_eq!(calls(&path), ["1", "2"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }
}

#[cfg(unix)]
#[test]
fn the_file_survives_every_way_to_rotate_it() {
    let (_session, path) = place();
    let write = writer(&path);
    write("1");
    // Renamed, as logrotate does by default.
    let old = path.with_extension("1");
    fs::rename(&path, &old).unwrap();
    write("2");
    assert_eq!(
        (calls(&old), calls(&path)),
        (vec!["1".into()], vec!["2".into()])
    );
    // Renamed, and a new file made.
    fs::rename(&path, &old).unwrap();
    fs::write(&path, "").unwrap();
    write("3");
    assert_eq!(
        (calls(&old), calls(&path)),
        (vec!["2".into()], vec!["3".into()])
    );
    // Removed.
    fs::remove_file(&path).unwrap();
    write("4");
    assert_eq!(calls(&path), ["4"]);
    // Copied and cut short (copytruncate).
    fs::copy(&path, &old).unwrap();
    fs::OpenOptions::new()
        .write(true)
        .truncate(true)
        .open(&path)
        .unwrap();
    write("5");
    assert_eq!(
        (calls(&old), calls(&path)),
        (vec!["4".into()], vec!["5".into()])
    );
}

#[test]
fn half_a_line_of_a_process_that_was_killed_is_ended() {
    let (_session, path) = place();
    writer(&path)("1");
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(br#"{"time":"20"#).unwrap();
    writer(&path)("2");
    assert_eq!(calls(&path), ["1", "2"]);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_directory_that_goes_and_comes_loses_what_is_between() {
    let (_session, path) = place();
    let directory = path.with_file_name("logs");
    fs::create_dir(&directory).unwrap();
    let path = directory.join("audit.jsonl");
    let broker = over(Says::new("tool", "x"))
        .audit(JsonLines::open(&path).unwrap())
        .build()
        .unwrap();
    let write = |id: &str| {
        drop(now(broker.call(
            raw("tool", "{}"),
            CallContext::new().with_call_id(id),
        )));
    };
    write("1");
    fs::remove_dir_all(&directory).unwrap();
    write("2");
    assert_eq!(broker.unaudited(), 1);
    fs::create_dir(&directory).unwrap();
    write("3");
    assert_eq!(calls(&path), ["3"]);
    assert_eq!(broker.unaudited(), 1);
}

#[test]
fn threads_that_share_a_sink_do_not_mix_their_lines() {
    let (_session, path) = place();
    let write = writer(&path);
    let write = &write;
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || (0..50).for_each(|n| write(&format!("{thread}-{n}"))));
        }
    });
    let mut calls = calls(&path);
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), 400);
}
