//! The engine: reads a consumer's rules, and makes of a schema what the consumer takes.
//!
//! Everything here widens: what the schema accepts, the lowered one accepts. Where `strict` makes an
//! optional property required, `null` stands for absent, as it does for the decoder.

use serde_json::Value;

use super::rules::{References, Rules};
use super::{
    Dialect, Loss, Lowered, Strictness, element, keywords, references, shapes, strict, words,
};
use crate::schema::ToolSchema;
use crate::schema::canonical;
use crate::schema::canonical::node::{Node, Path, Step, children, every, take};

impl ToolSchema {
    /// The schema as `dialect` takes it, and what is lost on the way.
    #[must_use]
    pub fn lower(&self, dialect: Dialect) -> Lowered {
        let rules = dialect.rules();
        let root = root(self);
        if let Some(wanted) = &rules.strict {
            let obstacles = strict::obstacles(&self.name, &root, wanted);
            if !obstacles.is_empty() {
                return Lowered {
                    strict: Strictness::Impossible(obstacles),
                    ..self.lower(dialect.lax())
                };
            }
        }
        let mut lowering = Lowering {
            rules,
            losses: Vec::new(),
        };
        let (parameters, description) = lowering.whole(root, &self.description);
        Lowered {
            element: element::of(rules.element, &self.name, &description, parameters),
            losses: lowering.losses,
            strict: match rules.strict {
                Some(_) => Strictness::Strict,
                None => Strictness::NotAsked,
            },
        }
    }
}

/// The root of a schema. Foreign ones are brought near to the canonical form: one keyword for
/// unions, one for constants, no booleans.
pub(super) fn root(schema: &ToolSchema) -> Node {
    let mut root = schema.parameters.as_object().cloned().unwrap_or_default();
    canonical::widen(&mut root);
    root.entry("type").or_insert_with(|| "object".into());
    root.entry("properties")
        .or_insert_with(|| Value::Object(Node::new()));
    root
}

struct Lowering {
    rules: &'static Rules,
    losses: Vec<Loss>,
}

impl Lowering {
    fn whole(&mut self, mut root: Node, description: &str) -> (Node, String) {
        let mut description = description.to_owned();
        if self.rules.references == References::Unrolled {
            let had_definitions = root.contains_key("$defs");
            let cut = references::unroll(&mut root);
            if had_definitions {
                self.losses.extend(cut.iter().map(|name| Loss {
                    path: format!("({name})"),
                    keyword: "$ref".to_owned(),
                    words: Some(format!("A {name} again, of the same shape as above.")),
                }));
            }
        }
        if !self.rules.root_union
            && let Some(branches) = take(&mut root, "anyOf")
        {
            let words = words::sentence("anyOf", &branches);
            if let Some(words) = &words {
                description = format!("{description}\n{words}");
            }
            let path = Path::default().to_string();
            self.losses.push(Loss {
                path,
                keyword: "anyOf".to_owned(),
                words,
            });
        }
        self.node(&mut root, &mut Path::default());
        if self.rules.strict.is_some_and(|strict| strict.all_required) {
            every(&mut root, &mut strict::require_all);
        }
        every(&mut root, &mut canonical::in_order);
        (root, description)
    }

    fn node(&mut self, node: &mut Node, path: &mut Path) {
        shapes::prepare(node, self.rules);
        for (step, child) in children(node) {
            // The places of a tuple and the names of keys are said in words, from what they are.
            if let Value::Object(child) = child
                && step != Step::Keys
            {
                path.with(step, |path| self.node(child, path));
            }
        }
        keywords::apply(node, path, self.rules, &mut self.losses);
        shapes::apply(node, self.rules);
    }
}
