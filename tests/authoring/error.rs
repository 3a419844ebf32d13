//! What a failure tells the model, and what it keeps for the log.

use std::error::Error;
use std::{fmt, io};

use loopd_tools::{ToolError, ToolErrorKind as Kind};

const KINDS: [Kind; 9] = [
    Kind::NotFound,
    Kind::InvalidInput,
    Kind::Execution,
    Kind::Permission,
    Kind::FileNotFound,
    Kind::Timeout,
    Kind::Cancelled,
    Kind::Io,
    Kind::Json,
];

#[test]
fn every_kind_has_advice_of_its_own_that_can_be_replaced_or_left_out() {
    let advice: Vec<_> = KINDS.map(Kind::advice).to_vec();
    for (place, one) in advice.iter().enumerate() {
        assert!(!one.is_empty());
        assert!(!advice[place + 1..].contains(one), "{one}");
    }
    for kind in KINDS {
        let error = ToolError::new(kind, "it failed");
        assert_eq!(error.model_text(), format!("it failed\n{}", kind.advice()));
        assert_eq!(error.advice(), Some(kind.advice()));
    }
    let error = ToolError::not_found("no page 9").with_advice("There are 3 pages.");
    assert_eq!(error.model_text(), "no page 9\nThere are 3 pages.");
    assert_eq!(error.without_advice().model_text(), "no page 9");
}

#[test]
fn the_constructors_give_their_kind() {
    let made = [
        (ToolError::not_found("m"), Kind::NotFound),
        (ToolError::invalid_input("m"), Kind::InvalidInput),
        (ToolError::execution("m"), Kind::Execution),
        (ToolError::permission("m"), Kind::Permission),
        (ToolError::file_not_found("m"), Kind::FileNotFound),
        (ToolError::timeout("m"), Kind::Timeout),
        (ToolError::cancelled("m"), Kind::Cancelled),
        (ToolError::from("m"), Kind::Execution),
        (ToolError::from(String::from("m")), Kind::Execution),
    ];
    for (error, kind) in made {
        assert_eq!((error.kind(), error.message()), (kind, "m"));
    }
}

#[test]
fn only_what_passes_by_itself_is_worth_a_second_try() {
    for kind in KINDS {
        let expected = matches!(kind, Kind::Timeout | Kind::Io);
        assert_eq!(
            ToolError::new(kind, "m").is_retryable(),
            expected,
            "{kind:?}"
        );
        let other_way = ToolError::new(kind, "m").with_retryable(!expected);
        assert_eq!(other_way.is_retryable(), !expected);
    }
    let from_io = |kind| ToolError::from(io::Error::from(kind));
    for (io_kind, kind, retryable) in [
        (io::ErrorKind::NotFound, Kind::FileNotFound, false),
        (io::ErrorKind::PermissionDenied, Kind::Permission, false),
        (io::ErrorKind::TimedOut, Kind::Timeout, true),
        (io::ErrorKind::ConnectionReset, Kind::Io, true),
        (io::ErrorKind::Interrupted, Kind::Io, true),
        (io::ErrorKind::StorageFull, Kind::Io, false),
        (io::ErrorKind::IsADirectory, Kind::Io, false),
    ] {
        let error = from_io(io_kind);
        assert_eq!(
            (error.kind(), error.is_retryable()),
            (kind, retryable),
            "{io_kind:?}"
        );
    }
}

/// `?` in a tool's body, for each kind of error that it takes.
#[test]
fn other_errors_become_tool_errors_by_the_question_mark() {
    fn io() -> Result<(), ToolError> {
        Ok(Err(io::Error::from(io::ErrorKind::NotFound))?)
    }
    fn json() -> Result<u8, ToolError> {
        Ok(serde_json::from_str("{")?)
    }
    fn boxed() -> Result<(), ToolError> {
        Ok(Err::<(), Box<dyn Error + Send + Sync>>("it broke".into())?)
    }
    fn boxed_io() -> Result<(), ToolError> {
        fn inner() -> Result<(), Box<dyn Error + Send + Sync>> {
            Ok(Err(io::Error::from(io::ErrorKind::NotFound))?)
        }
        Ok(inner()?)
    }
    fn any() -> Result<(), ToolError> {
        "x".parse::<u8>().map_err(ToolError::execution)?;
        Ok(())
    }
    assert_eq!(io().unwrap_err().kind(), Kind::FileNotFound);
    assert_eq!(json().unwrap_err().kind(), Kind::Json);
    let error = boxed().unwrap_err();
    assert_eq!(
        (error.kind(), error.message()),
        (Kind::Execution, "it broke")
    );
    assert_eq!(boxed_io().unwrap_err().kind(), Kind::FileNotFound);
    let error = any().unwrap_err();
    assert_eq!(error.message(), "invalid digit found in string");
    assert!(error.source().unwrap().is::<std::num::ParseIntError>());
}

