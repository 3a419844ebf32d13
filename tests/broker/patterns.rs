//! Patterns of paths and hosts.

use std::fs;
use std::path::{Path, PathBuf};

use loopd_tools::policy::{Basis, Hosts, MemoryRules, Paths, Policy, Profile, Rule, RuleStore};
use loopd_tools::{Broker, CallContext, Requirement, Session};
use proptest::prelude::*;
use serde_json::json;

use crate::drive::{now, over, request};
use crate::tools::Says;

fn asking(capability: &'static str, policy: Policy) -> Broker {
    let tool = Says::new("tool", "ran").plan(move |plan, arguments| {
        let resource = arguments["resource"].as_str().unwrap();
        let need = Requirement::new(capability, "words").with_resource(resource);
        Ok(plan.with_requirement(need))
    });
    over(tool).policy(policy).build().unwrap()
}

fn basis(broker: &Broker, resource: &str, working_directory: &Path) -> Basis {
    let cx = CallContext::new().with_working_directory(working_directory);
    let outcome = now(broker.call(request("tool", &json!({"resource": resource})), cx));
    outcome.rulings[0].basis
}

fn host(hosts: Hosts, resource: &str) -> Basis {
    let policy = Policy::new(Profile::new("p", "1").with("net", hosts));
    basis(&asking("net", policy), resource, Path::new("/"))
}

/// A directory that goes with the test.
struct Workspace {
    _session: Session,
    root: PathBuf,
}

impl Workspace {
    fn new() -> Self {
        let session = Session::new("patterns");
        let root = session.call("1").scratch().unwrap().canonicalize().unwrap();
        Self {
            _session: session,
            root,
        }
    }

    fn file(&self, path: &str) -> PathBuf {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "x").unwrap();
        path
    }

    fn judge(&self, paths: Paths, resource: &str) -> Basis {
        let policy = Policy::new(Profile::new("p", "1").with("fs", paths));
        basis(
            &asking("fs", policy.with_workspace(&self.root)),
            resource,
            &self.root,
        )
    }

    fn allows(&self, pattern: &str, resource: &str) -> bool {
        self.judge(Paths::new().allow(pattern), resource) == Basis::ProfileAllow
    }
}

#[test]
fn patterns_of_paths_start_from_the_workspace_or_the_root() {
    let here = Workspace::new();
    here.file("src/deep/a.rs");
    let root = here.root.to_str().unwrap().to_owned();
    let cases = [
        ("**", "src/deep/a.rs", true),
        ("**", "not/there/yet", true),
        ("**", "/etc/passwd", false),
        ("/**", "/etc/passwd", true),
        ("src/**", "src/deep/a.rs", true),
        ("src/**", "src", true),
        ("src/**", "srcs/a.rs", false),
        ("src/*", "src/deep", true),
        ("src/*", "src/deep/a.rs", false),
        ("**/*.rs", "src/deep/a.rs", true),
        ("**/a.?s", "src/deep/a.rs", true),
        ("src/**/a.rs", "src/a.rs", true),
        ("./src//deep/a.rs", "src/deep/a.rs", true),
        ("src/deep/a.rs", "./src/../src/deep/./a.rs", true),
        ("src/**", "src/../../outside", false),
        ("**", "src/../../../../../../etc/passwd", false),
    ];
    for (pattern, resource, wanted) in cases {
        assert_eq!(
            here.allows(pattern, resource),
            wanted,
            "{pattern} {resource}"
        );
    }
    assert!(here.allows("src/**", &format!("{root}/src/deep/a.rs")));
    assert!(here.allows(&format!("{root}/src/**"), "src/deep/a.rs"));
}

#[test]
fn a_deny_wins_over_an_allow_and_an_allow_over_a_gate() {
    let here = Workspace::new();
    let paths = || Paths::new().gate("**").allow("src/**").deny("**/.env");
    assert_eq!(here.judge(paths(), "docs/a"), Basis::NobodyToAsk);
    assert_eq!(here.judge(paths(), "src/a"), Basis::ProfileAllow);
    assert_eq!(here.judge(paths(), "src/.env"), Basis::ProfileDeny);
    assert_eq!(here.judge(paths(), "/elsewhere"), Basis::NotMentioned);
}

