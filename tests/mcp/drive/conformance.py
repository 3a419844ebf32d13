"""The conformance suite against our server: a scenario a run, a line each."""

from programs import node, run, serving

# What concerns tools, and what a server of tools does beside them.
TOOLS = [
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-with-logging",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "json-schema-2020-12",
    "server-sse-multiple-streams",
    # With a warning: the SDK has no way for a tool to break its own stream off.
    "server-sse-polling",
    "dns-rebinding-protection",
]

# Resources, prompts and completion are nothing that a server of tools has.
FAIL = [
    "completion-complete",
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "resources-subscribe",
    "resources-unsubscribe",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
]


def main():
    """The number of scenarios on tools that pass, and of all of them."""
    suite = node("@modelcontextprotocol/conformance", "dist", "index.js")
    listed, _ = run([*suite, "list", "--server"], 60)
    known = {line.split()[1] for line in listed.splitlines() if line.startswith("  - ")}
    strangers = known - set(TOOLS) - set(FAIL)
    wrong = [f"{name} is a scenario that nobody has placed" for name in sorted(strangers)]
    passed = 0
    with serving("mcp_peer", "conformance") as url:
        for name in TOOLS + FAIL:
            output, code = run([*suite, "server", "--url", url, "--scenario", name], 60)
            expected = name in TOOLS
            print(f"conformance {name}: {'passes' if code == 0 else 'fails'}")
            if (code == 0) != expected:
                wrong.append(f"{name} should {'pass' if expected else 'fail'}:\n{output}")
            passed += expected and code == 0
    return passed, len(TOOLS), wrong
