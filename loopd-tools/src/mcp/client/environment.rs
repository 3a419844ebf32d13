//! What a server that is started here sees of this process's environment.

use std::env;
use std::ffi::OsString;

/// The names that a program needs to run at all. Everything else may be a secret.
const PASSED_ON: [&str; 18] = [
    "APPDATA",
    "COMSPEC",
    "HOME",
    "LANG",
    "LOCALAPPDATA",
    "LOGNAME",
    "PATH",
    "PATHEXT",
    "PROGRAMFILES",
    "SHELL",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "USER",
    "USERPROFILE",
];

/// What is passed on unless a host says more.
pub(super) fn passed_on() -> impl Iterator<Item = (OsString, OsString)> {
    env::vars_os().filter(|(name, _)| {
        name.to_str()
            .is_some_and(|name| PASSED_ON.contains(&name) || name.starts_with("LC_"))
    })
}
