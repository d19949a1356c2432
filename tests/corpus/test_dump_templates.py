"""Templates of a dump's own: those that show some words in a line are expanded, of others the sentence goes."""

from pathlib import Path

import pytest
from dump_samples import FOOTER, HEADER, page, streams

from tweetctx.corpus import read_articles
from tweetctx.corpus.dumps.templates import MAX_BODY, transcluded
from tweetctx.corpus.holes import QUIET
from tweetctx.corpus.wikitext.templates import Expander

pytestmark = pytest.mark.usefixtures("_no_processes")

# By their names; as the Wikipedias write them, in miniature.
PAGES = {
    "Sacks": "{{{1}}} sacks<noinclude>{{documentation}}</noinclude>",
    "Yield": "{{formatnum:{{{1|1000}}}}} {{#ifeq:{{{2|}}}|t|tonnes|sacks}}",
    "Wind": "{{#switch:{{{1}}}|n|N=north|s=south|#default=some}} wind",
    "Born": "<includeonly>born {{{1}}}{{#if:{{{2|}}}|&nbsp;in {{{2}}}}}</includeonly>",
    "Both": "{{Sacks|{{{1}}}}} and {{Sacks|{{{2|none}}}}}",
    "Linked": "the [[{{{1}}} Mill|mill of {{{1}}}]]",
    "Only": "Told to its readers. <onlyinclude>a ''mill''</onlyinclude>",
    "Box": '{| class="infobox"\n| a mill\n|}',
    "Program": "{{#invoke:Mills|sacks|{{{1}}}}}",
    "Circle": "a {{Circle}}",
    "Doubt": "<sup>[who says so?]</sup>",
    "Hidden": '<span style="display:none">hidden</span>',
    "Categorised": "x[[Category:Mills]]",
    "Doubling": "{{{1}}}{{{1}}}{{{1}}}{{{1}}}",
    "Silent": "{{#if:|}}",
    "Stn": "[[{{{1}}} station|{{{2|{{{1}}}}}}]]",
    "Flag": "{{#invoke:Flag|{{{1}}}}}",
}
REDIRECTS = {"S": "Template:Sacks", "T": "Template:S", "Loop": "Template:Loop"}


def dump(text: str) -> str:
    """The article after the templates that it uses, some of which others lead to."""
    parts = [page(number, f"Template:{name}", body, ns=10) for number, (name, body) in enumerate(PAGES.items(), 100)]
    parts += [
        page(number, f"Template:{name}", f"#REDIRECT [[{to}]]", ns=10, redirect=to)
        for number, (name, to) in enumerate(REDIRECTS.items(), 200)
    ]
    return "".join([page(1, "Mill", text), *parts])


def converted(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "dump.xml").write_text(f"{HEADER}{dump(text)}{FOOTER}")
    (article,) = read_articles([tmp_path / "dump.xml"])
    return [paragraph for section in article.sections for paragraph in section.paragraphs]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("{{Sacks|5}}", "5 sacks"),
        ("{{sacks|1=5}}", "5 sacks"),
        ("{{Yield}}", "1,000 sacks"),
        ("{{Yield|25000|t}}", "25,000 tonnes"),
        ("{{Wind|n}}", "north wind"),
        ("{{Wind|s}}", "south wind"),
        ("{{Wind|x}}", "some wind"),
        ("{{Born|1980}}", "born 1980"),
        ("{{Born|1980|Newark}}", "born 1980 in Newark"),
        ("{{Both|5|7}}", "5 sacks and 7 sacks"),
        ("{{Both|5}}", "5 sacks and none sacks"),
        ("{{Linked|Ada}}", "the mill of Ada"),
        ("{{Only}}", "a mill"),
        ("{{S|5}}", "5 sacks"),
        ("{{T|5}}", "5 sacks"),
        ("five{{Silent}}", "five"),
        ("{{stn|Bath|the one of Bath}}", "the one of Bath"),  # which is known with one argument alone
    ],
)
def test_what_a_simple_template_shows(tmp_path: Path, markup: str, shown: str) -> None:
    assert converted(tmp_path, f"The mill stands. It has {markup} today. It grinds.") == [
        f"The mill stands. It has {shown} today. It grinds."
    ]


@pytest.mark.parametrize(
    "markup",
    [
        "{{Sacks}}",
        "{{Box}}",
        "{{Program|5}}",
        "{{Circle}}",
        "{{Hidden}}",
        "{{Loop}}",
        "{{Nowhere|5}}",
        "{{flag|XQX}}",
        "{{Categorised}}",
    ],
)
def test_the_sentence_goes_with_another(tmp_path: Path, markup: str) -> None:
    assert converted(tmp_path, f"The mill stands. It has {markup} today. It grinds.") == ["The mill stands. It grinds."]


def test_what_is_no_part_of_the_sentence_goes_alone(tmp_path: Path) -> None:
    assert converted(tmp_path, "It has sails.{{Doubt}} It grinds.") == ["It has sails. It grinds."]


def test_links_of_templates_are_links(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(f"{HEADER}{dump('It is {{Linked|Ada}}.')}{FOOTER}")
    (article,) = read_articles([tmp_path / "dump.xml"])
    assert [(link.text, link.title) for link in article.links] == [("mill of Ada", "Ada Mill")]


def test_templates_of_a_multistream_dump(tmp_path: Path) -> None:
    (tmp_path / "dump.xml.bz2").write_bytes(b"".join(streams(page(1, "Mill", "It has {{Sacks|5}}."), dump("x")[20:])))
    first = next(iter(read_articles([tmp_path / "dump.xml.bz2"], on_error="skip")))
    assert first.sections[0].paragraphs == ("It has 5 sacks.",)


def test_a_name_that_is_silent_in_another_language_is_read_from_its_page() -> None:
    pages = {"vt": "''vt {{{1}}}''", "when": "am {{{1}}}", "sfn": "shown", "-": "<br clear=all>"}
    assert Expander("T", "en", pages.get).expand("vt|5") == "''vt 5''"
    assert Expander("T", "de", pages.get).expand("when|5") == "am 5"
    assert Expander("T", "de", pages.get).expand("-") == QUIET
    assert Expander("T", "en", pages.get).expand("sfn|5") == Expander("T", "de").expand("sfn|5") == QUIET


def test_what_templates_make_of_each_other_is_bounded() -> None:
    pages = {"a": "{{a|{{{1}}}{{{1}}}}}", "b": "{{{1}}}" * 200, "c": "{{d}}{{d}}", "d": "{{c}}{{c}}"}
    asked = []

    def find(name: str) -> str | None:
        asked.append(name)
        return pages.get(name)

    for markup in ("a|x", "b|x" + "y" * 100, "c"):
        shown = Expander("T", "en", find).expand(markup)
        assert len(shown) < 600
    assert len(asked) < 2100


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<noinclude>b</noinclude>c<noinclude>d", "ac"),
        ("<includeonly>a</includeonly>", "a"),
        ("", None),
        ("a" * MAX_BODY, "a" * MAX_BODY),
        ("a" * (MAX_BODY + 1), None),
        ("a\n* b", None),
        ("a\n\nb", None),
        ("<table><tr><td>a</table>", None),
        ("[[File:a.png]]", None),
    ],
)
def test_what_a_page_puts_in_the_place_of_its_use(text: str, shown: str | None) -> None:
    assert transcluded(text) == shown
