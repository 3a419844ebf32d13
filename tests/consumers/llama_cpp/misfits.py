"""Values just outside of a schema: each breaks one keyword of it at one place."""

import copy
import json
import re

from jsonschema import Draft202012Validator, FormatChecker

ANY = [None, True, 0.5, "text", [], {}]
FORMATS = {
    "date": r"\d{4}-\d\d-\d\d",
    "time": r"\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
    "date-time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
    "uuid": r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
}


def checker():
    formats = FormatChecker(())
    for name, pattern in FORMATS.items():
        formats.checks(name)(lambda text, of=pattern: not isinstance(text, str) or bool(re.fullmatch(of, text)))
    return formats


class Schema:
    def __init__(self, root):
        self.root = root
        self.validator = Draft202012Validator(root, format_checker=checker())

    def allows(self, value, node=None):
        return self.validator.evolve(schema=self.root if node is None else node).is_valid(value)

    def misfits(self, value):
        """Each value near to `value` that the schema forbids, with the keyword and the place."""
        seen = set()
        for place, keyword, put in self.changes(self.root, value, ""):
            changed = put(value)
            text = json.dumps(changed)
            if text not in seen and not self.allows(changed):
                seen.add(text)
                yield f"{keyword} at {place or 'the root'}", changed

    def node(self, node, value):
        """The node that speaks of a value: behind references, and of a union the branch that fits."""
        while True:
            if "$ref" in node:
                node = self.root["$defs"][node["$ref"].rsplit("/", 1)[1]]
            elif "anyOf" in node:
                node = next(branch for branch in node["anyOf"] if self.allows(value, branch))
            else:
                return node

    def ordered(self, value, node=None):
        """The value as a grammar wants it: what is required first, then the rest, as declared."""
        node = self.node(self.root if node is None else node, value)
        if isinstance(value, list):
            return [self.ordered(item, self.item(node, place)) for place, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        properties, required = node.get("properties", {}), node.get("required", [])
        names = sorted(properties, key=lambda name: name not in required)
        names += [name for name in value if name not in properties]
        return {name: self.ordered(value[name], self.property(node, name)) for name in names if name in value}

    def item(self, node, place):
        places = node.get("prefixItems", [])
        return places[place] if place < len(places) else node.get("items", {})

    def property(self, node, name):
        rest = node.get("additionalProperties", {})
        return node.get("properties", {}).get(name, rest if isinstance(rest, dict) else {})

    def changes(self, node, value, place):
        """Places, keywords, and what puts the change there."""
        if node in ({}, True):
            return
        node = self.node(node, value)
        for keyword, other in changes_of(node, value):
            yield place, keyword, lambda _, other=other: other
        if isinstance(value, list):
            below = [(index, self.item(node, index), f"{place}[{index}]") for index in range(len(value))]
        elif isinstance(value, dict):
            below = [(name, self.property(node, name), f"{place}.{name}") for name in value]
        else:
            return
        for key, child, at in below:
            for where, keyword, put in self.changes(child, value[key], at):
                yield where, keyword, lambda whole, key=key, put=put: with_child(whole, key, put)


def with_child(whole, key, put):
    changed = copy.copy(whole)
    changed[key] = put(whole[key])
    return changed


def changes_of(node, value):
    """The keywords of one node, each with a value that breaks it where one can be made of this one."""
    for other in ANY:
        yield "type", other
    if "enum" in node:
        yield "enum", f"{value}x"
    if "format" in node:
        yield "format", "nope"
    if "pattern" in node:
        yield "pattern", "~"
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield from numbers(node, value)
    elif isinstance(value, str):
        yield from lengths(node, value, "Length", "a")
    elif isinstance(value, list):
        yield from lengths(node, value, "Items", value[-1:])
        yield "uniqueItems", value + value[-1:]
    elif isinstance(value, dict):
        yield from keys(node, value)


def numbers(node, value):
    for keyword, off in [("minimum", -1), ("exclusiveMinimum", 0), ("maximum", 1), ("exclusiveMaximum", 0)]:
        if keyword in node:
            yield keyword, node[keyword] + off
    yield "multipleOf", value + 1


def lengths(node, value, of, more):
    least, most = node.get(f"min{of}", 0), node.get(f"max{of}")
    if least:
        yield f"min{of}", value[: least - 1]
    if most is not None:
        yield f"max{of}", value + more * (most + 1 - len(value))


def keys(node, value):
    for name in node.get("required", []):
        yield "required", {key: kept for key, kept in value.items() if key != name}
    for other in ANY:
        yield "additionalProperties", {**value, "extra": other}
    rest = [name for name in value if name not in node.get("properties", {})]
    if rest:
        yield "propertyNames", {**value, "~": value[rest[-1]]}
    yield "minProperties", {}
