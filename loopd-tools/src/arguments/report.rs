//! From what the walk found to the one error that the model reads.

use super::checker::{Additional, Fault, Finding, Keys, RuleId, Rules};
use super::limits::{Limits, MAX_PROBLEMS};
use super::nearest::nearest;
use super::place::{Place, Step};
use super::problem::{Problem, ProblemKind};
use super::scanner::{SyntaxError, SyntaxErrorKind};
use super::shown::{shown, shown_raw, shown_text};
use super::tree::{Node, Unreadable};
use super::variant::common_tag;
use super::words::{counted, key_names, listed, variant_name, wanted};
use crate::error::ToolError;

/// The error that lists all problems, each on a line, and then the shape that is wanted.
pub(crate) fn error(problems: Vec<Problem>, example: Option<&str>) -> ToolError {
    let mut lines = vec!["the arguments do not fit:".to_owned()];
    lines.extend(problems.iter().map(|problem| format!("- {problem}")));
    if problems.len() >= MAX_PROBLEMS {
        lines.push("- and maybe more".to_owned());
    }
    let error = ToolError::invalid_input(lines.join("\n")).with_problems(problems);
    match example {
        Some(example) => error.with_advice(format!("expected shape: {example}")),
        None => error,
    }
}

/// The problems that findings are, in a value that was sent.
pub(crate) fn problems(rules: &Rules, findings: &[Finding], sent: &Node<'_>) -> Vec<Problem> {
    let mut problems = Vec::with_capacity(findings.len());
    for finding in findings {
        let problem = problem(rules, finding, sent);
        // Two parts of a schema may say the same.
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}

/// The problem that a finding is.
fn problem(rules: &Rules, finding: &Finding, sent: &Node<'_>) -> Problem {
    let Finding {
        place, fault, rule, ..
    } = finding;
    let sent = at(sent, place);
    if let (Fault::NoVariant(None), Some(Node::Object(_))) = (fault, sent)
        && let Some(problem) = wrong_tag(rules, *rule, place, sent)
    {
        return problem;
    }
    let (kind, message) = match fault {
        Fault::Kind => (ProblemKind::WrongType, wrong(rules, *rule, sent)),
        Fault::Value => (ProblemKind::UnlistedValue, unlisted(rules, *rule, sent)),
        Fault::Number => (ProblemKind::OutOfRange, wrong(rules, *rule, sent)),
        Fault::Length => (ProblemKind::WrongLength, wrong_count(rules, *rule, sent)),
        Fault::Pattern => (ProblemKind::WrongPattern, wrong(rules, *rule, sent)),
        Fault::ItemCount => (ProblemKind::WrongItemCount, wrong_count(rules, *rule, sent)),
        Fault::Repeated(first, second) => (
            ProblemKind::RepeatedItem,
            format!("all items have to differ, but item {second} is the same as item {first}"),
        ),
        Fault::Contains => (ProblemKind::WrongItemCount, contains(rules, *rule)),
        Fault::MemberCount => (ProblemKind::WrongKeyCount, wrong_count(rules, *rule, sent)),
        Fault::UnknownKey => (ProblemKind::UnknownKey, unknown_key(rules, *rule, place)),
        Fault::MissingKey => (ProblemKind::MissingKey, missing_key(rules, *rule, place)),
        Fault::MissingWith(other) => (
            ProblemKind::MissingKey,
            format!("missing; it has to be there when `{other}` is"),
        ),
        Fault::SameKey(other) => (
            ProblemKind::DuplicateKey,
            format!("is another name of `{other}`, which is there as well; send one of them"),
        ),
        Fault::KeyName => (ProblemKind::UnknownKey, key_name(rules, *rule)),
        Fault::NoVariant(nearest) => (
            ProblemKind::NoVariant,
            no_variant(rules, *rule, *nearest, sent),
        ),
        Fault::ManyVariants => (
            ProblemKind::ManyVariants,
            format!(
                "exactly one of these is wanted, and more than one fits: {}",
                wanted(rules, *rule)
            ),
        ),
        Fault::Not => (
            ProblemKind::Forbidden,
            "this value is not allowed".to_owned(),
        ),
    };
    Problem::new(place, kind, message)
}

/// The problem of a key that stands twice.
pub(crate) fn duplicate(place: &Place) -> Problem {
    let message = "the key is there twice; send it once";
    Problem::new(place, ProblemKind::DuplicateKey, message)
}

/// The problem of a value that the tool's own type refuses, by the type's own words.
pub(crate) fn refused(place: &Place, words: &str) -> Problem {
    Problem::new(
        place,
        ProblemKind::Refused,
        format!("the tool refuses this value: {words}"),
    )
}

/// The problem of text beyond the limit.
pub(crate) fn too_large(bytes: usize, limits: Limits) -> Problem {
    let message = format!(
        "the arguments have {bytes} bytes, and {} are allowed",
        limits.bytes()
    );
    Problem::new(&Place::default(), ProblemKind::TooLarge, message)
}

/// The problem of a parsed value that can't be read.
pub(crate) fn unreadable(error: Unreadable, limits: Limits) -> Problem {
    let kind = match error {
        Unreadable::TooDeep => SyntaxErrorKind::TooDeep,
        Unreadable::ReservedKey => SyntaxErrorKind::ReservedKey,
        Unreadable::NumberTooLarge => SyntaxErrorKind::NumberTooLarge,
    };
    syntax(SyntaxError { kind, at: 0 }, "", limits)
}

/// The problem of a text that is no JSON.
pub(crate) fn syntax(error: SyntaxError, text: &str, limits: Limits) -> Problem {
    let near = near(text, error.at);
    let (kind, message) = match error.kind {
        SyntaxErrorKind::CutOff => (
            ProblemKind::CutOff,
            "the arguments were cut off before the end of the JSON; send them again, whole"
                .to_owned(),
        ),
        SyntaxErrorKind::Wanted(wanted) => (
            ProblemKind::Syntax,
            format!("the arguments are not JSON: {wanted} is wanted{near}"),
        ),
        SyntaxErrorKind::TrailingComma => (
            ProblemKind::Syntax,
            format!("the arguments are not JSON: nothing follows the comma{near}"),
        ),
        SyntaxErrorKind::ControlCharacter => (
            ProblemKind::Syntax,
            format!(
                "the arguments are not JSON: write a line break in a string as \\n, a tab as \\t{near}"
            ),
        ),
        SyntaxErrorKind::BadEscape => (
            ProblemKind::Syntax,
            format!("the arguments are not JSON: a backslash in a string is written \\\\{near}"),
        ),
        SyntaxErrorKind::LoneSurrogate => (
            ProblemKind::Syntax,
            format!("the arguments are not JSON: half of a character, \\u without its pair{near}"),
        ),
        SyntaxErrorKind::NumberTooLarge => (
            ProblemKind::NumberTooLarge,
            format!("a number is too large{near}"),
        ),
        SyntaxErrorKind::ReservedKey => (
            ProblemKind::UnknownKey,
            "no key may begin with `$serde_json::private::`".to_owned(),
        ),
        SyntaxErrorKind::TooDeep => (
            ProblemKind::TooDeep,
            format!(
                "lists and objects stand in each other more than {} deep",
                limits.depth()
            ),
        ),
        SyntaxErrorKind::Trailing => (
            ProblemKind::Syntax,
            format!("there is more behind the JSON; send one object and nothing else{near}"),
        ),
    };
    Problem::new(&Place::default(), kind, message)
}

/// A few characters of the text from where an error shows: a model can find them, and no offset.
fn near(text: &str, at: usize) -> String {
    let start = (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at));
    match text.get(start.unwrap_or(0)..).map(str::trim_end) {
        None | Some("") => String::new(),
        Some(rest) => format!(", at `{}`", shown_raw(rest)),
    }
}

