//! Values that fit a schema, made from the schema's words alone: neither the checker nor the
//! tool's type is asked, so that both can be tried with them.

mod random;
mod scalar;

use serde_json::{Map, Value, json};

use self::random::Random;

/// How deep optional parts go.
const DEPTH: usize = 4;

/// How deep a value may be that has to be.
const MAX_DEPTH: usize = 24;

/// Arguments that fit the schema of a tool, made from its words alone; the same seed makes the same
/// ones.
///
/// # Errors
///
/// If something is in the schema that values can't be made for: the keyword.
///
/// ```
/// use loopd_tools::testing::arguments_for;
/// use loopd_tools::{DynTool, Echo, Tool};
///
/// let echo = Echo::tool();
/// let arguments = arguments_for(&echo.definition().schema().parameters, 7)?;
/// assert!(arguments["text"].is_string());
/// # Ok::<(), String>(())
/// ```
pub fn arguments_for(parameters: &Value, seed: u64) -> Result<Value, String> {
    let made = Generator::new(parameters, seed).value();
    made.map_err(|NotMade(keyword)| keyword)
}

/// A keyword that values can't be made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NotMade(pub(super) String);

/// Makes values; the same seed makes the same ones.
pub(super) struct Generator<'s> {
    root: &'s Value,
    random: Random,
}

impl<'s> Generator<'s> {
    pub(super) fn new(schema: &'s Value, seed: u64) -> Self {
        Self {
            root: schema,
            random: Random::new(seed),
        }
    }

    /// A value that fits the schema.
    pub(super) fn value(&mut self) -> Result<Value, NotMade> {
        self.of(self.root, 0)
    }

    fn of(&mut self, schema: &'s Value, depth: usize) -> Result<Value, NotMade> {
        if depth > MAX_DEPTH {
            return Err(NotMade("a depth without end".to_owned()));
        }
        let Value::Object(words) = schema else {
            return Ok(self.anything());
        };
        for keyword in ["pattern", "not", "if", "patternProperties", "propertyNames"] {
            if words.contains_key(keyword) {
                return Err(NotMade(format!("`{keyword}`")));
            }
        }
        if let Some(pointer) = words.get("$ref").and_then(Value::as_str) {
            let target = pointer
                .strip_prefix('#')
                .and_then(|path| self.root.pointer(path));
            let target = target.ok_or_else(|| NotMade(format!("`$ref` to {pointer}")))?;
            return self.of(target, depth + 1);
        }
        if let Some(value) = words.get("const") {
            return Ok(value.clone());
        }
        if let Some(values) = words.get("enum").and_then(Value::as_array) {
            return self.one_of(values).cloned();
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(variants) = words.get(keyword).and_then(Value::as_array) {
                let own = self.variant(variants, depth)?;
                return self.together(words, own, depth);
            }
        }
        if let Some(parts) = words.get("allOf").and_then(Value::as_array) {
            let mut whole = Value::Null;
            for part in parts {
                let part = self.of(part, depth + 1)?;
                whole = merged(whole, part);
            }
            return self.together(words, whole, depth);
        }
        self.by_type(words, depth)
    }