#[cfg(unix)]
#[test]
fn a_link_is_where_it_leads() {
    use std::os::unix::fs::symlink;
    let (here, outside) = (Workspace::new(), Workspace::new());
    let secret = outside.file("secret");
    here.file("real/file");
    symlink(&secret, here.root.join("link")).unwrap();
    symlink(&outside.root, here.root.join("dir")).unwrap();
    symlink(outside.root.join("nowhere"), here.root.join("dangling")).unwrap();
    symlink("real", here.root.join("inside")).unwrap();
    symlink("loop", here.root.join("loop")).unwrap();
    for resource in [
        "link",
        "dir/secret",
        "dir/new",
        "dangling",
        "dangling/x",
        "loop",
        "dir/../x",
    ] {
        assert!(!here.allows("**", resource), "{resource} leads outside");
    }
    assert!(here.allows("**", "inside/file"));
    assert!(
        here.allows("inside/**", "inside/file"),
        "a pattern through a link fits what it is"
    );
    assert!(here.allows("inside/**", "real/file"));
    // A deny fits what was asked for, and where it leads.
    let deny = |pattern: &str| Paths::new().allow("/**").deny(pattern);
    assert_eq!(here.judge(deny("link"), "link"), Basis::ProfileDeny);
    assert_eq!(
        here.judge(deny(secret.to_str().unwrap()), "link"),
        Basis::ProfileDeny
    );
    assert_eq!(
        here.judge(deny("real/**"), "inside/file"),
        Basis::ProfileDeny
    );
    assert_eq!(here.judge(deny("**/new"), "dir/new"), Basis::ProfileDeny);
}

#[test]
fn what_is_no_path_is_denied() {
    let here = Workspace::new();
    here.file("file");
    for resource in ["", "a\0b", "file/below", "missing/../x"] {
        assert_eq!(
            here.judge(Paths::new().allow("/**"), resource),
            Basis::ProfileDeny,
            "{resource:?}"
        );
    }
}

#[test]
fn a_requirement_without_a_resource_means_all_of_them() {
    let judge = |paths: Paths| {
        let tool = Says::new("tool", "ran").define(|tool| tool.with_requires(["fs"]));
        let policy = Policy::new(Profile::new("p", "1").with("fs", paths));
        let broker = over(tool).policy(policy).build().unwrap();
        let outcome = now(broker.call(request("tool", &json!({})), CallContext::new()));
        outcome.rulings[0].basis
    };
    assert_eq!(judge(Paths::new().allow("**")), Basis::NotMentioned);
    assert_eq!(judge(Paths::new().allow("/**")), Basis::ProfileAllow);
    assert_eq!(judge(Paths::new().gate("/**")), Basis::NobodyToAsk);
    assert_eq!(
        judge(Paths::new().allow("/**").deny("/etc/**")),
        Basis::NobodyToAsk
    );
    assert_eq!(
        judge(Paths::new().allow("/**").deny("/**")),
        Basis::ProfileDeny
    );
}

#[test]
fn patterns_of_hosts() {
    let cases = [
        ("docs.rs", "docs.rs", true),
        ("docs.rs", "DOCS.rs", true),
        ("docs.rs", "docs.rs.", true),
        ("docs.rs", "docs.rs:443", true),
        ("docs.rs", "evil-docs.rs", false),
        ("docs.rs", "api.docs.rs", false),
        ("docs.rs:443", "docs.rs:443", true),
        ("docs.rs:443", "docs.rs:80", false),
        ("docs.rs:443", "docs.rs", false),
        ("*.docs.rs", "api.docs.rs", true),
        ("*.docs.rs", "a.b.docs.rs:80", true),
        ("*.docs.rs", "docs.rs", false),
        ("*.docs.rs", "evildocs.rs", false),
        ("*", "anything.example", true),
        ("*", "10.0.0.1", true),
        ("*:443", "anything.example:443", true),
        ("*:443", "anything.example", false),
        ("127.0.0.1", "127.0.0.1:8080", true),
        ("127.0.0.1", "[::ffff:127.0.0.1]:8080", true),
        ("[::1]", "::1", true),
        ("[::1]:80", "[0:0:0:0:0:0:0:1]:80", true),
        ("*.rs", "1.2.3.4", false),
    ];
    for (pattern, resource, wanted) in cases {
        let allowed = host(Hosts::new().allow(pattern), resource) == Basis::ProfileAllow;
        assert_eq!(allowed, wanted, "{pattern} {resource}");
        let denied = host(Hosts::new().allow("*").deny(pattern), resource) == Basis::ProfileDeny;
        assert_eq!(denied, wanted, "deny {pattern} {resource}");
    }
}

#[test]
fn what_is_no_host_is_denied() {
    let cases = [
        "",
        ".",
        "a..b",
        "https://docs.rs/",
        "user@docs.rs",
        "docs.rs/path",
        "bücher.example",
        "127.1",
        "0x7f.0.0.1",
        "2130706433",
        "0177.0.0.1",
        "1.2.3.4.5",
        "a.0x1f",
        "[::1",
        "[::1]x",
        "docs.rs:",
        "docs.rs:99999",
        "docs.rs:+80",
        "docs.rs:80:80",
        "a b",
        "a\nb",
        "-.-.1",
    ];
    for resource in cases {
        assert_eq!(
            host(Hosts::new().allow("*"), resource),
            Basis::ProfileDeny,
            "{resource:?}"
        );
    }
}

