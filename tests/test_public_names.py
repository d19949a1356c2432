"""What `import tweetctx` gives, and what it does not do."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import tweetctx
from tweetctx import corpus, errors, index, scoring, tweets

ROOT = Path(tweetctx.__file__).parents[1]
NAMES = {"Contextualizer", "normalize", "open_index", "build_index", "parse_scorer", "TweetctxError"}
HEAVY = ("spacy", "gensim", "numba", "scipy", "typer", "rich")

QUIET_IMPORT = """
import socket, sys

class NoNetwork(socket.socket):
    def __init__(self, *arguments, **options):
        raise AssertionError("the network was touched")

socket.socket = NoNetwork
socket.create_connection = socket.getaddrinfo = NoNetwork
import logging
before = (logging.getLogger().handlers[:], logging.getLogger().level)
"""
AND_EVERY_MODULE = """
import importlib, pkgutil
modules = [module.name for module in pkgutil.walk_packages(tweetctx.__path__, "tweetctx.")]
assert len(modules) > 40, modules
for name in modules:
    importlib.import_module(name)
"""
NOTHING_CONFIGURED = """
assert (logging.getLogger().handlers, logging.getLogger().level) == before
"""


def in_fresh_interpreter(program: str) -> str:
    """Runs a program without warnings, and expects it to say nothing on stderr; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_names_are_exactly_these() -> None:
    assert set(tweetctx.__all__) == NAMES
    assert len(tweetctx.__all__) == len(NAMES)
    assert {name for name in NAMES if not callable(getattr(tweetctx, name))} == set()


def test_names_that_others_call_elsewhere() -> None:
    assert callable(scoring.Pool.from_documents)
    assert callable(index.open_index)
    assert tweetctx.open_index is index.open_index
    assert tweetctx.build_index is index.build_index
    assert tweetctx.parse_scorer is scoring.parse_scorer
    assert tweetctx.normalize is tweets.normalize
    assert tweetctx.TweetctxError is errors.TweetctxError


@pytest.mark.parametrize("name", ["open", "contextualize", "contextualize_many", "acontextualize", "explain", "link"])
def test_methods_are_documented(name: str) -> None:
    assert inspect.getdoc(getattr(tweetctx.Contextualizer, name))


@pytest.mark.parametrize("package", [tweetctx, corpus, index, scoring, tweets], ids=lambda package: package.__name__)
def test_every_public_name_is_there_and_documented(package: object) -> None:
    assert package.__doc__
    for name in package.__all__:  # type: ignore[attr-defined]
        value = getattr(package, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name


def test_every_error_is_one_of_ours_and_documented() -> None:
    classes = [value for value in vars(errors).values() if inspect.isclass(value)]
    assert len(classes) >= 9
    for error in classes:
        assert issubclass(error, tweetctx.TweetctxError)
        assert error.__doc__
        assert error.__name__ in str(errors.__doc__)


def test_public_names_are_listed_before_they_are_imported() -> None:
    program = "import sys, tweetctx; print({*tweetctx.__all__} <= {*dir(tweetctx)}, 'numpy' in sys.modules)"
    assert in_fresh_interpreter(program) == "True False\n"


def test_the_version_is_a_version() -> None:
    assert all(part.isdecimal() for part in tweetctx.__version__.split("."))


def test_import_loads_nothing_heavy() -> None:
    program = f"{QUIET_IMPORT}import tweetctx\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    assert in_fresh_interpreter(f"{program}{NOTHING_CONFIGURED}") == "\n"


def test_normalize_loads_nothing_heavy() -> None:
    program = "import sys, tweetctx\ntweetctx.normalize('#WhitneyHouston')\n"
    program += f"print([name for name in {HEAVY!r} if name in sys.modules])"
    assert in_fresh_interpreter(program) == "[]\n"


@pytest.mark.thorough
def test_no_module_prints_configures_or_touches_the_network_on_import() -> None:
    assert in_fresh_interpreter(f"{QUIET_IMPORT}import tweetctx\n{AND_EVERY_MODULE}{NOTHING_CONFIGURED}") == ""
