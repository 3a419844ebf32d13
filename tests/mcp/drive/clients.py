"""Clients that others wrote, on both transports, against the example server."""

import asyncio
import json

from programs import ENVIRONMENT, PROGRAMS, node, run, serving

SERVER = str(PROGRAMS / "serve_mcp")
NAMES = ["clock", "echo", "count", "wait"]
TEXT = 'two words,\none "quote" and é'
COUNTS = {"characters": len(TEXT), "words": len(TEXT.split()), "lines": 2}


def same(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


async def by_sdk(server):
    """The official SDK of Python."""
    from mcp import Client, MCPError

    told = []

    async def progress(done, total, message):
        told.append((done, total))

    async with Client(server) as client:
        listed = (await client.list_tools()).tools
        same("names", [tool.name for tool in listed], NAMES)
        count = listed[2]
        same("title", count.title, "Count")
        same("hints", count.annotations.read_only_hint, True)
        same("schema", list(count.input_schema["properties"]), ["text"])
        same("output schema", list(count.output_schema["properties"]), list(COUNTS))
        answer = await client.call_tool("echo", {"text": TEXT})
        same("echo", answer.content[0].text, TEXT)
        # The client itself holds this to the output schema.
        answer = await client.call_tool("count", {"text": TEXT})
        same("count", answer.structured_content, COUNTS)
        same("count's text", json.loads(answer.content[0].text), COUNTS)
        answer = await client.call_tool("echo", {"txt": 1})
        same("a failure", answer.is_error, True)
        await client.call_tool("wait", {"milliseconds": 200}, progress_callback=progress)
        same("progress", [done for done, _ in told], [10.0 * step for step in range(1, 11)])
        try:
            await client.call_tool("nobody", {})
        except MCPError as error:
            same("an unknown tool", error.error.code, -32602)
        else:
            raise AssertionError("an unknown tool is no error")


async def by_fastmcp(server):
    """FastMCP."""
    from fastmcp import Client
    from fastmcp.exceptions import ToolError

    async with Client(server) as client:
        listed = await client.list_tools()
        same("names", [tool.name for tool in listed], NAMES)
        answer = await client.call_tool("echo", {"text": TEXT})
        same("echo", answer.content[0].text, TEXT)
        answer = await client.call_tool("count", {"text": TEXT})
        same("count", answer.structured_content, COUNTS)
        try:
            await client.call_tool("echo", {})
        except ToolError:
            pass
        else:
            raise AssertionError("a failure is none")
        calls = [client.call_tool("echo", {"text": str(n)}) for n in range(50)]
        answers = await asyncio.gather(*calls)
        same("calls at once", [a.content[0].text for a in answers], [str(n) for n in range(50)])


def by_inspector(*target):
    """The inspector on the command line; its checks of schemas count as well."""
    inspector = node("@modelcontextprotocol/inspector", "clients", "launcher", "build", "index.js")
    inspector += ["--cli", *target]
    output, code = run([*inspector, "--method", "tools/list", "--strict"], 60)
    same(f"code of {output}", code, 0)
    listed = json.loads(output[output.index("{"):output.rindex("}") + 1])
    same("names", [tool["name"] for tool in listed["tools"]], NAMES)
    call = ["--method", "tools/call", "--tool-name", "echo", "--tool-arg", "text=good day"]
    output, code = run([*inspector, *call], 60)
    same(f"code of {output}", code, 0)
    answer = json.loads(output[output.index("{"):output.rindex("}") + 1])
    same("echo", answer["content"][0]["text"], "good day")


def main():
    """The number of clients that are content, and what the others say."""
    from fastmcp.client.transports import StdioTransport
    from mcp import StdioServerParameters

    with serving("serve_mcp", "--http") as url:
        clients = {
            "Python SDK, stdio": lambda: asyncio.run(
                by_sdk(StdioServerParameters(command=SERVER, env=ENVIRONMENT))
            ),
            "Python SDK, HTTP": lambda: asyncio.run(by_sdk(url)),
            "FastMCP, stdio": lambda: asyncio.run(by_fastmcp(StdioTransport(SERVER, []))),
            "FastMCP, HTTP": lambda: asyncio.run(by_fastmcp(url)),
            "inspector, stdio": lambda: by_inspector(SERVER),
            "inspector, HTTP": lambda: by_inspector(url),
        }
        content, wrong = 0, []
        for name, client in clients.items():
            try:
                client()
            except BaseException as error:  # an exception group is one as well
                print(f"client {name}: not content")
                wrong.append(f"client {name}: {explained(error)}")
            else:
                print(f"client {name}: content")
                content += 1
    return content, wrong


def explained(error):
    inner = getattr(error, "exceptions", None)
    if inner:
        return "; ".join(explained(one) for one in inner)
    return f"{type(error).__name__}: {error}"
