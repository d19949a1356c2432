"""Loops that are not compiled: the same answers, and neither numba nor spaCy on the way to a context."""

import ast
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.index.storage import plain_simd
from tweetctx.index.storage.manifest import read_manifest
from tweetctx.runtime.cache_locator import loop_sources
from tweetctx.runtime.compiled import interpreted

DEMO_CORPUS = sorted((Path(__file__).parents[2] / "corpus").glob("*.jsonl"))
TWEETS = [
    "RT @CNN: Whitney Houston's funeral was on Saturday #WhitneyHouston",
    "Steve Jobs & the iPhone: they're 10 years old! #apple",
    "Ünïcode “quotes”, São Paulo, 東京タワー and U.S. politics",
    "nothing",
]
ASK = """
import json, sys
from tweetctx.runtime.compiled import interpret
interpret()
from tweetctx import Contextualizer, build_index
index, *texts = sys.argv[1:]
if index.endswith(".new"):
    build_index(texts, index, workers=1)
else:
    contexts = Contextualizer.open(index)
    found = [contexts.contextualize(text).to_dict() for text in texts]
    for record in found:
        del record["took_ms"]
    ranked = [[(hit.number, hit.score) for hit in contexts.index.search(text, 50)] for text in texts]
    print(json.dumps([found, ranked]))
print(json.dumps([name for name in ("numba", "llvmlite", "spacy", "tweetctx.corpus") if name in sys.modules]))
"""


def uncompiled(*arguments: str | Path) -> list[object]:
    """What a process whose loops are not compiled prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_contexts_and_rankings_are_the_same(demo_index: Path) -> None:
    assert not interpreted()
    contexts, index = Contextualizer.open(demo_index), open_index(demo_index)
    found = [contexts.contextualize(tweet).to_dict() for tweet in TWEETS]
    for record in found:
        del record["took_ms"]
    ranked = [[[hit.number, hit.score] for hit in index.search(tweet, 50)] for tweet in TWEETS]
    answers, loaded = uncompiled(demo_index, *TWEETS)
    assert answers == json.loads(json.dumps([found, ranked]))
    assert loaded == []


@pytest.mark.thorough
def test_an_index_is_the_same(tmp_path: Path) -> None:
    """Byte by byte, with lists that have blocks, counts of all sizes, links, and words that no table spells."""
    chance = random.Random(1)  # noqa: S311
    source = tmp_path / "corpus.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for n in range(300):
            words = " ".join(word * chance.choice((0, 1, 1, 2, 3, 6, 70)) for word in ("town ", "city ", "İstanbul "))
            text = f"The town no. {n} isn't {words}. It's {n % 7}. In Town {n % 9}, {words}.\nIt is called Old {n}."
            links = [[f"Place {n % 5}", f"Place {n % 5} (town)"]]
            record = {"id": str(n), "title": f"Place {n} (town)", "text": text, "url": "", "links": links}
            file.write(json.dumps(record) + "\n")
        file.write(json.dumps({"id": "long", "title": "Town", "url": "", "text": "town " * 400}) + "\n")
    sources = [source, DEMO_CORPUS[0]]
    build_index(sources, tmp_path / "compiled.idx", workers=1)
    uncompiled(tmp_path / "plain.new", *sources)
    one, other = (read_manifest(tmp_path / name)["segments"][0] for name in ("compiled.idx", "plain.new"))
    assert one == other


@pytest.mark.parametrize("width", [1, 7, 8, 13, 31])
def test_a_block_is_unpacked_as_it_was_packed(width: int) -> None:
    chance = np.random.default_rng(width)
    gaps = chance.integers(0, min(1 << width, 1 << 24), 128).astype(np.int64)
    passages = 5 + np.cumsum(gaps + 1)
    words = np.zeros(4 * width + 1, np.uint64)
    for place, gap in enumerate(gaps.tolist()):  # lane place % 4, bit place // 4 * width of the lane
        bit = place // 4 * width
        word, shift = (bit >> 5) * 4 + place % 4, bit & 31
        words[word] |= np.uint64(gap << shift & 0xFFFFFFFF)
        if shift + width > 32:
            words[word + 4] |= np.uint64(gap >> (32 - shift))
    found = np.empty(128, np.int64)
    plain_simd.unpack_passages(words.astype(np.uint32), 0, width, 5, found)
    assert found.tolist() == passages.tolist()


COMPILE = """
import numpy as np
from tweetctx.runtime.compiled import before_compiling
from tweetctx.index.storage.row_kernels import encode
before_compiling(lambda: print("compiling"))
for kind in (np.int64, np.int32):
    print(encode(np.array([5], kind), np.array([0, 1]))[0].tolist())
