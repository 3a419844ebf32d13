//! The judge of arguments: a schema compiled once per tool, and the one walk over schema and value.

mod compile;
mod cycle;
mod finding;
mod keys;
mod members;
mod pattern;
mod reference;
mod rule;
mod schema_problem;
mod settle;
mod walk;

pub use self::schema_problem::SchemaProblem;

pub(crate) use self::compile::compile;
pub(crate) use self::finding::{Fault, Finding, Position};
pub(crate) use self::keys::{Additional, Key, Keys};
pub(crate) use self::rule::{ArrayRule, Kinds, NumberRule, Rule, RuleId, Rules};
