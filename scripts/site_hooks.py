"""Hooks of MkDocs: generated pages, formulas as MathML, and places in the navigation for pages to come."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import latex2mathml.converter
import typer
import typer.main
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer.cli import get_docs_for_click

from tweetctx.interfaces.commands.app import app

ROOT = Path(__file__).parents[1]
_MATH = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
_WRITTEN_HERE = ("commands.md", "changes.md")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leaves pages that do not exist out of the navigation."""
    folder = Path(config.docs_dir)
    config.nav = existing(config.nav or [], {path.name for path in folder.glob("*.md")} | set(_WRITTEN_HERE))
    return config


def existing(nav: list[Any], names: set[str]) -> list[Any]:
    """Returns a navigation without the pages that are not among the names, and without sections left empty."""
    kept: list[Any] = []
    for item in nav:
        if isinstance(item, str):
            kept += [item] if item in names else []
            continue
        ((title, inside),) = item.items()
        inside = existing(inside, names) if isinstance(inside, list) else inside if inside in names else None
        kept += [{title: inside}] if inside else []
    return kept


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made from the program and from the changelog."""
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for name, content in zip(_WRITTEN_HERE, (command_reference(), changes), strict=True):
        files.append(File.generated(config, name, content=content))
    return files


def on_page_content(content: str, **_: Any) -> str:
    """Turns formulas into MathML, which browsers show without a script."""
    return _MATH.sub(lambda found: mathml(html.unescape(found[2]), block=found[1] == "div"), content)


def mathml(latex: str, *, block: bool) -> str:
    """Returns a formula as MathML."""
    text: str = latex2mathml.converter.convert(latex.strip(), display="block" if block else "inline")
    return text


def give_whole_first_sentences(command: Any) -> None:
    """Has lists of commands show the first sentence of each command's help, of which Click cuts the end off."""
    for inner in getattr(command, "commands", {}).values():
        inner.short_help = (inner.help or "").split("\n")[0]
        give_whole_first_sentences(inner)


def command_reference() -> str:
    """Returns the page of all commands, which Typer makes from their help texts."""
    group = typer.main.get_command(app)
    give_whole_first_sentences(group)
    context = typer.Context(group, info_name="tweetctx")
    text = get_docs_for_click(obj=group, ctx=context, name="tweetctx", title="Commands")
    return text.replace("```console\n$ ", "```text\n").replace("\\[", "[")  # escaped for Rich in help texts