/// What decides about a resource beside one stored deny.
fn beside_a_deny(
    policy: Policy,
    capability: &'static str,
    pattern: &str,
    resource: &str,
    working_directory: &Path,
) -> Basis {
    let rules = MemoryRules::new();
    let deny = Rule::deny(capability).with_resource(pattern);
    rules.change(&mut |book| book.add(deny.clone())).unwrap();
    let broker = asking(capability, policy.with_rules(rules));
    basis(&broker, resource, working_directory)
}

#[cfg(unix)]
#[test]
fn a_stored_deny_fits_what_was_asked_for_and_where_it_leads() {
    let here = Workspace::new();
    here.file("real/secret");
    std::os::unix::fs::symlink(here.root.join("real"), here.root.join("link")).unwrap();
    let judge = |pattern: &str, resource: &str| {
        let profile = Profile::new("p", "1").with("fs", Paths::new().allow("/**"));
        let policy = Policy::new(profile).with_workspace(&here.root);
        beside_a_deny(policy, "fs", pattern, resource, &here.root)
    };
    for (pattern, resource, wanted) in [
        ("link/**", "link/secret", Basis::StoredDeny),
        ("real/**", "link/secret", Basis::StoredDeny),
        ("**/secret", "link/secret", Basis::StoredDeny),
        ("real/secret", "real/secret", Basis::StoredDeny),
        ("real/other", "link/secret", Basis::ProfileAllow),
        // A deny that can't be read denies everything.
        ("../real", "link/secret", Basis::StoredDeny),
        ("", "link/secret", Basis::StoredDeny),
    ] {
        assert_eq!(judge(pattern, resource), wanted, "{pattern:?} {resource}");
    }
}

#[test]
fn a_stored_deny_of_a_host_that_is_none_denies_every_host() {
    for (pattern, wanted) in [
        ("docs.rs", Basis::StoredDeny),
        ("*.rs", Basis::StoredDeny),
        ("other.rs", Basis::ProfileAllow),
        ("https://evil.example/", Basis::StoredDeny),
        ("bücher.example", Basis::StoredDeny),
    ] {
        let policy = Policy::new(Profile::new("p", "1").with("net", Hosts::new().allow("*")));
        let basis = beside_a_deny(policy, "net", pattern, "docs.rs", Path::new("/"));
        assert_eq!(basis, wanted, "{pattern}");
    }
}

/// The oracle: the pattern as a regular expression.
fn as_regex(pattern: &str) -> regex::Regex {
    let mut text = String::from("^");
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        if part == "**" {
            text.push_str("(?:/[^/]+)*");
            continue;
        }
        text.push('/');
        for character in part.chars() {
            match character {
                '*' => text.push_str("[^/]*"),
                '?' => text.push_str("[^/]"),
                other => text.push_str(&regex::escape(&other.to_string())),
            }
        }
    }
    text.push('$');
    regex::Regex::new(&text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn patterns_fit_what_their_regular_expressions_fit(
        pattern in prop::collection::vec("(\\*\\*|[ab*?.]{1,4})", 1..5),
        path in prop::collection::vec("[ab]{1,3}(\\.[ab])?", 1..5),
    ) {
        let (pattern, path) = (format!("/no-such/{}", pattern.join("/")), format!("/no-such/{}", path.join("/")));
        prop_assume!(!pattern.split('/').any(|part| matches!(part, "." | "..")));
        let policy = Policy::new(Profile::new("p", "1").with("fs", Paths::new().allow(&pattern)));
        let allowed = basis(&asking("fs", policy), &path, Path::new("/")) == Basis::ProfileAllow;
        prop_assert_eq!(allowed, as_regex(&pattern).is_match(&path), "{} {}", pattern, path);
    }

    /// What is approved for good is what was asked for and nothing else, whatever is in the name.
    #[test]
    fn the_pattern_of_a_path_fits_that_path_alone(name in "[a*?\\\\ü.]{1,6}", other in "[a*?\\\\ü.]{1,6}") {
        prop_assume!(![&name, &other].iter().any(|name| matches!(name.as_str(), "." | "..")));
        let here = Path::new("/no-such");
        let always = crate::people::Always;
        let policy = Policy::new(Profile::new("p", "1").with("fs", Paths::new().gate("**")))
            .with_workspace(here)
            .with_approver(always);
        let broker = asking("fs", policy);
        let call = |name: &str, interactive: bool| {
            let cx = CallContext::new().with_working_directory(here).with_interactive(interactive);
            now(broker.call(request("tool", &json!({"resource": name})), cx)).rulings[0].basis
        };
        prop_assert_eq!(call(&name, true), Basis::ApprovedAlways);
        prop_assert_eq!(call(&name, false), Basis::StoredAllow);
        prop_assert_eq!(call(&other, false) == Basis::StoredAllow, name == other);
    }
}
