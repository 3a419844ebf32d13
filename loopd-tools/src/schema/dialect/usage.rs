//! How much tools use of a consumer's limits, so that a host can choose which of them it sends, and
//! which as strict (cases A22, A28).

use super::budget::{Cost, cost};
use super::rules::{RequestBudget, SchemaBudget, Strict};
use super::{Dialect, Strictness, lower};
use crate::schema::ToolSchema;

/// How much of one limit is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The rule's name, such as `strict_optional`; a [`Finding`](super::Finding) has the same.
    pub rule: &'static str,
    /// What is counted, such as `optional parameters`.
    pub what: &'static str,
    /// How many there are.
    pub count: usize,
    /// How many the consumer takes.
    pub limit: usize,
}

impl Usage {
    /// Whether the consumer refuses it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.count > self.limit
    }

    fn new(
        rule: &'static str,
        what: &'static str,
        count: usize,
        limit: Option<usize>,
    ) -> Option<Self> {
        limit.map(|limit| Self {
            rule,
            what,
            count,
            limit,
        })
    }
}

impl ToolSchema {
    /// What this tool alone uses of the limits that `dialect` sets for strict tools: those of one
    /// schema, then those of a request, which all its strict tools share. Empty for a tool that is
    /// not sent as strict, and where no limit is known.
    #[must_use]
    pub fn usage(&self, dialect: Dialect) -> Vec<Usage> {
        let Some(strict) = &dialect.rules().strict else {
            return Vec::new();
        };
        if self.lower(dialect).strict != Strictness::Strict {
            return Vec::new();
        }
        let cost = cost(&lower::root(self));
        let mut used = of_schema(&cost, &strict.schema);
        used.extend(of_request(&[cost], &strict.request));
        used
    }
}

/// What all tools of a request use of its limits.
pub(crate) fn usage_of(schemas: &[ToolSchema], dialect: Dialect) -> Vec<Usage> {
    let rules = dialect.rules();
    let mut used: Vec<Usage> = Usage::new("tools", "tools", schemas.len(), rules.tools)
        .into_iter()
        .collect();
    if let Some(Strict { request, .. }) = &rules.strict {
        let strict: Vec<Cost> = schemas
            .iter()
            .filter(|schema| schema.lower(dialect).strict == Strictness::Strict)
            .map(|schema| cost(&lower::root(schema)))
            .collect();
        used.extend(of_request(&strict, request));
    }
    used
}

pub(super) fn of_schema(cost: &Cost, limits: &SchemaBudget) -> Vec<Usage> {
    [
        Usage::new(
            "strict_properties",
            "properties",
            cost.properties,
            limits.properties,
        ),
        Usage::new("strict_levels", "levels", cost.levels, limits.levels),
        Usage::new(
            "strict_characters",
            "characters of names and enums",
            cost.characters,
            limits.characters,
        ),
        Usage::new(
            "strict_enum_values",
            "enum values",
            cost.enum_values,
            limits.enum_values,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of_request(strict: &[Cost], limits: &RequestBudget) -> Vec<Usage> {
    [
        Usage::new("strict_tools", "strict tools", strict.len(), limits.tools),
        Usage::new(
            "strict_optional",
            "optional parameters",
            strict.iter().map(|cost| cost.optional).sum(),
            limits.optional,
        ),
        Usage::new(
            "strict_unions",
            "parameters with a union type",
            strict.iter().map(|cost| cost.unions).sum(),
            limits.unions,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