    /// A variant. At the depth where optional parts end, the first that ends as well.
    fn variant(&mut self, variants: &'s [Value], depth: usize) -> Result<Value, NotMade> {
        if depth < DEPTH {
            let variant = self.one_of(variants)?;
            return self.of(variant, depth + 1);
        }
        let mut last = NotMade("an empty list of variants".to_owned());
        for variant in variants {
            match self.of(variant, depth + 1) {
                Ok(value) => return Ok(value),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// An object whose schema has keys beside its variants.
    fn together(
        &mut self,
        words: &'s Map<String, Value>,
        own: Value,
        depth: usize,
    ) -> Result<Value, NotMade> {
        if words.contains_key("properties") && own.is_object() {
            return Ok(merged(self.object(words, depth)?, own));
        }
        Ok(own)
    }

    fn by_type(&mut self, words: &'s Map<String, Value>, depth: usize) -> Result<Value, NotMade> {
        let kind = match words.get("type") {
            None if words.contains_key("properties") => "object",
            None => return Ok(self.anything()),
            Some(Value::Array(kinds)) => self.one_of(kinds)?.as_str().unwrap_or_default(),
            Some(kind) => kind.as_str().unwrap_or_default(),
        };
        match kind {
            "null" => Ok(Value::Null),
            "boolean" => Ok(Value::Bool(self.random.flip())),
            "integer" => Ok(scalar::integer(words, &mut self.random)),
            "number" => Ok(scalar::number(words, &mut self.random)),
            "string" => scalar::string(words, &mut self.random),
            "array" => self.array(words, depth),
            "object" => self.object(words, depth),
            other => Err(NotMade(format!("the type `{other}`"))),
        }
    }

    fn object(&mut self, words: &'s Map<String, Value>, depth: usize) -> Result<Value, NotMade> {
        let required: Vec<&str> = match words.get("required").and_then(Value::as_array) {
            Some(names) => names.iter().filter_map(Value::as_str).collect(),
            None => Vec::new(),
        };
        let mut object = Map::new();
        for (name, schema) in words
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if required.contains(&name.as_str()) {
                object.insert(name.clone(), self.of(schema, depth + 1)?);
            } else if depth < DEPTH && self.random.flip() {
                // What is not required may be left out where it can't be made.
                if let Ok(value) = self.of(schema, depth + 1) {
                    object.insert(name.clone(), value);
                }
            }
        }
        let least = size(words, "minProperties").unwrap_or(0);
        if let Some(schema @ Value::Object(_)) = words.get("additionalProperties") {
            let wanted = if depth < DEPTH {
                self.random.below(3)
            } else {
                0
            };
            for place in 0..least.saturating_sub(object.len()).max(wanted) {
                object.insert(format!("key{place}"), self.of(schema, depth + 1)?);
            }
        }
        if object.len() < least {
            return Err(NotMade("`minProperties`".to_owned()));
        }
        Ok(Value::Object(object))
    }

    fn array(&mut self, words: &'s Map<String, Value>, depth: usize) -> Result<Value, NotMade> {
        if words.contains_key("contains") {
            return Err(NotMade("`contains`".to_owned()));
        }
        let first: &[Value] = match words.get("prefixItems") {
            Some(Value::Array(items)) => items,
            _ => &[],
        };
        let least = size(words, "minItems").unwrap_or(0).max(first.len());
        let most = size(words, "maxItems").unwrap_or(least + 3).max(least);
        let count = if depth < DEPTH {
            least + self.random.below(most - least + 1)
        } else {
            least
        };
        let unique = words.get("uniqueItems") == Some(&Value::Bool(true));
        let mut items = Vec::new();
        for place in 0..count {
            let item = match first.get(place).or_else(|| words.get("items")) {
                Some(Value::Bool(false)) => break,
                Some(schema) => self.of(schema, depth + 1)?,
                None => self.anything(),
            };
            if !(unique && items.contains(&item)) {
                items.push(item);
            }
        }
        if items.len() < least {
            return Err(NotMade("`uniqueItems` with so many items".to_owned()));
        }
        Ok(Value::Array(items))
    }

    fn anything(&mut self) -> Value {
        match self.random.below(5) {
            0 => json!({"any": [1, "two", null]}),
            1 => json!(["any", 2.5]),
            2 => json!(true),
            3 => json!(74),
            _ => json!("any"),
        }
    }

    fn one_of<T>(&mut self, values: &'s [T]) -> Result<&'s T, NotMade> {
        if values.is_empty() {
            return Err(NotMade("an empty list of choices".to_owned()));
        }
        Ok(&values[self.random.below(values.len())])
    }
}

/// A bound on a number of things.
fn size(words: &Map<String, Value>, keyword: &str) -> Option<usize> {
    words.get(keyword)?.as_u64()?.try_into().ok()
}

/// Two values as one: objects with the keys of both, otherwise the later one.
fn merged(earlier: Value, later: Value) -> Value {
    match (earlier, later) {
        (Value::Object(mut earlier), Value::Object(later)) => {
            earlier.extend(later);
            Value::Object(earlier)
        }
        (_, later) => later,
    }
}
