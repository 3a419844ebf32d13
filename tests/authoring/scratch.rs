//! A session's private directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use loopd_tools::{CallContext, Session, ToolErrorKind};

/// A base of this test's own, empty.
fn base(name: &str) -> PathBuf {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("scratch")
        .join(name);
    if base.exists() {
        fs::remove_dir_all(&base).unwrap();
    }
    base
}

fn entries(directory: &Path) -> usize {
    fs::read_dir(directory).unwrap().count()
}

#[test]
fn it_is_made_when_it_is_wanted_and_goes_with_the_handle() {
    let base = base("life");
    let session = Session::new("s").with_scratch_base(&base);
    let cx = session.call("1");
    assert!(!base.exists(), "made before anybody wanted it");
    let scratch = cx.scratch().unwrap();
    fs::create_dir(scratch.join("sub")).unwrap();
    fs::write(scratch.join("sub/file"), "x").unwrap();
    // The same for all calls, and straight under the base.
    assert_eq!(session.call("2").scratch().unwrap(), scratch);
    assert_eq!(scratch.parent().unwrap(), fs::canonicalize(&base).unwrap());
    let clone = session.clone();
    drop(session);
    assert!(scratch.exists(), "another handle is there");
    drop(clone);
    // The context is still there, the session is not.
    assert_eq!(entries(&base), 0);
    assert_eq!(cx.scratch().unwrap_err().kind(), ToolErrorKind::Io);
    assert_eq!(entries(&base), 0);
}

#[test]
fn a_context_of_its_own_takes_its_directory_along() {
    let cx = CallContext::new();
    let scratch = cx.scratch().unwrap();
    assert!(scratch.starts_with(fs::canonicalize(std::env::temp_dir()).unwrap()));
    let clone = cx.clone().with_call_id("2");
    drop(cx);
    assert_eq!(clone.scratch().unwrap(), scratch);
    drop(clone);
    assert!(!scratch.exists());
}

#[test]
fn it_can_be_switched_off() {
    let session = Session::new("s").without_scratch();
    let error = session.call("1").scratch().unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::Io);
    assert_eq!(error.message(), "there is no scratch directory");
}

#[test]
fn closing_tells_and_ends_it_for_all() {
    let base = base("close");
    let session = Session::new("s").with_scratch_base(&base);
    let other = session.clone();
    let scratch = other.call("1").scratch().unwrap();
    session.close().unwrap();
    assert!(!scratch.exists());
    assert!(other.call("2").scratch().is_err());
}

#[test]
fn sessions_of_one_id_never_share_one() {
    let base = base("apart");
    let [one, two] = [(); 2].map(|()| Session::new("../s").with_scratch_base(&base));
    assert_ne!(
        one.call("1").scratch().unwrap(),
        two.call("1").scratch().unwrap()
    );
    assert_eq!(entries(&base), 2);
}

#[test]
fn calls_at_once_make_one() {
    let base = base("race");
    let session = Session::new("s").with_scratch_base(&base);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| session.call("x").scratch().unwrap());
        }
    });
    assert_eq!(entries(&base), 1);
}

#[test]
fn one_that_a_tool_removed_is_made_again() {
    let base = base("again");
    let session = Session::new("s").with_scratch_base(&base);
    let cx = session.call("1");
    let first = cx.scratch().unwrap();
    fs::remove_dir(&first).unwrap();
    let second = cx.scratch().unwrap();
    assert!(second.is_dir());
    assert_ne!(first, second);
}

#[test]
fn a_base_that_is_a_file_is_an_error_that_does_not_tell_the_model_where() {
    let base = base("file");
    fs::create_dir_all(base.parent().unwrap()).unwrap();
    fs::write(&base, "x").unwrap();
    let session = Session::new("s").with_scratch_base(&base);
    let error = session.call("1").scratch().unwrap_err();
    assert!(!error.model_text().contains("file"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    fs::remove_file(&base).unwrap();
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn nobody_else_can_enter_it() {
        let base = base("mode");
        let session = Session::new("s").with_scratch_base(&base);
        let scratch = session.call("1").scratch().unwrap();
        let mode = fs::metadata(scratch).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn links_inside_are_removed_and_not_followed() {
        let base = base("links");
        let outside = base.with_file_name("links-outside");
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("kept"), "x").unwrap();
        let session = Session::new("s").with_scratch_base(&base);
        let scratch = session.call("1").scratch().unwrap();
        symlink(&outside, scratch.join("out")).unwrap();
        symlink(outside.join("kept"), scratch.join("kept")).unwrap();
        session.close().unwrap();
        assert_eq!(entries(&base), 0);
        assert_eq!(fs::read_to_string(outside.join("kept")).unwrap(), "x");
    }

    #[test]
    fn what_came_in_its_place_is_left_alone() {
        let base = base("swapped");
        let outside = base.with_file_name("swapped-outside");
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("kept"), "x").unwrap();
        let session = Session::new("s").with_scratch_base(&base);
        let cx = session.call("1");
        let scratch = cx.scratch().unwrap();
        fs::remove_dir(&scratch).unwrap();
        symlink(&outside, &scratch).unwrap();
        // Neither handed out again nor emptied at the end.
        assert_ne!(cx.scratch().unwrap(), scratch);
        session.close().unwrap();
        assert_eq!(fs::read_to_string(outside.join("kept")).unwrap(), "x");
        assert!(scratch.is_symlink());
    }
}
