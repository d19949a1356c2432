"""Importing this loads what a build and a context load late; worker processes are forked from one that did."""

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import compiling

from tweetctx import Contextualizer, build_index

ARTICLE = {"id": "1", "title": "Newark", "text": "Newark is a city. Its St. Mary's Church was built in 1857."}

if shared := os.environ.get(compiling.FOLDER):
    compiling.wait(Path(shared))
with TemporaryDirectory() as folder:
    source = Path(folder) / "articles.jsonl"
    source.write_text(json.dumps(ARTICLE) + "\n")
    build_index(source, Path(folder) / "index", workers=1)
    Contextualizer.open(Path(folder) / "index").contextualize("A church in #Newark")