/// The value at a place.
fn at<'n, 'a>(mut node: &'n Node<'a>, place: &Place) -> Option<&'n Node<'a>> {
    for step in place.steps() {
        node = match (step, node) {
            (Step::Key(key), node) => node.member(key)?,
            (Step::Item(index), Node::Array(items)) => items.get(*index)?,
            (Step::Item(_), _) => return None,
        };
    }
    Some(node)
}

fn sent_words(sent: Option<&Node<'_>>) -> String {
    sent.map_or_else(|| "nothing".to_owned(), shown)
}

fn wrong(rules: &Rules, rule: RuleId, sent: Option<&Node<'_>>) -> String {
    format!("wanted {}; got {}", wanted(rules, rule), sent_words(sent))
}

fn unlisted(rules: &Rules, rule: RuleId, sent: Option<&Node<'_>>) -> String {
    let values = rules.get(rule).values.iter().flatten();
    let values = values.filter_map(|value| match value {
        Node::String(value) => Some(&**value),
        _ => None,
    });
    wrong(rules, rule, sent) + &did_you_mean(sent, values)
}

/// The nearest of the values that a string may have been meant to be.
fn did_you_mean<'v>(sent: Option<&Node<'_>>, values: impl IntoIterator<Item = &'v str>) -> String {
    match sent {
        Some(Node::String(sent)) => match nearest(sent, values) {
            Some(nearest) => format!("; did you mean {}?", shown_text(nearest)),
            None => String::new(),
        },
        _ => String::new(),
    }
}

