//! From text to tree: exact numbers, no key twice, bounded depth and size.

use std::collections::HashSet;

use super::limits::{Limits, MAX_PROBLEMS};
use super::place::{Place, Step};
use super::scanner::{Leniency, Scanner, SyntaxError, SyntaxErrorKind};
use super::tree::{Member, Node, is_reserved};

/// Above this many members an object's keys are looked up in a set.
const FEW: usize = 16;

/// A text that was read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) node: Node<'a>,
    /// The places of keys that stand twice in their object; the tree holds the first of each.
    pub(crate) duplicates: Vec<Place>,
    /// What stands behind the value, without the white space before it.
    pub(crate) rest: &'a str,
    /// What leniency was needed.
    pub(crate) used: Leniency,
}

/// Reads the one value that `text` is.
pub(crate) fn read(text: &str, limits: Limits) -> Result<Reading<'_>, SyntaxError> {
    let reading = read_prefix(text, limits, Leniency::default())?;
    if reading.rest.is_empty() {
        return Ok(reading);
    }
    Err(SyntaxError {
        kind: SyntaxErrorKind::Trailing,
        at: text.len() - reading.rest.len(),
    })
}

/// Reads the value that `text` begins with.
pub(crate) fn read_prefix(
    text: &str,
    limits: Limits,
    leniency: Leniency,
) -> Result<Reading<'_>, SyntaxError> {
    let mut reader = Reader {
        scanner: Scanner::new(text, leniency),
        depth: limits.depth(),
        steps: Vec::new(),
        duplicates: Vec::new(),
    };
    let node = reader.value()?;
    reader.scanner.peek();
    Ok(Reading {
        node,
        duplicates: reader.duplicates,
        rest: reader.scanner.rest(),
        used: reader.scanner.used(),
    })
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// How many more lists and objects may begin in each other.
    depth: usize,
    /// The way to the value that is read.
    steps: Vec<Step<'a>>,
    duplicates: Vec<Place>,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Result<Node<'a>, SyntaxError> {
        Ok(match self.scanner.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Node::String(self.scanner.string()?),
            Some(b'-' | b'0'..=b'9') => Node::Number(self.scanner.number()?),
            Some(b't') => self.literal("true", Node::Bool(true))?,
            Some(b'f') => self.literal("false", Node::Bool(false))?,
            Some(b'n') => self.literal("null", Node::Null)?,
            Some(_) => return self.scanner.error(SyntaxErrorKind::Wanted("a JSON value")),
            None => return self.scanner.error(SyntaxErrorKind::CutOff),
        })
    }

    fn literal(&mut self, text: &'static str, node: Node<'a>) -> Result<Node<'a>, SyntaxError> {
        self.scanner.literal(text)?;
        Ok(node)
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Node<'a>, SyntaxError>,
    ) -> Result<Node<'a>, SyntaxError> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return self.scanner.error(SyntaxErrorKind::TooDeep);
        };
        self.scanner.pass();
        self.depth = depth;
        let node = read(self)?;
        self.depth += 1;
        Ok(node)
    }

    fn array(&mut self) -> Result<Node<'a>, SyntaxError> {
        let mut items = Vec::new();
        while self.scanner.more(b']', items.is_empty())? {
            self.steps.push(Step::Item(items.len()));
            items.push(self.value()?);
            self.steps.pop();
        }
        Ok(Node::Array(items))
    }

    fn object(&mut self) -> Result<Node<'a>, SyntaxError> {
        let mut members: Vec<Member<'a>> = Vec::new();
        let mut seen = HashSet::new();
        let mut first = true;
        while self.scanner.more(b'}', first)? {
            first = false;
            if self.scanner.peek() != Some(b'"') {
                return self
                    .scanner
                    .error(SyntaxErrorKind::Wanted("a key in quotation marks"));
            }
            let key = self.scanner.string()?;
            if is_reserved(&key) {
                return self.scanner.error(SyntaxErrorKind::ReservedKey);
            }
            self.scanner.expect(b':', "`:`")?;
            self.steps.push(Step::Key(key.clone()));
            let value = self.value()?;
            let is_known = if members.len() < FEW {
                members.iter().any(|member| member.key == key)
            } else {
                if members.len() == FEW {
                    seen.extend(members.iter().map(|member| member.key.clone()));
                }
                !seen.insert(key.clone())
            };
            if is_known {
                if self.duplicates.len() < MAX_PROBLEMS {
                    self.duplicates.push(Place::new(&self.steps));
                }
            } else {
                members.push(Member { key, value });
            }
            self.steps.pop();
        }
        Ok(Node::Object(members))
    }
}
