//! What a client reads of the tools.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::model::{ErrorData, JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::builtin::{call_tool_schema, find_tool_schema};
use crate::definition::{Definition, Hints};
use crate::mcp::OWN_SCHEMA;
use crate::schema::Dialect;
use crate::toolbox::Surface;

/// The tools of one version, as clients read them.
pub(super) struct Listing {
    version: u64,
    tools: Vec<Tool>,
    places: HashMap<String, usize>,
}

impl Listing {
    /// The listed tools in the order of their registration; with `finding` the core ones alone and
    /// the two that find and call all others.
    pub(super) fn new(surface: &Surface, finding: bool) -> Self {
        let definitions = surface.tools().map(|tool| tool.definition());
        let mut tools: Vec<Tool> = definitions
            .filter(|definition| !finding || definition.core())
            .filter_map(tool)
            .collect();
        if finding {
            let looks = Hints::UNSAID.with_read_only(true).with_open_world(false);
            let find = Definition::new(find_tool_schema()).with_hints(looks);
            let call = Definition::new(call_tool_schema());
            tools.extend([find, call].iter().filter_map(tool));
        }
        let places = tools.iter().enumerate();
        let places = places.map(|(place, tool)| (tool.name.to_string(), place));
        Self {
            version: surface.version(),
            places: places.collect(),
            tools,
        }
    }

    /// The version of the toolbox that this is the list of.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// What clients read of one tool.
    pub(super) fn get(&self, name: &str) -> Option<&Tool> {
        self.places.get(name).map(|&place| &self.tools[place])
    }

    /// At most `size` tools from where `cursor` points, and the cursor of the next page.
    ///
    /// A cursor names the last tool that was given, so that a list that changes meanwhile neither
    /// repeats nor skips a tool that stays.
    pub(super) fn page(
        &self,
        cursor: Option<&str>,
        size: usize,
    ) -> Result<(Vec<Tool>, Option<String>), ErrorData> {
        let start = match cursor {
            None => 0,
            Some(cursor) => self.behind(cursor)?,
        };
        let end = start.saturating_add(size).min(self.tools.len());
        let page = self.tools[start..end].to_vec();
        let next = page.last().filter(|_| end < self.tools.len());
        let next = next.map(|last| format!("{end}:{}", last.name));
        Ok((page, next))
    }

    fn behind(&self, cursor: &str) -> Result<usize, ErrorData> {
        let unknown = || {
            let message = format!("unknown cursor {cursor:?}; begin again without one");
            ErrorData::invalid_params(message, None)
        };
        let (place, name) = cursor.split_once(':').ok_or_else(unknown)?;
        let place: usize = place.parse().map_err(|_| unknown())?;
        match self.places.get(name) {
            Some(last) => Ok(last + 1),
            // It was removed: what stood behind it has moved up by one.
            None if place <= self.tools.len() + 1 && place > 0 => Ok(place - 1),
            None => Err(unknown()),
        }
    }
}

/// A tool as the protocol has it; none if its schema is no object, which no toolbox takes.
fn tool(definition: &Definition) -> Option<Tool> {
    let Value::Object(mut element) = definition.schema().lower(Dialect::Mcp).element else {
        return None;
    };
    let Some(Value::Object(input)) = element.remove("inputSchema") else {
        return None;
    };
    let description = element.get("description").and_then(Value::as_str);
    let description = description.unwrap_or_default().to_owned();
    let own = own_schema(definition, &description, &input);
    let mut tool = Tool::new(definition.name().to_owned(), description, Arc::new(input));
    tool.title = definition.title().map(str::to_owned);
    tool.annotations = annotations(definition.hints());
    tool.output_schema = output_schema(definition);
    tool.meta = own;
    Some(tool)
}

/// Description and parameters as they are, if clients read them otherwise: a union at the root
/// becomes words, because the APIs that clients hand tools on to refuse it.
fn own_schema(
    definition: &Definition,
    description: &str,
    input: &JsonObject,
) -> Option<MetaObject> {
    let schema = definition.schema();
    let same = schema.parameters.as_object() == Some(input) && schema.description == description;
    (!same).then(|| {
        let own = json!({"description": schema.description, "parameters": schema.parameters});
        MetaObject(JsonObject::from_iter([(OWN_SCHEMA.to_owned(), own)]))
    })
}

/// What was said of the tool's effects and nothing else: the defaults are the protocol's own.
fn annotations(hints: Hints) -> Option<ToolAnnotations> {
    let said @ [read_only, destructive, idempotent, open_world] = hints.said();
    let any = said.iter().any(Option::is_some);
    any.then(|| ToolAnnotations::from_raw(None, read_only, destructive, idempotent, open_world))
}

fn output_schema(definition: &Definition) -> Option<Arc<JsonObject>> {
    let schema = definition.output()?.as_object()?;
    Some(Arc::new(schema.clone()))
}