fn wrong_count(rules: &Rules, rule: RuleId, sent: Option<&Node<'_>>) -> String {
    let count = match sent {
        Some(Node::String(text)) => counted(text.chars().count(), "character"),
        Some(Node::Array(items)) => counted(items.len(), "item"),
        Some(Node::Object(members)) => counted(members.len(), "key"),
        other => sent_words(other),
    };
    format!("wanted {}; got {count}", wanted(rules, rule))
}

fn contains(rules: &Rules, rule: RuleId) -> String {
    let Some(contains) = &rules.get(rule).array.contains else {
        return wrong_count(rules, rule, None);
    };
    let wanted = wanted(rules, contains.rule);
    match contains.max {
        Some(max) => format!(
            "wanted {} to {} that fit: {wanted}",
            contains.min,
            counted(max, "item")
        ),
        None => format!(
            "wanted at least {} that fit: {wanted}",
            counted(contains.min, "item")
        ),
    }
}

fn unknown_key(rules: &Rules, rule: RuleId, place: &Place) -> String {
    let Some(keys) = &rules.get(rule).object else {
        return "there is no such key".to_owned();
    };
    if keys.all().is_empty() && keys.additional() == Additional::None {
        return "there is no such key; no keys are wanted here".to_owned();
    }
    let names = keys.all().iter().map(|key| &*key.name);
    match nearest(place.last_key(), names) {
        Some(nearest) => format!("there is no such key; did you mean `{nearest}`?"),
        None => format!("there is no such key, only {}", key_names(keys)),
    }
}

fn missing_key(rules: &Rules, rule: RuleId, place: &Place) -> String {
    let key = rules.get(rule).object.as_deref().and_then(|keys: &Keys| {
        let place = keys.place(place.last_key())?;
        keys.all().get(place)?.rule
    });
    match key {
        Some(rule) => format!("missing; wanted {}", wanted(rules, rule)),
        None => "missing".to_owned(),
    }
}

fn key_name(rules: &Rules, rule: RuleId) -> String {
    let names = rules.get(rule).object.as_deref().and_then(Keys::names);
    let names = names.map(|names| (&rules.get(names).string.pattern, names));
    match names {
        Some((Some(pattern), _)) => format!("wanted a key that {}", pattern.words()),
        Some((None, names)) => format!("wanted as the key {}", wanted(rules, names)),
        None => "there is no such key".to_owned(),
    }
}

fn no_variant(
    rules: &Rules,
    rule: RuleId,
    nearest: Option<RuleId>,
    sent: Option<&Node<'_>>,
) -> String {
    match nearest {
        None => wrong(rules, rule, sent),
        Some(nearest) => {
            let name = variant_name(rules, nearest);
            format!("wanted {}; nearest is {name}, but:", wanted(rules, rule))
        }
    }
}

/// The problem of an object whose tag names no variant, where all variants have one tag.
fn wrong_tag(
    rules: &Rules,
    rule: RuleId,
    place: &Place,
    sent: Option<&Node<'_>>,
) -> Option<Problem> {
    let (key, values) = common_tag(rules, rules.get(rule).variants()?)?;
    let place = place.key(&key);
    let words = listed(
        &values
            .iter()
            .map(|value| shown_text(value))
            .collect::<Vec<_>>(),
    );
    Some(match sent.and_then(|sent| sent.member(&key)) {
        None => Problem::new(
            &place,
            ProblemKind::MissingKey,
            format!("missing; wanted {words}"),
        ),
        Some(sent) => {
            let meant = did_you_mean(Some(sent), values.iter().map(String::as_str));
            let message = format!("wanted {words}; got {}{meant}", shown(sent));
            Problem::new(&place, ProblemKind::UnlistedValue, message)
        }
    })
}
