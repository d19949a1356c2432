"""Kills a node of a cluster while contexts are made, and counts what becomes of them.

    python scripts/check_opensearch_kills.py wiki.idx opensearch://127.0.0.1:9201,127.0.0.1:9202/wiki tweets.jsonl

The cluster is that of `scripts/opensearch start`, the index has a replica of each shard, and wiki.idx is the embedded
index that it was made from. A context must be the embedded engine's, or a clear error must be raised.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from opensearch_cluster import FOLDER, PORT, Cluster

from tweetctx import Contextualizer
from tweetctx.errors import IndexUnreachableError


def main() -> None:
    """Makes contexts, kills a node after a fifth of them, and starts it again after two fifths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("uri")
    parser.add_argument("tweets", type=Path)
    parser.add_argument("--contexts", type=int, default=500)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--node", type=int, default=1)
    given = parser.parse_args()
    cluster = Cluster(given.folder, given.port, software=given.folder)
    tweets = [json.loads(line)["text"] for line in given.tweets.read_text().splitlines()][: given.contexts]
    theirs = Contextualizer.open(given.index)
    expected = [theirs.contextualize(tweet).text for tweet in tweets]
    ours = Contextualizer.open(given.uri)
    became: Counter[str] = Counter()
    slowest = 0.0
    for turn, (tweet, text) in enumerate(zip(tweets, expected, strict=True)):
        if turn == len(tweets) // 5:
            cluster.signal(given.node, signal.SIGKILL)
        if turn == 2 * len(tweets) // 5:
            cluster.start_node(given.node)
        begin = time.perf_counter()
        try:
            became["right" if ours.contextualize(tweet).text == text else "wrong"] += 1
        except IndexUnreachableError as error:
            became["refused"] += 1
            print(error, file=sys.stderr)
        slowest = max(slowest, time.perf_counter() - begin)
    print(json.dumps({**became, "contexts": len(tweets), "slowest_s": round(slowest, 1)}))
    if became["wrong"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
