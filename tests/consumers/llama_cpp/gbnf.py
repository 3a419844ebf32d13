"""Reads llama.cpp's grammars (GBNF, grammars/README.md of that project), and says what they admit.

A grammar is what the server itself made of a schema, so what it admits is what a model can write.
"""

import re

ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
TIMES = re.compile(r"\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}")
HEX = {"x": 2, "u": 4, "U": 8}


class Grammar:
    def __init__(self, text):
        self.rules = _Reader(text).rules()

    def admits(self, rule, text):
        """Whether all of `text` is one `rule`."""
        return len(text) in _Match(self.rules, text).rule(rule, 0)

    def begins(self, rule, text):
        """Whether some text that begins with `text` is one `rule`."""
        match = _Match(self.rules, text)
        return len(text) in match.rule(rule, 0) or match.at_end


class _Match:
    """What can end where, from each place of one text. No rule of llama.cpp's begins with itself."""

    def __init__(self, rules, text):
        self.rules, self.text = rules, text
        self.known = {}
        # A character was asked for behind the last one, by a way that had taken all before.
        self.at_end = False

    def rule(self, name, start):
        if (name, start) not in self.known:
            self.known[name, start] = self.node(self.rules[name], start)
        return self.known[name, start]

    def node(self, node, start):
        kind = node[0]
        if kind == "any":
            return set().union(*(self.node(branch, start) for branch in node[1]))
        if kind == "all":
            ends = {start}
            for part in node[1]:
                ends = set().union(*(self.node(part, end) for end in ends))
                if not ends:
                    break
            return ends
        if kind == "rule":
            return self.rule(node[1], start)
        if kind == "times":
            return self.times(node, start)
        if start == len(self.text):
            self.at_end = True
            return set()
        _, inside, ranges = node
        code = ord(self.text[start])
        found = any(first <= code <= last for first, last in ranges)
        return {start + 1} if found == inside else set()

    def times(self, node, start):
        _, part, least, most = node
        ends, reached, count = {start}, set(), 0
        if least == 0:
            reached.add(start)
        while ends and (most is None or count < most):
            count += 1
            ends = set().union(*(self.node(part, end) for end in ends))
            if count > least:
                ends -= reached
            if count >= least:
                reached |= ends
        return reached


class _Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def rules(self):
        rules = {}
        self.space(True)
        while self.at < len(self.text):
            name = self.name()
            self.space(False)
            self.take("::=")
            self.space(True)
            rules[name] = self.alternatives(False)
            self.space(True)
        return rules

    def alternatives(self, inside):
        branches = [self.sequence(inside)]
        while self.text.startswith("|", self.at):
            self.at += 1
            self.space(True)
            branches.append(self.sequence(inside))
        return branches[0] if len(branches) == 1 else ("any", branches)

    def sequence(self, inside):
        """`inside` of brackets a line's end ends nothing."""
        parts = []
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == '"':
                parts.append(("all", self.literal()))
            elif sign == "[":
                parts.append(self.characters())
            elif sign == ".":
                self.at += 1
                parts.append(("character", False, []))
            elif sign == "(":
                self.at += 1
                self.space(True)
                parts.append(self.alternatives(True))
                self.take(")")
            elif sign in "*+?{":
                parts[-1] = self.repeated(parts[-1])
            elif NAME.match(self.text, self.at):
                parts.append(("rule", self.name()))
            else:
                break
            self.space(inside)
        return ("all", parts)

    def repeated(self, part):
        sign = self.text[self.at]
        if sign != "{":
            self.at += 1
            return ("times", part, *{"*": (0, None), "+": (1, None), "?": (0, 1)}[sign])
        found = TIMES.match(self.text, self.at)
        if not found:
            raise ValueError(f"no count: {self.text[self.at:self.at + 20]!r}")
        self.at = found.end()
        least, more, most = int(found[1]), found[2], found[3]
        if not more:
            return ("times", part, least, least)
        return ("times", part, least, int(most) if most else None)

    def literal(self):
        self.take('"')
        signs = []
        while not self.text.startswith('"', self.at):
            code = self.character()
            signs.append(("character", True, [(code, code)]))
        self.at += 1
        return signs

    def characters(self):
        self.take("[")
        inside = not self.text.startswith("^", self.at)
        self.at += not inside
        ranges = []
        while not self.text.startswith("]", self.at):
            first = last = self.character()
            if self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at):
                self.at += 1
                last = self.character()
            ranges.append((first, last))
        self.at += 1
        return ("character", inside, ranges)

    def character(self):
        sign = self.text[self.at]
        self.at += 1
        if sign != "\\":
            return ord(sign)
        sign = self.text[self.at]
        self.at += 1
        digits = HEX.get(sign)
        if digits is None:
            return ord(ESCAPES.get(sign, sign))
        self.at += digits
        return int(self.text[self.at - digits : self.at], 16)

    def name(self):
        found = NAME.match(self.text, self.at)
        if not found:
            raise ValueError(f"no name: {self.text[self.at:self.at + 20]!r}")
        self.at = found.end()
        return found[0]

    def take(self, sign):
        if not self.text.startswith(sign, self.at):
            raise ValueError(f"no {sign}: {self.text[self.at:self.at + 20]!r}")
        self.at += len(sign)

    def space(self, lines):
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == "#":
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self.at += 1
            elif sign in " \t" or (lines and sign in "\r\n"):
                self.at += 1
            else:
                break
