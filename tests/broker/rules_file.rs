//! The rules file: what is refused, and what processes that share it, or are killed, leave behind.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, Lines};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use loopd_tools::Session;
use loopd_tools::policy::{Rule, RuleStore, RulesError, RulesFile};

/// A private directory that goes with the test, and the path of a rules file in it.
fn place() -> (Session, PathBuf) {
    let session = Session::new("rules");
    let directory = session.call("1").scratch().unwrap();
    (session, directory.join("rules.json"))
}

fn rule(number: usize) -> Rule {
    Rule::deny("net").with_resource(format!("host-{number}"))
}

fn add(rules: &RulesFile, number: usize) {
    rules.change(&mut |book| book.add(rule(number))).unwrap();
}

fn numbers(rules: &RulesFile) -> Vec<usize> {
    let book = rules.load().unwrap();
    let number = |rule: &Rule| rule.resource.as_ref()?.strip_prefix("host-")?.parse().ok();
    book.rules()
        .iter()
        .map(|rule| number(rule).unwrap())
        .collect()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Opens rules that can't be used; the error, which must name the fix.
fn refused(path: &Path, fix: &str) -> RulesError {
    let error = RulesFile::open(path).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(fix), "{text}");
    assert!(
        text.contains(path.file_name().unwrap().to_str().unwrap()) || text.contains("directory")
    );
    error
}

#[test]
fn a_file_that_is_not_there_is_no_rules() {
    let (_session, path) = place();
    let rules = RulesFile::open(&path).unwrap();
    assert!(rules.load().unwrap().rules().is_empty());
    assert!(!path.exists(), "reading makes nothing");
}

#[test]
fn a_missing_directory_is_made_private() {
    let (_session, path) = place();
    let path = path.with_file_name("deep").join("er").join("rules.json");
    add(&RulesFile::open(&path).unwrap(), 1);
    assert_eq!(
        fs::metadata(path.parent().unwrap()).unwrap().mode() & 0o777,
        0o700
    );
}

#[test]
fn what_is_stored_is_private_readable_text_that_is_read_again() {
    let (_session, path) = place();
    let rules = RulesFile::open(&path).unwrap();
    let allow =
        Rule::allow("fs", "edit", "ab".repeat(32).parse().unwrap(), "/srv").with_resource("/srv/a");
    rules.change(&mut |book| book.add(allow.clone())).unwrap();
    add(&rules, 7);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o600);
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("\n      \"decision\": \"allow\",\n      \"capability\": \"fs\","),
        "{text}"
    );
    assert!(text.ends_with("}\n"));
    let again = RulesFile::open(&path).unwrap().load().unwrap();
    assert_eq!(again.rules(), [allow, rule(7)]);
    let names: BTreeSet<String> = fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        names,
        ["rules.json", "rules.json.lock"].map(str::to_owned).into()
    );
}

#[test]
fn a_rule_takes_the_place_of_one_about_the_same() {
    let (_session, path) = place();
    let rules = RulesFile::open(&path).unwrap();
    for number in [1, 2, 1] {
        add(&rules, number);
    }
    assert_eq!(numbers(&rules), [2, 1]);
    rules
        .change(&mut |book| book.retain(|rule| rule.resource.as_deref() != Some("host-2")))
        .unwrap();
    assert_eq!(numbers(&rules), [1]);
}

#[test]
fn a_file_that_others_can_use_or_its_owner_can_not_read_is_refused() {
    for mode in [
        0o640, 0o604, 0o660, 0o602, 0o644, 0o666, 0o610, 0o000, 0o200,
    ] {
        let (_session, path) = place();
        add(&RulesFile::open(&path).unwrap(), 1);
        set_mode(&path, mode);
        let error = refused(
            &path,
            &format!("chmod 600 {}", path.canonicalize().unwrap().display()),
        );
        assert!(matches!(error, RulesError::WrongMode { mode: found, .. } if found == mode));
        set_mode(&path, 0o600);
        RulesFile::open(&path).unwrap();
    }
}

