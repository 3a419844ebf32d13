"""Counts the valid calls: judge.py PROMPTS CALLS

PROMPTS holds a line per prompt: the tool that it asks for, a tab, the prompt. CALLS is what
`loopd --calls` wrote. The first call after a prompt counts. Prints a line for each call that is
not valid, then the figure; fails if there is such a call.
"""

import json
import sys


def fits(name: str, arguments: str) -> bool:
    """Whether arguments fit the schema of one of the three tools in the array.

    What is inside of call_tool's arguments is judged by the tool that they reach.
    """
    try:
        value = json.loads(arguments)
    except ValueError:
        return False
    if not isinstance(value, dict):
        return False
    kinds = {
        "clock": {},
        "find_tool": {"query": str},
        "call_tool": {"name": str, "arguments": dict},
    }.get(name)
    return (
        kinds is not None
        and value.keys() == kinds.keys()
        and all(isinstance(value[key], kind) for key, kind in kinds.items())
    )


def fault(tool: str, call: dict | None) -> str | None:
    if call is None:
        return "no call"
    if call["name"] != tool:
        return f"called {call['name']}"
    if not fits(call["name"], call["arguments"]):
        return f"arguments {call['arguments']}"
    # The host itself answers find_tool; the others have to come through the port.
    wanted = "host" if tool == "find_tool" else "result"
    if call["outcome"] != wanted:
        return f"{call['outcome']}: {call['answer']}"
    return None


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        prompts = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    first: dict[str, dict] = {}
    with open(sys.argv[2], encoding="utf-8") as file:
        for line in file:
            call = json.loads(line)
            first.setdefault(call["prompt"], call)
    faults = [(prompt, fault(tool, first.get(prompt))) for tool, prompt in prompts]
    for prompt, found in faults:
        if found:
            print(f"not valid: {prompt} -> {found}")
    valid = sum(found is None for _, found in faults)
    print(f"figure llm_valid_calls={valid}/{len(prompts)}")
    sys.exit(valid != len(prompts))


if __name__ == "__main__":
    main()
