"""Latency against the size of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tweetctx.evaluation.drawing import clean, new_figure, save, style
from tweetctx.evaluation.errors import load

Size = dict[str, Any]
LABELS = {
    "ours": "tweetctx (Jelinek-Mercer)",
    "bm25s": "bm25s (BM25, numba)",
    "tantivy": "tantivy (BM25)",
    "lucene": "Lucene (Jelinek-Mercer)",
    "pisa-bm25-maxscore": "PISA (BM25, MaxScore)",
}


def draw(sizes: Sequence[Size], synthetic: Sequence[Size], k: int, path: Path) -> None:
    """Draws p50 and p99 of each engine over the sizes, both axes logarithmic; the format is that of the path.

    What is synthetic continues the curves with hollow marks.
    """
    figure = new_figure(7.2, 4.0)
    panel = figure.subplots()
    for number, name in enumerate(LABELS):
        for measure, line in (("p50_ms", "-"), ("p99_ms", ":")):
            look = style(number) | {"linestyle": line}
            passages, times = curve([*sizes, *synthetic], k, name, measure)
            if passages:
                panel.plot(passages, times, **look, label=LABELS[name] if measure == "p50_ms" else None)
            hollow = look | {"linestyle": "", "markerfacecolor": "white", "zorder": 3}
            panel.plot(*curve(synthetic, k, name, measure), **hollow)
    for label, line in (("p50", "-"), ("p99", ":")):
        panel.plot([], [], color="#000000", linewidth=1.3, linestyle=line, label=label)
    if synthetic:
        panel.plot([], [], "o", color="#000000", markersize=4, markerfacecolor="white", label="drawn at random")
    panel.set(xscale="log", yscale="log", xlabel="passages", ylabel="milliseconds a query")
    panel.set_title(f"The {k} best passages for a tweet, one thread")
    ticker = load("matplotlib.ticker")
    panel.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    panel.yaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}"))
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_minor_formatter(ticker.NullFormatter())
    panel.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    clean(panel)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(figure, path)


def curve(sizes: Sequence[Size], k: int, name: str, measure: str) -> tuple[list[int], list[float]]:
    """Passages and milliseconds of an engine, by size."""
    played = [(size["passages"], size["k"][str(k)]) for size in sizes]
    points = sorted((passages, engines[name][measure]) for passages, engines in played if name in engines)
    return [passages for passages, _ in points], [time for _, time in points]
