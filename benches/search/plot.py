"""Draws nDCG@10 against the number of tools: plot.py OUTPUT > docs/search.svg

OUTPUT is what `cargo bench --bench search -- ..` printed: its `figure` line, and its `fused` line
if there is one. Standard library only. `OTHERS` are the figures that the data's makers give for
other methods on the same tools and queries.
"""

import math
import pathlib
import re
import sys

SIZES = [("nl100", 100), ("nl1000", 1_000), ("nl10000", 10_000), ("nl", 15_609)]
OTHERS = {
    "bm25 crate 2.3.2": (0.8829, 0.7740, 0.6371, 0.5953),
    "MiniLM-L6-v2 alone": (0.9051, 0.8016, 0.6020, 0.5261),
}
COLOURS = ["#1b6ca8", "#c0392b", "#7f8c8d", "#27ae60"]
LEFT, RIGHT, TOP, BOTTOM = 60, 620, 30, 330
LOW, HIGH = 0.5, 1.0


def figures(text: str) -> dict[str, tuple[float, ...]]:
    lines = {}
    for label, mark in (("words (this crate)", "figure"), ("words and MiniLM, fused", "fused")):
        for line in re.findall(rf"^{mark} (.*)$", text, re.M):
            values = dict(pair.split("=") for pair in line.split())
            lines[label] = tuple(float(values[name]) for name, _ in SIZES)
    return lines


def x(tools: int) -> float:
    return LEFT + (math.log10(tools) - 2) / (math.log10(20_000) - 2) * (RIGHT - LEFT)


def y(ndcg: float) -> float:
    return BOTTOM - (ndcg - LOW) / (HIGH - LOW) * (BOTTOM - TOP)


def main() -> None:
    lines = figures(pathlib.Path(sys.argv[1]).read_text()) | OTHERS
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 380" font-family="sans-serif" font-size="12">',
        '<rect width="660" height="380" fill="white"/>',
    ]
    for tenth in range(5, 11):
        value = tenth / 10
        out.append(f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.1f}</text>')
    for _, tools in SIZES:
        out.append(f'<text x="{x(tools):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{tools:,}</text>')
    out.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 38}" text-anchor="middle">tools registered</text>')
    out.append(f'<text x="{LEFT}" y="{TOP - 12}">nDCG@10 of requests in plain words</text>')
    for place, ((label, values), colour) in enumerate(zip(lines.items(), COLOURS)):
        points = " ".join(f"{x(tools):.1f},{y(value):.1f}" for (_, tools), value in zip(SIZES, values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (_, tools), value in zip(SIZES, values):
            out.append(f'<circle cx="{x(tools):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>')
        out.append(f'<text x="{RIGHT - 190}" y="{TOP + 16 + 18 * place}" fill="{colour}">{label}</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
