"""The documentation: its pages, what they show, and the words they use."""

import ast
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from console_pages import Step, prepare_checkout, read_steps, run_steps

pytest.importorskip("mkdocs")
from site_hooks import command_reference, existing, mathml, on_page_content

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
PROSE = [*PAGES, *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "corpus/README.md"))]
CONSOLE = [page for page in PAGES if "```console" in page.read_text("utf-8")]
FLOAT = re.compile(r"(-?\d+\.\d+)")
# Words that only this project's first months knew, and what to say in their place.
OUR_OWN = {
    r"passed over": "skipped, rejected",
    r"\bgathering\b": "batching",
    r"\bwholes? and parts?\b": "rows and items",
    r"\bLaboratory\b": "tuner",
    r"\bcomes? down to\b": "is",
    r"\b(?:goes|went|go) on where (?:it|they) (?:was|were)\b": "continues",
    r"\bwhat (?:a|the|each) models? (?:is|are) worth\b": "how well the models do",
    r"\bfinds? out (?:what|by looking)\b": "detects",
    r"\bknows? nothing of\b": "ignores",
    r"\bmakes? terms of\b": "analyzes",
    r"\bmade articles of\b": "parsed",
    r"\btells? (?:it|them|this|these|one) apart\b": "distinguishes",
    r"\bby itself alone\b": "alone",
    r"\bas who\b": "like somebody who",
    r"\bwho has the\b": "whoever has the",
    r"\bin silence\b": "silently",
    r"\bhas no more\b": "ends",
    r"\bdensity of terms\b": "terms per word",
    r"\bpage's own apparatus\b": "navigation of the page",
    r"\b(?:is|are) told (?:how|that|what|by)\b": "gets, is reported",
    r"\bwhat is around\b": "the context",
}


def prose(page: Path) -> str:
    """A page without its code."""
    text = re.sub(r"^(`{3,}).*?^\1", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "`", text)


def words_of_our_own(text: str) -> list[str]:
    """What a text says in words of our own, and what to say in their place."""
    text = " ".join(text.split())
    found = ((re.search(word, text, re.IGNORECASE), better) for word, better in OUR_OWN.items())
    return [f"{text[max(0, m.start() - 30) : m.end() + 30]!r}: say {better!r}" for m, better in found if m]


@pytest.mark.parametrize("page", [page for page in PROSE if page.is_file()], ids=lambda page: page.name)
def test_pages_use_the_words_of_the_field(page: Path) -> None:
    assert words_of_our_own(prose(page)) == []


@pytest.mark.thorough
def test_docstrings_and_help_texts_use_the_words_of_the_field() -> None:
    found = []
    for module in sorted((ROOT / "tweetctx").rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                docstring = ast.get_docstring(node) or ""
                found += [f"{module.name}, line {node.body[0].lineno}: {why}" for why in words_of_our_own(docstring)]
    assert found == []
    assert words_of_our_own(command_reference()) == []


def test_the_check_of_words_can_fail() -> None:
    for text in ("records are passed\nover", "the build goes on where it was", "what it comes down to"):
        assert words_of_our_own(text)


@pytest.mark.thorough
@pytest.mark.parametrize("page", [page for page in CONSOLE if page.name != "inex.md"], ids=lambda page: page.name)
def test_console_blocks_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    prepare_checkout(tmp_path)
    steps = list(read_steps(page.read_text("utf-8")))
    for step, found in zip(steps, run_steps(steps, tmp_path), strict=True):
        assert agree(found, step.output), f"{page.name}, line {step.line}: {step.command}\nprints\n{found}"


def agree(found: str, expected: str) -> bool:
    """Whether two outputs are the same but for the last digits of their numbers."""
    ours, theirs = FLOAT.split(found), FLOAT.split(expected)
    return ours[::2] == theirs[::2] and all(
        math.isclose(float(one), float(other), rel_tol=1e-9)
        for one, other in zip(ours[1::2], theirs[1::2], strict=True)
    )


def test_a_command_may_have_several_lines() -> None:
    page = "```console\n$ cat > a <<'END'\n> one\n>\n> two\n> END\n$ cat a\none\n\ntwo\n```\n"
    assert list(read_steps(page)) == [Step(6, "cat > a <<'END'\none\n\ntwo\nEND", ""), Step(7, "cat a", "one\n\ntwo\n")]


def test_pages_that_are_not_there_have_no_place_in_the_navigation() -> None:
    nav = ["a.md", {"A": [{"B": "b.md"}, {"C": "c.md"}]}, {"D": "d.md"}, {"E": [{"F": "f.md"}]}]
    assert existing(nav, {"a.md", "c.md"}) == ["a.md", {"A": [{"C": "c.md"}]}]


def test_every_page_has_a_place_in_the_navigation() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [
        page.name for page in PAGES if not re.search(rf"(?<![\w-]){re.escape(page.name)}$", text, re.MULTILINE)
    ] == []


def test_formulas_become_mathml() -> None:
    page = '<p><span class="arithmatex">\\(\\frac{a}{b}\\)</span></p><div class="arithmatex">\\[x &lt; 1\\]</div>'
    found = on_page_content(page)
    assert "arithmatex" not in found
    assert found.count("<math ") == 2
    assert "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" in found
    assert "&#x0003C;" in found
    assert 'display="block"' in mathml("x", block=True)


def test_the_command_reference_has_every_command_and_option() -> None:
    text = command_reference()
    for command in ("context", "normalize", "link", "search", "batch", "experiment", "index build", "corpus download"):
        assert f"## `tweetctx {command}`" in text
    for option in ("--explain", "--topics", "--aliases", "--on-error", "TWEETCTX_INDEX"):
        assert option in text
    assert "`[contexts]`" in text


class _Loaded(HTMLParser):
    """Collects the addresses that a browser loads for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in ("script", "img", "iframe", "source") or (tag == "link" and values.get("rel") != "canonical"):
            self.found += [value for name in ("src", "href") if (value := values.get(name))]


@pytest.mark.thorough
def test_the_site_is_built_strictly_and_loads_nothing_from_other_hosts(tmp_path: Path) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path), strict=True))
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) >= len(PAGES)
    for page in pages:
        loaded = _Loaded()
        loaded.feed(page.read_text("utf-8"))
        assert [address for address in loaded.found if re.match(r"(?:https?:)?//", address)] == [], page.name
    for sheet in tmp_path.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", sheet.read_text("utf-8")), sheet.name
