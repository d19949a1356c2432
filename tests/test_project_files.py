"""The files around the package: they agree on the version, and what they name is there."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import tweetctx

ROOT = Path(__file__).parents[1]


def test_the_version_is_the_same_everywhere() -> None:
    assert f"version: {tweetctx.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    versions = re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == tweetctx.__version__
    assert versions[-1] == "0.1.0"


def test_links_of_the_front_pages_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "corpus/README.md"):
        page = ROOT / name
        links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
        assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == [], name


def test_scripts_that_the_front_pages_name_are_there() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text("utf-8")
        scripts = re.findall(r"(?<![\w/])(?:\./)?(scripts/\w+(?:\.py)?)", text)
        assert scripts
        assert [script for script in scripts if not (ROOT / script).exists()] == []


def test_everything_has_a_licence() -> None:
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")
    assert "CC0" in (ROOT / "corpus" / "LICENSE").read_text("utf-8")
    assert (ROOT / "tweetctx" / "py.typed").is_file()


def test_the_readme_shows_the_context_that_its_command_prints(demo_index: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (tweet,) = re.findall(r'^\./scripts/tweetctx context "(.*)"$', readme, re.MULTILINE)
    shown = " ".join(line.removeprefix("> ") for line in readme.splitlines() if line.startswith("> "))
    assert shown == tweetctx.Contextualizer.open(demo_index).contextualize(tweet).text


def test_examples_in_docstrings_print_what_they_say() -> None:
    package = ROOT / "tweetctx"
    modules = [path for path in sorted(package.rglob("*.py")) if ">>>" in path.read_text("utf-8")]
    assert len(modules) >= 10
    for path in modules:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        assert doctest.testmod(import_module(name)).failed == 0, name
