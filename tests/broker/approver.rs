//! The example that asks at a terminal, run as a process of its own: with a pseudo-terminal that
//! `script` (util-linux) makes, and without one.
#![cfg(target_os = "linux")]

#[allow(dead_code, unreachable_pub, reason = "a program for people")]
#[path = "../../examples/approve.rs"]
mod approve;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes; only a failure waits for it.
const FOR_EVER: Duration = Duration::from_secs(120);

const CHILD: &str = "LOOPD_TOOLS_TEST_APPROVE";

/// What the other tests start as a process of its own.
#[test]
#[ignore = "a process that other tests start"]
fn program() {
    let Ok(order) = std::env::var(CHILD) else {
        panic!("other tests start it");
    };
    if order == "typed ahead" {
        // The keys are there before the question is.
        let begun = Instant::now();
        while rustix::io::ioctl_fionread(std::io::stdin()).unwrap() == 0 {
            assert!(begun.elapsed() < FOR_EVER, "no key was typed");
            thread::sleep(Duration::from_millis(2));
        }
    }
    approve::main().unwrap();
}

fn command() -> (String, Vec<&'static str>) {
    let program = std::env::current_exe().unwrap();
    let arguments = vec![
        "--exact",
        "approver::program",
        "--ignored",
        "--nocapture",
        "--test-threads=1",
        "--color=never",
    ];
    (program.to_str().unwrap().to_owned(), arguments)
}

/// The program at a terminal of its own.
struct AtTerminal {
    child: Child,
    shown: Receiver<Vec<u8>>,
    screen: String,
}

impl AtTerminal {
    fn start(order: &str) -> Self {
        let (program, arguments) = command();
        let line = format!("'{program}' {}", arguments.join(" "));
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--command", &line, "/dev/null"])
            .env(CHILD, order)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux is installed");
        let mut output = child.stdout.take().unwrap();
        let (show, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 1024];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if show.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            shown,
            screen: String::new(),
        }
    }

    /// Waits until the screen holds `text` as often as this.
    fn see(&mut self, text: &str, times: usize) {
        while self.screen.matches(text).count() < times {
            let bytes = self.shown.recv_timeout(FOR_EVER);
            let bytes = bytes.unwrap_or_else(|_| panic!("no {text:?} in {}", self.screen));
            self.screen.push_str(&String::from_utf8(bytes).unwrap());
        }
    }

    fn press(&mut self, keys: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// Answers the questions, one key each, and gives what was on the screen in the end.
    fn answer(mut self, keys: &str) -> String {
        for (place, key) in keys.chars().enumerate() {
            self.see("[n] no: ", place + 1);
            self.press(&key.to_string());
        }
        self.see("test result: ok", 1);
        assert!(self.child.wait().unwrap().success());
        let control = |c: char| c.is_control() && !matches!(c, '\r' | '\n');
        assert!(!self.screen.contains(control), "{:?}", self.screen);
        assert!(!self.screen.contains('\u{202e}'), "{:?}", self.screen);
        assert_eq!(self.screen.matches("[n] no: ").count(), keys.len());
        self.screen.replace('\r', "")
    }
}

#[test]
fn a_person_sees_words_resource_and_audit_line_and_answers_each_call_with_a_key() {
    let screen = AtTerminal::start("").answer("ynn");
    for line in [
        "1. write_note (write_note): note for notes/today.txt\n",
        "   - write 17 bytes into notes/today.txt [fs.write: notes/today.txt]\n",
        // What would clear the screen and run backwards is seen as what it is.
        "2. write_note (write_note): note for notes/\\u{1b}[2J\\u{202e}txt.live\n",
        "[fs.write: notes/\\u{1b}[2J\\u{202e}txt.live]\n",
        "\nworkspace: /",
        "call 1? [y] yes, this time  [a] yes, always here  [n] no: ",
        "notes/today.txt is written\n",
        "write_note was not allowed fs.write of notes/\\u{1b}[2J\\u{202e}txt.live: a person refused it\n",
    ] {
        assert!(screen.contains(line), "{line}\n\n{screen}");
    }
}

#[test]
fn what_is_approved_for_good_is_asked_no_more() {
    let screen = AtTerminal::start("").answer("ay");
    assert_eq!(screen.matches("notes/today.txt is written\n").count(), 2);
    assert!(screen.contains("txt.live is written\n"), "{screen}");
}

#[test]
fn every_other_key_is_a_no() {
    for keys in ["\r\u{1b}x", " \t9"] {
        let screen = AtTerminal::start("").answer(keys);
        assert_eq!(
            screen.matches(": a person refused it\n").count(),
            3,
            "{screen}"
        );
        assert!(!screen.contains("is written"), "{screen}");
    }
}

#[test]
fn a_key_that_was_pressed_before_the_question_is_no_answer() {
    let mut at = AtTerminal::start("typed ahead");
    at.press("y\ny\ny\n");
    at.see("[n] no: ", 1);
    // The terminal itself has shown what was typed.
    at.screen = at
        .screen
        .split_off(at.screen.find("1. write_note").unwrap());
    let screen = at.answer("nnn");
    assert!(!screen.contains("is written"), "{screen}");
}

#[test]
fn without_a_terminal_it_is_denied() {
    let (program, arguments) = command();
    let output = Command::new(program)
        .args(arguments)
        .env(CHILD, "")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    let denied = "a person has to be asked, and nobody is there\n";
    assert_eq!(printed.matches(denied).count(), 3, "{printed}");
    assert!(!printed.contains("is written"), "{printed}");
}
