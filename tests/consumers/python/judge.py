"""Feeds lowered schemas to the consumers' own Python packages, and says which they refuse.

Reads the dump of tests/schemas/consumers.rs, a schema a line, and prints a line per consumer:
`consumer <name>: schemas=<n> refusals=<n>`. What was refused goes to standard error. A package that
changes a schema instead of taking it as it is has refused it too: then it takes something else.
"""

import copy
import json
import sys


def same(one, other):
    """Equality that tells 1 from 1.0 and from True, and sees the order of keys."""
    return json.dumps(one) == json.dumps(other)


def openai_helper(row):
    """The helper that makes a pydantic model's schema strict has nothing left to do."""
    from openai.lib._pydantic import _ensure_strict_json_schema

    schema = copy.deepcopy(row["parameters"])
    made = _ensure_strict_json_schema(schema, path=(), root=schema)
    expected = row["parameters"]
    if not equal_but_empty_required(made, expected):
        raise ValueError(f"it changes the schema to {json.dumps(made)}")


def openai_agents(row):
    from agents.strict_schema import ensure_strict_json_schema

    made = ensure_strict_json_schema(copy.deepcopy(row["parameters"]))
    if not equal_but_empty_required(made, row["parameters"]):
        raise ValueError(f"it changes the schema to {json.dumps(made)}")


def equal_but_empty_required(made, given):
    """Equal, but for a `required` of nothing, which both helpers write for an empty object."""

    def plain(node):
        if isinstance(node, dict):
            keep = {key: plain(value) for key, value in node.items()}
            if keep.get("required") == [] and keep.get("properties") == {}:
                del keep["required"]
            return dict(sorted(keep.items()))
        if isinstance(node, list):
            return [plain(value) for value in node]
        return node

    return same(plain(made), plain(given))


def genai(row):
    """The declaration fits the package's own type, and its transformer leaves the schema alone."""
    from google.genai import _transformers, types

    declaration = types.FunctionDeclaration(**row["element"])
    if "parameters" not in row["element"]:
        return
    schema = copy.deepcopy(row["element"]["parameters"])
    _transformers.process_schema(schema, None, order_properties=False)
    if not same(schema, row["element"]["parameters"]):
        raise ValueError(f"it changes the schema to {json.dumps(schema)}")
    sent = declaration.model_dump(exclude_none=True, by_alias=True, mode="json")["parameters"]
    lost = keywords(row["element"]["parameters"]) - keywords(sent)
    if lost:
        raise ValueError(f"it loses {sorted(lost)}")


def keywords(schema):
    found = set()

    def walk(node):
        if not isinstance(node, dict):
            return
        found.update(node)
        for child in node.get("properties", {}).values():
            walk(child)
        for child in node.get("anyOf", []):
            walk(child)
        walk(node.get("items"))

    walk(schema)
    return found


def anthropic(row):
    """The helper moves what the API does not take into descriptions: nothing is left to move."""
    from anthropic.lib._parse._transform import transform_schema

    made = transform_schema(copy.deepcopy(row["parameters"]))
    given = row["parameters"]

    def compare(made, given, path):
        if made.get("description") != given.get("description"):
            raise ValueError(f"{path}: it says {made.get('description')!r} instead")
        for key in ("enum", "anyOf", "required", "$ref", "format", "minItems"):
            if key in given and key not in made:
                raise ValueError(f"{path}: it drops {key}")
        for name, child in given.get("properties", {}).items():
            compare(made["properties"][name], child, f"{path}.{name}")
        for place, child in enumerate(given.get("anyOf", [])):
            compare(made["anyOf"][place], child, f"{path}|{place}")
        if "items" in given:
            compare(made["items"], given["items"], f"{path}[]")

    compare(made, given, "")


CONSUMERS = [
    ("openai (strict helper)", "open_ai_strict", openai_helper),
    ("openai-agents", "open_ai_strict", openai_agents),
    ("google-genai", "gemini", genai),
    ("anthropic (transform_schema)", "anthropic_strict", anthropic),
]


def main(path):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for name, dialect, judge in CONSUMERS:
        fitting = [row for row in rows if row["dialect"] == dialect]
        if dialect.endswith("_strict"):
            # A tool that can't be strict says so, and is sent without it.
            fitting = [row for row in fitting if row["strict"]]
        refusals = 0
        for row in fitting:
            try:
                judge(row)
            except Exception as error:  # whatever it raises, it refuses
                refusals += 1
                print(f"{name} refuses {row['name']}: {type(error).__name__}: {error}", file=sys.stderr)
        print(f"consumer {name}: schemas={len(fitting)} refusals={refusals}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