"""


@pytest.mark.thorough
def test_a_process_can_tell_before_it_compiles(tmp_path: Path) -> None:
    command, environment = [sys.executable, "-c", COMPILE], {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = [subprocess.run(command, capture_output=True, text=True, check=True, env=environment) for _ in range(2)]
    assert [done.stdout.split() for done in said] == [["compiling", *["[1,", "5]"] * 2], ["[1,", "5]"] * 2]


@pytest.mark.thorough
@pytest.mark.parametrize(("broken", "share"), [("*.nbi", 0), ("*.nbc", 0.5)], ids=["empty", "cut off"])
def test_what_was_compiled_and_cannot_be_read_is_compiled_again(tmp_path: Path, broken: str, share: float) -> None:
    command, environment = [sys.executable, "-c", COMPILE], {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = []
    for _ in range(3):
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        said.append(done.stdout.splitlines())
        for file in tmp_path.rglob(broken) if len(said) == 1 else ():
            content = file.read_bytes()
            file.write_bytes(content[: int(len(content) * share)])
    assert said == [["compiling", "[1, 5]", "[1, 5]"]] * 2 + [["[1, 5]", "[1, 5]"]]


@pytest.mark.thorough
def test_files_of_other_sources_are_removed_unread(tmp_path: Path) -> None:
    """Their types may be gone: numba reads a file whole before it looks whether it is stale."""
    command, environment = [sys.executable, "-c", COMPILE], {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, capture_output=True, check=True, env=environment)
    stale = []
    for file in [*tmp_path.rglob("*.nb[ci]")]:
        function, _, rest = file.name.rpartition("-")
        stale.append(file.with_name(f"{function}-0123456789abcdef{rest[16:]}"))
        stale[-1].write_bytes(b"ctweetctx.index.storage.row_kernels\nGone\n.")
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines() == ["[1, 5]", "[1, 5]"]
    assert stale
    assert not [file for file in stale if file.exists()]


@pytest.mark.thorough
def test_functions_of_others_keep_the_locators_of_numba(tmp_path: Path) -> None:
    """Also those that the user names."""
    (tmp_path / "theirs.py").write_text("import numba\n@numba.njit(cache=True)\ndef double(n):\n    return 2 * n\n")
    code = "from tweetctx.index.storage.row_kernels import encode\nimport theirs\nprint(theirs.double(4))"
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "TWEETCTX_CACHE": str(tmp_path / "own")}
    environment |= {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "8\n"
    assert [*(tmp_path / "__pycache__").glob("theirs.double-*.nbi")]


ENCODE = """
import numpy as np
from tweetctx.index.storage.row_kernels import encode
print(encode(np.array([5]), np.array([0, 1]))[0].tolist())
"""


@pytest.mark.thorough
def test_the_log_says_once_that_loops_are_compiled(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    printed = []
    for _ in range(2):
        command = [sys.executable, "-c", f"import logging\nlogging.basicConfig(level=logging.INFO)\n{ENCODE}"]
        printed.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr)
    assert printed[0].startswith(
        "INFO:tweetctx.runtime.compiled:compiling what is not in the cache, which can take min"
    )
    assert (printed[0].count("\n"), printed[1]) == (1, "")


@pytest.mark.thorough
def test_a_loop_is_compiled_again_when_it_or_one_that_it_calls_in_another_file_changes(tmp_path: Path) -> None:
    """The last time, the code of the one that it calls is loaded, and compiled into it."""
    shutil.copytree(
        Path(__file__).parents[2] / "tweetctx", tmp_path / "tweetctx", ignore=shutil.ignore_patterns("__pycache__")
    )
    calling, called = (tmp_path / f"tweetctx/index/storage/{name}.py" for name in ("row_kernels", "varints"))
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    printed = []
    for changed, before, after in (
        (called, "", ""),
        (called, "data[at] = value\n", "data[at] = value + 1\n"),
        (calling, "at, offsets[row + 1] - offsets[row])", "at, offsets[row + 1] - offsets[row] + 2)"),
    ):
        source = changed.read_text("utf-8")
        assert before in source
        changed.write_text(source.replace(before, after) if before else source, "utf-8")
        command = [sys.executable, "-c", ENCODE]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        printed.append(done.stdout)
    assert printed == ["[1, 5]\n", "[2, 6]\n", "[4, 6]\n"]


def test_the_sources_of_a_loop_hold_all_that_is_compiled_into_it() -> None:
    package = Path(__file__).parents[2] / "tweetctx"
    files = [file for file in package.rglob("*.py") if "\n@njit(" in file.read_text("utf-8")]
    assert len(files) > 10
    for file in files:
        name = ".".join(("tweetctx", *file.relative_to(package).with_suffix("").parts))
        own = importlib.import_module(name)
        called = {value.py_func.__module__ for value in vars(own).values() if hasattr(value, "py_func")}
        assert called <= loop_sources(name).keys()


def test_functions_that_count_no_references_return_no_arrays() -> None:
    """One that did would return memory that its caller takes for its own."""
    package = Path(__file__).parents[2] / "tweetctx"
    returned = {}
    for path in package.rglob("*kernels.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                "allocates=False" in ast.unparse(decorator) for decorator in node.decorator_list
            ):
                returned[f"{path.name}: {node.name}"] = ast.unparse(node.returns or ast.Constant(...))
    assert len(returned) > 20
    numbers = {"int", "float", "tuple[int, int]", "tuple[int, int, int]", "tuple[float, float]"}
    assert set(returned.values()) <= numbers | {"None", "bool"}
