//! The envelope of `call_tool`.

use serde_json::{Map, Value};

use super::members::{Members, list, opened, string};
use super::repair::EnvelopeRepair;
use super::{Meant, WRAPPINGS, call_tool, find};
use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::registry::{Entry, Registry, is_reserved};
use crate::search::{call, direct_call};

/// The keys that the name is sent under.
const NAME: &[&str] = &[
    "name",
    "tool_name",
    "toolName",
    "tool",
    "function",
    "function_name",
];
/// The keys that the arguments are sent under.
const ARGUMENTS: &[&str] = &[
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    "tool_input",
];
/// The keys that a whole envelope is sent under.
const WRAPPERS: &[&str] = &[
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    "tool_input",
    "function",
    "tool",
    "tool_call",
    "call",
    CALL_TOOL,
];

/// The well-formed envelope of one that the strict table can't pass on. None if nothing can be
/// read: then the table's own answer stands.
pub(super) fn read(registry: &Registry, text: &str) -> Option<Meant> {
    let reader = Reader { registry };
    reader.envelope(text, &mut Vec::new(), WRAPPINGS)
}

struct Reader<'r> {
    registry: &'r Registry,
}

impl Reader<'_> {
    fn envelope(
        &self,
        text: &str,
        repairs: &mut Vec<EnvelopeRepair>,
        left: usize,
    ) -> Option<Meant> {
        let left = left.checked_sub(1)?;
        if let Some(items) = list(text) {
            let [only] = items[..] else {
                return self.several(&items);
            };
            repairs.push(EnvelopeRepair::EnvelopeInList);
            return self.envelope(only, repairs, left);
        }
        let Some(members) = Members::read(text) else {
            let inner = opened(text)?;
            repairs.push(EnvelopeRepair::EnvelopeInText);
            return self.envelope(&inner, repairs, left);
        };
        match self.name(&members) {
            Name::Known(key, entry) => Some(self.known(&members, key, entry, repairs)),
            Name::Many(entry) => Some(ambiguous("more than one tool is named", entry)),
            Name::Own(key, name) => Some(self.own(&members, key, &name, repairs, left)),
            Name::None => self.wrapped(&members, repairs, left),
        }
    }

    /// Several calls in one: the first is shown as it is to be made.
    fn several(&self, items: &[&str]) -> Option<Meant> {
        let members = Members::read(items.first()?)?;
        match self.name(&members) {
            Name::Known(_, entry) => Some(ambiguous("one call at a time", entry)),
            _ => None,
        }
    }

    /// The one key whose value is the name of a tool.
    fn name(&self, members: &Members<'_>) -> Name<'_> {
        let mut known = Vec::new();
        let mut own = None;
        for (key, value) in &members.0 {
            let Some(&key) = NAME.iter().find(|name| *name == key) else {
                continue;
            };
            let Some(name) = string(value) else {
                continue;
            };
            match self.registry.get(&name) {
                Some(entry) => known.push((key, entry)),
                None if is_reserved(&name) => own = Some((key, name)),
                None => {}
            }
        }
        match (&known[..], own) {
            (&[(key, entry)], _) => Name::Known(key, entry),
            (&[(_, entry), ..], _) => Name::Many(entry),
            ([], Some((key, name))) => Name::Own(key, name),
            ([], None) => Name::None,
        }
    }

    /// The envelope of a tool that there is.
    fn known(
        &self,
        members: &Members<'_>,
        key: &str,
        entry: &Entry,
        repairs: &mut Vec<EnvelopeRepair>,
    ) -> Meant {
        if members.has_twice() {
            return ambiguous("a key is there twice", entry);
        }
        if key != "name" {
            repairs.push(EnvelopeRepair::NameKey);
        }
        if entry.core {
            let name = &entry.schema.name;
            let call = direct_call(entry);
            return Meant::Ambiguous(format!(
                "\"{name}\" is a core tool. Call it directly, without call_tool: {call}"
            ));
        }
        match arguments(members, key, entry, repairs) {
            Some(arguments) => {
                let name = &entry.schema.name;
                let inner = super::inside::read(self.registry, name, &arguments);
                repairs.extend(inner.is_some().then_some(EnvelopeRepair::InsideItself));
                let arguments = inner.unwrap_or(arguments);
                call_tool(name, arguments, std::mem::take(repairs))
            }
            None => ambiguous("its arguments can't be told", entry),
        }
    }

    /// `call_tool` that calls one of the host's own names.
    fn own(
        &self,
        members: &Members<'_>,
        key: &str,
        name: &str,
        repairs: &mut Vec<EnvelopeRepair>,
        left: usize,
    ) -> Meant {
        repairs.push(EnvelopeRepair::WrappedAgain);
        let mut inner = ARGUMENTS.iter().filter_map(|key| members.get(key));
        let inner = match (inner.next(), inner.next()) {
            (Some(inner), None) => inner.to_owned(),
            _ => members.without(&[key]).text(),
        };
        if name == CALL_TOOL {
            let meant = self.envelope(&inner, repairs, left);
            return meant.unwrap_or_else(|| Meant::Ambiguous(format!(
                "{CALL_TOOL} can't call itself. Pass it the \"name\" of a tool that {FIND_TOOL} returned, and its \"arguments\"."
            )));
        }
        let query = Members::read(&inner).and_then(|members| string(members.get("query")?));
        let mended = find::read(&inner);
        match (query, mended) {
            (Some(query), _) => Meant::Call {
                name: FIND_TOOL.to_owned(),
                arguments: Value::from_iter([("query", query)]).to_string(),
                repairs: std::mem::take(repairs),
            },
            (
                None,
                Some(Meant::Call {
                    name,
                    arguments,
                    repairs: more,
                }),
            ) => {
                let mut repairs = std::mem::take(repairs);
                repairs.extend(more);
                Meant::Call {
                    name,
                    arguments,
                    repairs,
                }
            }
            _ => Meant::Ambiguous(format!(
                "{FIND_TOOL} is called directly, without {CALL_TOOL}: {FIND_TOOL} {{\"query\":\"send message\"}}"
            )),
        }
    }

    /// An envelope in another object that has nothing else.
    fn wrapped(
        &self,
        members: &Members<'_>,
        repairs: &mut Vec<EnvelopeRepair>,
        left: usize,
    ) -> Option<Meant> {
        let [(key, inner)] = &members.0[..] else {
            return None;
        };
        if !WRAPPERS.contains(&&**key) {
            return None;
        }
        repairs.push(EnvelopeRepair::WrappedAgain);
        self.envelope(inner, repairs, left)
    }
}

