//! Names that every consumer takes, without two tools under one.

use std::collections::HashMap;

use hmac_sha256::Hash;

use crate::toolbox::{LONGEST_NAME, is_free_name, is_spelled};

/// How long a prefix may be, so that there is room for names.
const PREFIX: usize = 40;

/// The names of a server's tools in the toolbox. One that was given stays as long as the import.
pub(super) struct Names {
    prefix: String,
    given: HashMap<String, String>,
}

impl Names {
    /// Names that begin with `prefix`; else what is wrong with it.
    pub(super) fn new(prefix: &str) -> Result<Self, String> {
        if prefix.len() > PREFIX {
            return Err(format!(
                "it has {} characters; {PREFIX} are allowed",
                prefix.len()
            ));
        }
        if !prefix.is_empty() {
            is_spelled(prefix).map_err(|reason| reason.to_string())?;
        }
        Ok(Self {
            prefix: prefix.to_owned(),
            given: HashMap::new(),
        })
    }

    /// Gives names to tools that have none yet: those first whose own name can stay, so that no
    /// other takes it.
    pub(super) fn give<'a>(
        &mut self,
        server_names: impl Iterator<Item = &'a str> + Clone,
        taken: impl Fn(&str) -> bool,
    ) {
        for mended in [false, true] {
            for server_name in server_names.clone() {
                let name = legal(&self.prefix, server_name);
                let is_mended = name != format!("{}{server_name}", self.prefix);
                if is_mended != mended || self.given.contains_key(server_name) {
                    continue;
                }
                let free = |name: &str| {
                    is_free_name(name)
                        && !taken(name)
                        && !self.given.values().any(|given| given == name)
                };
                let name = if free(&name) && name.len() <= LONGEST_NAME {
                    name
                } else {
                    marked(&name, server_name)
                };
                self.given.insert(server_name.to_owned(), name);
            }
        }
    }

    /// The name of a tool in the toolbox.
    pub(super) fn get(&self, server_name: &str) -> Option<&str> {
        self.given.get(server_name).map(String::as_str)
    }
}

/// The name with `_` for all that consumers refuse. It can still be too long.
fn legal(prefix: &str, server_name: &str) -> String {
    let mut name = prefix.to_owned();
    for character in server_name.chars() {
        let allowed = character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        let first = name.is_empty() && !character.is_ascii_alphabetic() && character != '_';
        if first {
            name.push('_');
        }
        if allowed {
            name.push(character);
        } else if !first {
            name.push('_');
        }
    }
    name
}

/// The name with a mark that no other tool of the server has, in the room that there is.
fn marked(name: &str, server_name: &str) -> String {
    let hash = Hash::hash(server_name.as_bytes());
    let [a, b, c, d, ..] = hash;
    let mark = format!("{:08x}", u32::from_be_bytes([a, b, c, d]));
    let room = LONGEST_NAME - mark.len() - 1;
    let kept: String = name.chars().take(room).collect();
    format!("{kept}_{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(prefix: &str, server_names: &[&str]) -> Vec<String> {
        let mut names = Names::new(prefix).unwrap();
        names.give(server_names.iter().copied(), |name| name == "x_taken");
        let name = |server_name: &&str| names.get(server_name).unwrap().to_owned();
        server_names.iter().map(name).collect()
    }

    #[test]
    fn legal_names_stay_and_others_are_mended() {
        assert_eq!(
            given("x_", &["read", "graph.list"]),
            ["x_read", "x_graph_list"]
        );
        assert_eq!(given("", &["1st", "ä"]), ["_1st", "_"]);
    }

    #[test]
    fn nothing_meets() {
        let names = given("x_", &["a.b", "a_b", "a/b", "taken"]);
        assert_eq!(names[1], "x_a_b");
        assert!(names[0].starts_with("x_a_b_") && names[2].starts_with("x_a_b_"));
        assert_ne!(names[0], names[2]);
        assert!(names[3].starts_with("x_taken_"));
        assert!(given("", &["find_tool"])[0].starts_with("find_tool_"));
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let long = "n".repeat(100);
        let longer = "n".repeat(101);
        let names = given("x_", &[&long, &longer]);
        assert_eq!([names[0].len(), names[1].len()], [64, 64]);
        assert_ne!(names[0], names[1]);
    }

    #[test]
    fn a_name_that_was_given_stays() {
        let mut names = Names::new("").unwrap();
        names.give(["a.b"].into_iter(), |_| false);
        names.give(["a.b", "a_b"].into_iter(), |_| false);
        assert_eq!(names.get("a.b"), Some("a_b"));
        assert!(names.get("a_b").unwrap().starts_with("a_b_"));
    }
}