#[test]
fn a_directory_that_others_can_write_to_is_refused() {
    for mode in [0o770, 0o707, 0o777, 0o1777] {
        let (_session, path) = place();
        let rules = RulesFile::open(&path).unwrap();
        add(&rules, 1);
        let directory = path.parent().unwrap().to_owned();
        set_mode(&directory, mode);
        let error = refused(&path, "chmod go-w ");
        assert!(matches!(error, RulesError::OpenDirectory { .. }), "{error}");
        assert!(rules.load().is_err(), "it is looked at each time");
        assert!(rules.change(&mut |book| book.add(rule(2))).is_err());
        set_mode(&directory, 0o700);
        assert_eq!(numbers(&rules), [1]);
    }
}

#[test]
fn a_link_is_refused_wherever_it_leads() {
    let (_session, path) = place();
    let real = path.with_file_name("real.json");
    add(&RulesFile::open(&real).unwrap(), 1);
    symlink(&real, &path).unwrap();
    assert!(matches!(
        refused(&path, "symbolic link"),
        RulesError::Symlink { .. }
    ));
    fs::remove_file(&path).unwrap();
    symlink("nowhere", &path).unwrap();
    assert!(matches!(
        refused(&path, "symbolic link"),
        RulesError::Symlink { .. }
    ));
}

#[test]
fn what_is_no_file_is_refused() {
    let (_session, path) = place();
    fs::create_dir(&path).unwrap();
    assert!(matches!(
        refused(&path, "no regular file"),
        RulesError::NotAFile { .. }
    ));
}

#[test]
fn somebody_elses_file_is_refused() {
    let (_session, path) = place();
    add(&RulesFile::open(&path).unwrap(), 1);
    // Only root can give a file away; everybody else finds a file of root's.
    let path = match chown(&path, Some(12_345), None) {
        Ok(()) => path,
        Err(_) => PathBuf::from("/etc/passwd"),
    };
    assert!(matches!(
        refused(&path, "chown"),
        RulesError::WrongOwner { .. }
    ));
}

