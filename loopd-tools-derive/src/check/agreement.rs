//! Attributes under which the schema would say one thing and the decoder do another.

use syn::Type;

use crate::ast::{Body, Field, Input, Variant};
use crate::attr::{Attributes, Item, Schemars};
use crate::errors::Errors;

/// serde's keys that a tool's struct can't have, and why.
const NOT_ON_A_TOOL: [(&str, &str); 3] = [
    (
        "transparent",
        "a tool's arguments are an object: drop `transparent`",
    ),
    (
        "remote",
        "`remote` writes no `Deserialize` for this struct: drop it",
    ),
    ("tag", TAG_ON_STRUCT),
];

const TAG_ON_STRUCT: &str = "the decoder does not read the tag of a struct: drop `tag`, or add a \
                             field for it";

/// What schemars may say of a container that serde says otherwise; the schema's alone is the
/// name.
const CONTAINER_OVERRIDES: [&str; 13] = [
    "rename_all",
    "rename_all_fields",
    "tag",
    "content",
    "untagged",
    "default",
    "transparent",
    "from",
    "try_from",
    "into",
    "remote",
    "skip",
    "flatten",
];

const PART_OVERRIDES: [&str; 6] = [
    "rename",
    "rename_all",
    "default",
    "flatten",
    "untagged",
    "alias",
];

pub(super) fn tool(input: &Input, errors: &mut Errors) {
    for (key, message) in NOT_ON_A_TOOL {
        if let Some(item) = input.attributes.serde.get(key) {
            errors.at(item, message);
        }
    }
    parts(input, errors);
}

pub(super) fn json_schema(input: &Input, errors: &mut Errors) {
    if let (Body::Struct(_), Some(tag)) = (&input.body, input.attributes.serde.get("tag")) {
        errors.at(tag, TAG_ON_STRUCT);
    }
    parts(input, errors);
}

fn parts(input: &Input, errors: &mut Errors) {
    overrides(&input.attributes.schemars, &CONTAINER_OVERRIDES, errors);
    let given = has_schema(&input.attributes);
    let container_default = input.attributes.serde.has("default");
    for field in input.fields() {
        self::field(field, given, container_default, errors);
    }
    for variant in input.variants() {
        self::variant(variant, given, errors);
    }
}

fn variant(variant: &Variant, given: bool, errors: &mut Errors) {
    let attributes = &variant.attributes;
    overrides(&attributes.schemars, &PART_OVERRIDES, errors);
    if attributes.serde.skips_decoding() {
        return;
    }
    reader(attributes, given, errors);
    if let (Some(other), false) = (attributes.serde.get("other"), given) {
        errors.at(
            other,
            "`other` takes any name, which the schema of an enum can't say: drop it, or add \
             `#[schemars(with = \"String\")]` to the enum",
        );
    }
    if let (Some(alias), false) = (attributes.serde.get("alias"), given) {
        errors.at(
            alias,
            "the schema of an enum names each variant once: drop `alias` of the variant",
        );
    }
    for field in variant.shape.fields() {
        self::field(field, given || has_schema(attributes), false, errors);
    }
}

fn field(field: &Field, given: bool, container_default: bool, errors: &mut Errors) {
    let attributes = &field.attributes;
    overrides(&attributes.schemars, &PART_OVERRIDES, errors);
    if attributes.serde.skips_decoding() {
        return;
    }
    for key in ["skip", "skip_deserializing"] {
        let optional = container_default || attributes.serde.has("default") || is_option(&field.ty);
        if let (Some(skip), false) = (attributes.schemars.get(key), optional) {
            errors.at(
                skip,
                "the schema hides what the decoder wants: add `#[serde(default)]`, or use \
                 `serde(skip)`",
            );
        }
    }
    reader(attributes, given, errors);
    if let Some(flatten) = attributes.serde.get("flatten")
        && is_option(&field.ty)
        && !has_schema(attributes)
    {
        errors.at(
            flatten,
            "the decoder reads a flattened `Option` as `None` whatever is wrong in it: flatten \
             the type itself with `#[serde(default)]` on its fields, or drop `flatten`",
        );
    }
}

/// A reader of the user's own needs the type that it reads.
fn reader(attributes: &Attributes, given: bool, errors: &mut Errors) {
    if given || has_schema(attributes) {
        return;
    }
    for key in ["with", "deserialize_with"] {
        if let Some(item) = attributes.serde.get(key) {
            errors.at(
                item,
                format!(
                    "`{key}` reads a form that the schema does not know: name the type of that \
                     form with `#[schemars(with = \"Type\")]`"
                ),
            );
        }
    }
}

fn has_schema(attributes: &Attributes) -> bool {
    attributes.schemars.has("with") || attributes.schemars.has("schema_with")
}

/// What schemars says of serde's matters reaches the schema alone.
fn overrides(schemars: &Schemars, keys: &[&str], errors: &mut Errors) {
    for item in schemars.items() {
        let key = item.path().get_ident().map(ToString::to_string);
        let key = key.unwrap_or_default();
        match item {
            Item::Unset(..) => errors.at(
                item,
                format!("`!{key}` changes the schema and not the decoder: drop it"),
            ),
            Item::Set(_) if keys.contains(&key.as_str()) => errors.at(
                item.path(),
                format!(
                    "`schemars({key})` changes the schema and not the decoder: use \
                     `serde({key})`, which both read"
                ),
            ),
            Item::Set(_) => {}
        }
    }
}

fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(ty) => ty
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Option"),
        Type::Group(ty) => is_option(&ty.elem),
        Type::Paren(ty) => is_option(&ty.elem),
        _ => false,
    }
}
