"""Twenty requests over 500 tools: loop.py pick CORPUS WORK, then loop.py judge WORK.

`pick` reads CORPUS/tools.jsonl.gz (a tool a line: id, name, description, parameters, source) and
CORPUS/queries.jsonl.gz (query, relevant tool ids, kind), draws by a fixed seed, and writes a stored
registry, the prompts, and the wanted tool of each prompt. `judge` reads what `loopd --calls` wrote
and prints, for each request, the model's first query and who found the tool; then the figure.
"""

import gzip
import json
import pathlib
import random
import re
import sys

TOOLS = 500
REQUESTS = 20
SEED = 7
# Sources whose texts may be shown to anybody; one tool's schema is at most so long.
SOURCES = {"seal-tools", "bfcl", "bfcl_live", "metatool", "api-bank", "toolalpaca", "github-mcp"}
LONGEST = 1500
CLOCK = {
    "name": "clock",
    "description": "The current date and time, as RFC 3339 in UTC.",
    "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
}


def lines(path: pathlib.Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pick(corpus: pathlib.Path, work: pathlib.Path) -> None:
    draw = random.Random(SEED)
    named: dict[str, dict] = {}
    for tool in lines(corpus / "tools.jsonl.gz"):
        plain = re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool["name"])
        own = tool["name"] in ("clock", "echo", "find_tool", "call_tool")
        short = len(json.dumps(tool)) <= LONGEST
        if tool["source"] in SOURCES and plain and short and not own:
            named.setdefault(tool["name"], tool)
    ids = {tool["id"]: name for name, tool in named.items()}
    asked = [
        (query["query"], ids[query["relevant"][0]])
        for query in lines(corpus / "queries.jsonl.gz")
        if query["kind"] == "nl" and len(query["relevant"]) == 1 and query["relevant"][0] in ids
        and len(query["query"]) <= 160 and "\n" not in query["query"]
    ]
    draw.shuffle(asked)
    chosen: dict[str, str] = {}
    for query, name in asked:
        if len(chosen) < REQUESTS and name not in chosen.values():
            chosen[f"Search for a tool for this: {query}"] = name
    wanted = set(chosen.values())
    others = draw.sample(sorted(set(named) - wanted), TOOLS - REQUESTS - 1)
    core = set(others[:2])
    names = others + sorted(wanted)
    draw.shuffle(names)
    entries = [{"schema": CLOCK, "core": True}]
    for name in names:
        schema = {key: named[name][key] for key in ("name", "description", "parameters")}
        entries.append({"schema": schema, "core": name in core})
    (work / "registry.json").write_text(json.dumps(entries))
    (work / "prompts").write_text("".join(prompt + "\n" for prompt in chosen))
    (work / "wanted.json").write_text(json.dumps(chosen))


def judge(work: pathlib.Path) -> None:
    wanted = json.loads((work / "wanted.json").read_text())
    found = {}
    first: dict[str, str] = {}
    for mode in ("strict", "ranked"):
        found[mode] = set()
        for line in (work / f"{mode}.jsonl").read_text().splitlines():
            call = json.loads(line)
            if call["name"] != "find_tool":
                continue
            first.setdefault(call["prompt"], call["arguments"])
            if f'"name":{json.dumps(wanted[call["prompt"]])},"description"' in call["answer"]:
                found[mode].add(call["prompt"])
    for prompt, name in wanted.items():
        marks = " ".join(mode if prompt in found[mode] else "-" * len(mode) for mode in found)
        print(f"{marks}  {name}: {first.get(prompt, 'no query')}")
    counts = (f"loop_{mode}={len(prompts)}/{len(wanted)}" for mode, prompts in found.items())
    print("figure " + " ".join(counts))


if __name__ == "__main__":
    if sys.argv[1] == "pick":
        pick(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    else:
        judge(pathlib.Path(sys.argv[2]))