#[test]
fn what_is_no_list_of_rules_is_refused_with_the_place() {
    let allow = r#"{"format":1,"rules":[{"decision":"deny","capability":"a"},{"decision":"allow","capability":"b"}]}"#;
    let cases = [
        ("", "EOF"),
        ("{}", "format"),
        ("[]", "invalid length"),
        ("7", "invalid type"),
        (r#"{"format":2,"rules":[]}"#, "`format` is 2"),
        (
            r#"{"format":1,"rules":[{"decision":"maybe","capability":"a"}]}"#,
            "maybe",
        ),
        (r#"{"format":1,"rules":[],"extra":1}"#, "extra"),
        (
            allow,
            "rules[1]: an allow needs `tool`, `digest` and `here`",
        ),
        (
            "{\"format\":1,\n\"rules\":[{\"decision\":\"deny\"}]}",
            "line 2",
        ),
    ];
    for (text, words) in cases {
        let (_session, path) = place();
        fs::write(&path, text).unwrap();
        set_mode(&path, 0o600);
        assert!(matches!(
            refused(&path, words),
            RulesError::Malformed { .. }
        ));
        let rules = RulesFile::open(path.with_file_name("other.json")).unwrap();
        assert!(rules.load().unwrap().rules().is_empty());
    }
}

#[test]
fn a_change_that_is_none_or_makes_no_sense_changes_nothing() {
    let (_session, path) = place();
    let rules = RulesFile::open(&path).unwrap();
    add(&rules, 1);
    let before = fs::read(&path).unwrap();
    let mut wrong = rule(2);
    wrong.decision = loopd_tools::policy::Decision::Allow;
    assert!(rules.change(&mut |book| book.add(wrong.clone())).is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::write(&path, "mended by hand").unwrap();
    assert!(
        rules.change(&mut |book| book.add(rule(2))).is_err(),
        "nothing is written over"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "mended by hand");
}

#[test]
fn what_a_person_writes_is_seen_at_once() {
    let (_session, path) = place();
    let rules = RulesFile::open(&path).unwrap();
    add(&rules, 1);
    for number in 2..20 {
        let text = format!(
            r#"{{"format":1,"rules":[{{"decision":"deny","capability":"net","resource":"host-{number}"}}]}}"#
        );
        fs::write(&path, text).unwrap();
        assert_eq!(numbers(&rules), [number]);
    }
}

#[test]
fn threads_that_share_a_file_lose_nothing() {
    let (_session, path) = place();
    let start = Barrier::new(4);
    thread::scope(|scope| {
        for writer in 0..4 {
            let (path, start) = (&path, &start);
            scope.spawn(move || {
                let rules = RulesFile::open(path).unwrap();
                start.wait();
                (0..15).for_each(|number| add(&rules, writer * 100 + number));
            });
        }
    });
    let rules = RulesFile::open(&path).unwrap();
    let wanted: BTreeSet<usize> = (0..4)
        .flat_map(|w| (0..15).map(move |n| w * 100 + n))
        .collect();
    assert_eq!(numbers(&rules).into_iter().collect::<BTreeSet<_>>(), wanted);
}

const CHILD: &str = "LOOPD_TOOLS_TEST_RULES";

/// What `start` runs as a process of its own: writes rules, one after the other, and says each
/// number when its rule is stored.
#[test]
#[ignore = "a process that other tests start"]
fn writer() {
    let Ok(order) = std::env::var(CHILD) else {
        panic!("other tests start it");
    };
    let mut order = order.split('|');
    let (path, from, to) = (
        order.next().unwrap(),
        order.next().unwrap(),
        order.next().unwrap(),
    );
    let rules = RulesFile::open(path).unwrap();
    for number in from.parse().unwrap()..to.parse().unwrap() {
        add(&rules, number);
        println!("stored {number}");
    }
}

fn start(path: &Path, from: usize, to: usize) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "rules_file::writer",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(CHILD, format!("{}|{from}|{to}", path.display()))
        .stdout(Stdio::piped());
    command.spawn().unwrap()
}

/// The next number that a writer says.
fn stored(lines: &mut Lines<BufReader<ChildStdout>>) -> Option<usize> {
    lines.find_map(|line| line.ok()?.split_once("stored ")?.1.parse().ok())
}

#[test]
fn processes_that_share_a_file_lose_nothing() {
    let (_session, path) = place();
    let writers: Vec<Child> = (0..4)
        .map(|writer| start(&path, writer * 100, writer * 100 + 25))
        .collect();
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let rules = RulesFile::open(&path).unwrap();
    let wanted: BTreeSet<usize> = (0..4)
        .flat_map(|w| (0..25).map(move |n| w * 100 + n))
        .collect();
    assert_eq!(numbers(&rules).into_iter().collect::<BTreeSet<_>>(), wanted);
}

/// How often a writer is killed.
const KILLS: usize = 200;

/// A writer is killed with SIGKILL at a random point, again and again: the file is always the one
/// before or the one after the rule that it was writing, and nothing of it stays in the way.
#[test]
fn a_writer_that_is_killed_leaves_the_old_file_or_the_new_one() {
    let (_session, path) = place();
    let random = RandomState::new();
    let roll = |kill: usize, salt: usize, below: u64| {
        let mut hasher = random.build_hasher();
        hasher.write_usize(kill);
        hasher.write_usize(salt);
        hasher.finish() % below
    };
    let (mut next, mut midway) = (0, 0);
    for kill in 0..KILLS {
        let mut child = start(&path, next, usize::MAX);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut told = None;
        for _ in 0..=roll(kill, 0, 3) {
            told = stored(&mut lines);
        }
        thread::sleep(Duration::from_micros(roll(kill, 1, 4_000)));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was killed");
        while let Some(number) = stored(&mut lines) {
            told = Some(number);
        }
        let told = told.expect("the writer has stored something");
        let rules = RulesFile::open(&path).unwrap();
        let numbers = numbers(&rules);
        let last = *numbers.last().unwrap();
        assert!(numbers.iter().copied().eq(0..=last), "{numbers:?}");
        assert!(
            last == told || last == told + 1,
            "told {told}, found {last}"
        );
        let left = fs::read_dir(path.parent().unwrap()).unwrap().count();
        midway += usize::from(left > 2);
        next = last + 1;
    }
    // The next writer clears up after all of them.
    add(&RulesFile::open(&path).unwrap(), next);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
    println!("figure rules_file_kills={KILLS} killed_while_writing={midway} rules={next}");
    assert!(midway > 0, "no kill has met a write");
}