enum Name<'r> {
    /// The key, and the tool.
    Known(&'static str, &'r Entry),
    /// Several keys name tools; this is the first.
    Many(&'r Entry),
    /// A name that the host itself answers.
    Own(&'static str, String),
    None,
}

/// The arguments of a call, as an object. None if they can't be told.
fn arguments(
    members: &Members<'_>,
    name: &str,
    entry: &Entry,
    repairs: &mut Vec<EnvelopeRepair>,
) -> Option<String> {
    let properties = properties(entry);
    let declared = |key: &str| properties.is_some_and(|properties| properties.contains_key(key));
    let sent: Vec<&str> = ARGUMENTS
        .iter()
        .copied()
        .filter(|key| members.0.iter().any(|(known, _)| known == key))
        .collect();
    let beside = members.without(&[name]);
    match sent[..] {
        [] if beside.0.is_empty() => {
            repairs.push(EnvelopeRepair::NoArguments);
            requires_nothing(entry).then(|| "{}".to_owned())
        }
        [key] if !declared(key) => {
            if key != "arguments" {
                repairs.push(EnvelopeRepair::ArgumentsKey);
            }
            if key != "arguments"
                && beside.0.len() > 1
                && beside.0.iter().any(|(key, _)| declared(key))
            {
                return None;
            }
            object(members.get(key)?, entry, repairs)
        }
        // `arguments` of a tool that has a parameter of this name, or keys of which one is such.
        [_, ..] if sent.iter().any(|key| !declared(key)) => None,
        _ if beside.0.iter().all(|(key, _)| declared(key)) && !sent.contains(&"arguments") => {
            repairs.push(EnvelopeRepair::ArgumentsBesideName);
            Some(beside.text())
        }
        _ => None,
    }
}

/// An object out of what was sent for one.
fn object(json: &str, entry: &Entry, repairs: &mut Vec<EnvelopeRepair>) -> Option<String> {
    if Members::read(json).is_some() {
        return Some(json.to_owned());
    }
    if let Some(items) = list(json) {
        return match (only_list(entry), &items[..]) {
            (Some(_), [only]) if Members::read(only).is_some() => None,
            (Some(parameter), _) => {
                repairs.push(EnvelopeRepair::ListForParameter);
                Some(format!("{{{}:{json}}}", Value::from(parameter)))
            }
            (None, [only]) => {
                repairs.push(EnvelopeRepair::ArgumentsInList);
                Members::read(only).map(|members| members.text())
            }
            (None, _) => None,
        };
    }
    let nothing = json.trim() == "null" || string(json).is_some_and(|text| text.trim().is_empty());
    if nothing {
        repairs.push(EnvelopeRepair::NoArguments);
        return requires_nothing(entry).then(|| "{}".to_owned());
    }
    let inner = opened(json)?;
    repairs.push(EnvelopeRepair::ArgumentsInText);
    // What is inside is no string any more, so this goes one level down at the most.
    let is_json = Members::read(&inner).is_some() || list(&inner).is_some();
    is_json.then(|| object(&inner, entry, repairs)).flatten()
}

fn properties(entry: &Entry) -> Option<&Map<String, Value>> {
    entry.schema.parameters.get("properties")?.as_object()
}

/// The tool's only parameter, if it is a list.
fn only_list(entry: &Entry) -> Option<&str> {
    let properties = properties(entry)?;
    let (name, parameter) = properties.iter().next()?;
    let is_list = parameter.get("type").is_some_and(|kind| kind == "array");
    (properties.len() == 1 && is_list).then_some(name)
}

fn requires_nothing(entry: &Entry) -> bool {
    let required = entry.schema.parameters.get("required");
    required.is_none_or(|required| required.as_array().is_some_and(Vec::is_empty))
}

fn ambiguous(why: &str, entry: &Entry) -> Meant {
    Meant::Ambiguous(format!(
        "call_tool can't read this call: {why}. Make it as {}",
        call(entry)
    ))
}
