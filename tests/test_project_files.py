"""The files around the package: they agree on the version, and what they name is there."""

import doctest
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import tweetctx

ROOT = Path(__file__).parents[1]
READ = (".md", ".py", ".ipynb", ".sh", "")


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


def test_the_library_snippet_of_the_readme_runs_as_it_stands(
    demo_index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TWEETCTX_INDEX", str(demo_index))
    snippets = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    for snippet in snippets:
        exec(snippet, {})  # noqa: S102
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("Occupy Wall Street was a protest movement")
    assert any(line.endswith("Occupy Wall Street demo:Occupy_Wall_Street") for line in printed[1:])


def test_nothing_says_to_install_tweetctx_from_a_package_index() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    folders = ("tweetctx", "docs", "examples", "scripts")
    files = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in READ
    ]
    texts = [
        path.read_text("utf-8") for path in [*files, *ROOT.glob("*.md")] if path.suffix or path.parent.name == "scripts"
    ]
    commands = [command for text in texts for command in re.findall(r"pip install [^`\n]*", text)]
    assert len(commands) >= 15
    assert [command for command in commands if re.search(r"install (?:-\S+ )*['\"]?tweetctx\b", command)] == []
    named = [
        name for command in commands for group in re.findall(r"[.E]\[([\w,]+)\]", command) for name in group.split(",")
    ]
    assert set(named) >= {"eval", "serve"}
    assert [name for name in named if name not in extras] == []


def test_examples_in_docstrings_print_what_they_say() -> None:
    package = ROOT / "tweetctx"
    modules = [path for path in sorted(package.rglob("*.py")) if ">>>" in path.read_text("utf-8")]
    assert len(modules) >= 10
    for path in modules:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        assert doctest.testmod(import_module(name)).failed == 0, name
