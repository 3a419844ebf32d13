//! What the rules of a consumer are made of.

/// The rules of one consumer.
#[derive(Debug)]
pub(super) struct Rules {
    /// When they were last looked at.
    pub(super) dated: &'static str,
    /// The form of an array element.
    pub(super) element: Element,
    /// What a tool's name may be.
    pub(super) name: Grammar,
    /// What a property's name may be, and how deep this is looked at.
    pub(super) key: Grammar,
    pub(super) key_depth: Depth,
    /// The most characters of a tool's description that all hosts of this kind take.
    pub(super) description: Option<usize>,
    /// The most tools of a request.
    pub(super) tools: Option<usize>,
    /// The keywords that stay.
    pub(super) keywords: Keywords,
    /// The formats of strings that stay.
    pub(super) formats: Formats,
    /// A union beside the properties of the root.
    pub(super) root_union: bool,
    /// What a union has beside its branches.
    pub(super) union_beside: Beside,
    /// How a value that may be `null` is said.
    pub(super) null: Null,
    /// Enums of other things than strings.
    pub(super) any_enum: bool,
    /// How a tuple is said.
    pub(super) tuple: Tuple,
    /// How an object that takes any other key is said.
    pub(super) open_object: OpenObject,
    /// How a value of any type is said.
    pub(super) open_value: OpenValue,
    /// Which bounds of integers are said.
    pub(super) integer_bounds: Bounds,
    /// Whether bounds of `number` are said.
    pub(super) number_bounds: bool,
    /// The greatest `minLength`, `maxLength`, `minItems` and `maxItems`.
    pub(super) longest: Option<u64>,
    /// The only values of `minItems`.
    pub(super) min_items: Option<&'static [u64]>,
    /// What to do with recursion.
    pub(super) references: References,
    /// What `strict` asks for.
    pub(super) strict: Option<Strict>,
}

/// The form of an array element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// `{"type":"function","function":{"name","description","parameters"}}`, with `strict` if said.
    Function { strict: Option<bool> },
    /// `{"name","description","input_schema"}`, with `strict` if said.
    InputSchema { strict: Option<bool> },
    /// `{"name","description","parameters"}`, without parameters if there are none.
    Declaration,
    /// `{"name","description","inputSchema"}`.
    Mcp,
}

/// Letters, digits and what else a name may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grammar {
    /// The most characters.
    pub(super) longest: usize,
    /// What may stand beside ASCII letters and digits.
    pub(super) also: &'static str,
    /// Whether the first is a letter or `_`.
    pub(super) starts_with_letter: bool,
}

impl Grammar {
    pub(super) fn takes(&self, name: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || self.also.contains(c);
        let first = name.chars().next();
        let starts = first.is_some_and(|c| {
            plain(c) && (!self.starts_with_letter || c.is_ascii_alphabetic() || c == '_')
        });
        starts && name.len() <= self.longest && name.chars().all(plain)
    }
}

/// How deep something is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Root,
    Everywhere,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Keywords {
    /// All of JSON Schema 2020-12.
    All,
    /// These at the root and below, and these at the root alone.
    Only(&'static [&'static str], &'static [&'static str]),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Formats {
    All,
    Only(&'static [&'static str]),
}

/// What a union has beside its branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Whatever there is.
    All,
    /// No `type`.
    NoType,
    /// Nothing: what is said of the union is said of each branch.
    Nothing,
}

/// How a value that may be `null` is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Null {
    /// `"type": ["string", "null"]`.
    TypeList,
    /// A branch of a union.
    Branch,
    /// `OpenAPI`'s `"nullable": true`.
    Nullable,
}

/// How a tuple is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tuple {
    /// `prefixItems`, with `items` for all places beside it.
    Both,
    /// `prefixItems` alone.
    Places,
    /// `items` alone.
    Items,
}

/// How an object that takes any other key is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenObject {
    /// By saying nothing, and by schemas for the values of maps.
    Silent,
    /// By `"additionalProperties": true`: without it an object is closed.
    Said,
    /// By saying nothing: `additionalProperties` is refused.
    Unsaid,
}

/// How a value of any type is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenValue {
    /// Without a type.
    Untyped,
    /// By all types.
    AllTypes,
}

/// Which bounds of integers are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    /// All.
    All,
    /// Those that a double holds exactly: between -2^53 and 2^53.
    Double,
    /// None.
    None,
}

/// What to do with recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum References {
    /// Local references stay.
    Local,
    /// Written out once, and in words from there on.
    Unrolled,
}

/// What `strict` asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strict {
    /// Whether all properties are required, so that optional ones become nullable.
    pub(super) all_required: bool,
    /// Whether types may hold themselves.
    pub(super) recursion: bool,
    /// Limits of one schema.
    pub(super) schema: SchemaBudget,
    /// Limits of one request, over its strict tools.
    pub(super) request: RequestBudget,
}

/// Limits of one strict schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaBudget {
    pub(super) properties: Option<usize>,
    pub(super) levels: Option<usize>,
    /// Characters of all names of properties and definitions and of enum values together.
    pub(super) characters: Option<usize>,
    pub(super) enum_values: Option<usize>,
    /// Over so many values, an enum's strings have at most so many characters together.
    pub(super) large_enum: Option<(usize, usize)>,
}

/// Limits of the strict tools of one request.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequestBudget {
    pub(super) tools: Option<usize>,
    pub(super) optional: Option<usize>,
    pub(super) unions: Option<usize>,
}

/// No limit of a single schema is known.
pub(super) const NO_BUDGET: SchemaBudget = SchemaBudget {
    properties: None,
    levels: None,
    characters: None,
    enum_values: None,
    large_enum: None,
};