#[test]
fn a_boxed_tool_error_is_still_itself() {
    let original = ToolError::not_found("no page 9").with_advice("There are 3 pages.");
    let boxed: Box<dyn Error + Send + Sync> = original.into();
    let error = ToolError::from(boxed);
    assert_eq!(error.kind(), Kind::NotFound);
    assert_eq!(error.model_text(), "no page 9\nThere are 3 pages.");
}

const SECRET: &str = "hunter2";

/// An error whose own words are harmless and whose source tells a secret.
#[derive(Debug)]
struct Outer(Inner);

#[derive(Debug)]
struct Inner;

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the upload failed")
    }
}

impl fmt::Display for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "password {SECRET} was refused")
    }
}

impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

impl Error for Inner {}

/// The whole chain below the error, as a log prints it.
fn logged(error: &ToolError) -> String {
    let mut log = String::new();
    let mut source = error.source();
    while let Some(error) = source {
        log.push_str(&error.to_string());
        source = error.source();
    }
    log
}

#[test]
fn a_secret_in_the_source_never_reaches_the_model() {
    let boxed = |error: Outer| -> Box<dyn Error + Send + Sync> { error.into() };
    let custom_json = || <serde_json::Error as serde::de::Error>::custom(SECRET);
    let wrong_data = || serde_json::from_str::<u8>(&format!("{SECRET:?}")).unwrap_err();
    let errors = [
        ToolError::execution(Outer(Inner)),
        ToolError::from(boxed(Outer(Inner))),
        ToolError::new(Kind::Timeout, "too slow").with_source(Inner),
        ToolError::permission("not yours").with_source(Outer(Inner)),
        ToolError::from(io::Error::other(Inner)),
        ToolError::from(io::Error::new(io::ErrorKind::NotFound, Outer(Inner))),
        ToolError::from(custom_json()),
        ToolError::from(wrong_data()),
        ToolError::from(anyhow::Error::new(Outer(Inner))),
        ToolError::from(anyhow::Error::new(Inner).context("the upload failed")),
        ToolError::from(anyhow::Error::new(io::Error::other(Inner))),
    ];
    for error in errors {
        for read in [
            error.model_text(),
            error.to_string(),
            format!("{error:#}"),
            error.message().to_owned(),
            error.advice().unwrap_or_default().to_owned(),
        ] {
            assert!(!read.contains(SECRET), "{read}");
        }
        // Yet the log has it: nothing was thrown away.
        assert!(logged(&error).contains(SECRET), "{error:?}");
    }
}

#[test]
fn an_error_of_anyhow_is_what_it_holds_unless_something_is_said_around_it() {
    fn question() -> Result<(), ToolError> {
        let failing: anyhow::Result<()> = Err(anyhow::anyhow!("it broke"));
        Ok(failing?)
    }

    let bare = ToolError::from(anyhow::Error::new(ToolError::not_found("no page 9")));
    assert_eq!((bare.kind(), bare.message()), (Kind::NotFound, "no page 9"));
    let io = ToolError::from(anyhow::Error::new(io::Error::from(io::ErrorKind::TimedOut)));
    assert_eq!(io.kind(), Kind::Timeout);
    let around = anyhow::Error::new(io::Error::from(io::ErrorKind::TimedOut)).context("saving");
    let around = ToolError::from(around);
    assert_eq!(
        (around.kind(), around.message()),
        (Kind::Execution, "saving")
    );

    assert_eq!(question().unwrap_err().message(), "it broke");
}
