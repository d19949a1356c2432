"""The command line: results on stdout, diagnostics on stderr, and never a traceback."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from properties import one_in

from tweetctx import Contextualizer, open_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.readable import readable_passages
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.manifest import VERSION
from tweetctx.interfaces.commands import cli

ROOT = Path(cli.__file__).parents[3]
KEYS = ["id", "tweet", "query", "text", "sentences", "links", "attribution", "reason", "confidence", "index"]
TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark http://t.co/x1"
OCCUPY = "Police clear #OccupyWallStreet camp at Zuccotti Park"


@dataclass(frozen=True)
class Done:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    def error(self, code: int = 1) -> str:
        """The message of a command that failed as it should: one line on stderr, nothing on stdout."""
        assert (self.code, self.out) == (code, "")
        assert self.err.startswith("tweetctx: error: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.removeprefix("tweetctx: error: ").removesuffix("\n")

    def wrong_usage(self) -> str:
        """What is said about wrong usage, on one line."""
        assert (self.code, self.out) == (2, "")
        assert "Traceback" not in self.err
        return " ".join(re.sub(r"\x1b\[[\d;]*m|[│╭╮╰╯─]", " ", self.err).split())


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process; an exception that would end in a traceback goes through to the test."""

    def run_command(*arguments: str | Path, stdin: str | bytes = b"") -> Done:
        octets = stdin.encode() if isinstance(stdin, str) else stdin
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["tweetctx", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(octets), "utf-8"))
            try:
                cli.main()
                code: Any = 0
            except SystemExit as end:
                code = end.code or 0
        out, err = capfd.readouterr()
        return Done(code, out, err)

    return run_command


def start(*arguments: str | Path, **options: Any) -> "subprocess.Popen[bytes]":
    """Starts a command as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    command = [sys.executable, "-m", "tweetctx", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def process(*arguments: str | Path, stdin: bytes = b"", **options: Any) -> Done:
    """Runs a command as a process of its own."""
    running = start(*arguments, stdin=subprocess.PIPE, **options)
    out, err = running.communicate(stdin, timeout=120)
    return Done(running.returncode, out.decode(), err.decode())


def written_index(run: Run, folder: Path, *articles: dict[str, str]) -> Path:
    """An index of a few articles."""
    (folder / "wiki.jsonl").write_text("".join(json.dumps(article) + "\n" for article in articles))
    assert run("index", "build", folder / "wiki.jsonl", "-o", folder / "small.idx", "--workers", "1").code == 0
    return folder / "small.idx"


ZEBRAS = {
    "id": "z",
    "url": "https://example.org/Zebra_(animal)",
    "title": "Zebra [of_Africa]",
    "text": "Zebras graze on the *wide* grassland of East Africa. Lions hunt `zebras` at night near [the] Nile.",
}


# context


def test_context_as_text(run: Run, demo_index: Path) -> None:
    expected = Contextualizer.open(demo_index).contextualize(TWEET).text
    assert run("context", TWEET, "--index", demo_index) == Done(0, f"{expected}\n", "")


def test_context_as_json(run: Run, demo_index: Path) -> None:
    done = run("context", TWEET, "--index", demo_index, "--format", "json")
    assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
    record = json.loads(done.out)
    context = Contextualizer.open(demo_index).contextualize(TWEET)
    assert list(record) == [*KEYS, "took_ms"]
    assert record.pop("took_ms") > 0
    assert [TWEET[link["start"] : link["end"]] for link in record["links"]] == [
        link["text"] for link in record["links"]
    ]
    links = [(link["text"], link["title"], link["url"]) for link in record["links"]]
    assert links == [(link.text, link.title, link.url) for link in context.links]
    probabilities = [link["probability"] for link in record.pop("links")]
    assert probabilities == pytest.approx([link.probability for link in context.links], abs=5e-5)
    sources = "; ".join(dict.fromkeys(f"{sentence.title} ({sentence.url})" for sentence in context.sentences))
    assert record.pop("attribution") == f"Source: {sources}."
    assert record.pop("confidence") == pytest.approx(context.confidence, abs=5e-5)
    assert record.pop("reason") == ""
    assert record.pop("index") == {"wiki": None, "date": None}
    assert record == {
        "id": "1",
        "tweet": TWEET,
        "query": [{"term": term, "weight": 1.0} for term in ("funer", "whitney", "houston", "begin", "newark")],
        "text": context.text,
        "sentences": [
            {"text": s.text, "title": s.title, "url": s.url, "revision": None, "score": s.score}
            for s in context.sentences
        ],
    }
    assert record["text"] == " ".join(sentence["text"] for sentence in record["sentences"])


def test_context_as_markdown(run: Run, demo_index: Path) -> None:
    done = run("context", TWEET, "--index", demo_index, "--format", "markdown")
    text, empty, *sources = done.out.removesuffix("\n").split("\n")
    context = Contextualizer.open(demo_index).contextualize(TWEET)
    titles = list(dict.fromkeys((sentence.title, sentence.url) for sentence in context.sentences))
    numbers = [titles.index((sentence.title, sentence.url)) + 1 for sentence in context.sentences]
    assert (done.code, done.err, empty) == (0, "", "")
    assert re.findall(r" \[(\d+)\]", text) == [str(number) for number in numbers]
    assert re.sub(r" \[\d+\]", "", text) == context.text
    assert sources == [f"{number}. [{title}](<{url}>)" for number, (title, url) in enumerate(titles, 1)]


def test_markdown_shows_marks_as_they_are(run: Run, tmp_path: Path) -> None:
    index = written_index(run, tmp_path, ZEBRAS)
    done = run("context", "zebras", "--index", index, "--format", "markdown", "--order", "score", "--scorer", "dcu-185")
    assert {text.strip() for text in done.out.split("\n")[0].split(" [1]")} == {
        r"Zebras graze on the \*wide\* grassland of East Africa.",
        r"Lions hunt \`zebras\` at night near \[the\] Nile.",
        "",
    }
    assert done.out.endswith("\n\n1. [Zebra \\[of\\_Africa\\]](<https://example.org/Zebra_(animal)>)\n")


def test_explain_in_text_and_markdown(run: Run, demo_index: Path) -> None:
    explanation = Contextualizer.open(demo_index, "dcu-185").explain(TWEET, limit=200)  # some do not fit
    for form in ("text", "markdown"):
        command = ("context", TWEET, "--index", demo_index, "--scorer", "dcu-185", "--limit", 200, "--format", form)
        plain, done = run(*command), run(*command, "--explain")
        assert (done.code, done.err) == (0, plain.err)
        assert done.out.startswith(
            f"{plain.out}\nwords       The funeral of Whitney Houston begins at noon in Newark\n"
        )
        for term in explanation.context.query.terms:
            assert re.search(rf"^  {term.term} +1 +\d+ +\d+$", done.out, re.MULTILINE)
        assert f"passages    20 retrieved, {explanation.pool} sentences scored\n" in done.out
        for passage in explanation.passages:
            assert f"{passage.score:9.4f}  {passage.title}" in done.out
        for sentence, parts in zip(explanation.context.sentences, explanation.scores, strict=True):
            assert f"{sentence.score:9.4f}  [{sentence.title}] {sentence.text}\n" in done.out
            assert f"{parts[0][0]} {parts[0][1]:+.3f}" in done.out
        assert explanation.rejected
        for rejection in explanation.rejected:
            sentence = rejection.sentence
            assert f"[{sentence.title}] {sentence.text}\n             {rejection.reason}\n" in done.out


def test_explain_says_how_many_passages_were_retrieved(run: Run, demo_index: Path) -> None:
    explanation = Contextualizer.open(demo_index).explain(TWEET)
    assert len(explanation.passages) == 20 < explanation.retrieved <= 150
    done = run("context", TWEET, "--index", demo_index, "--explain")
    retrieved = f"passages    {explanation.retrieved} retrieved, {explanation.pool} sentences scored; the best 20\n"
    assert retrieved in done.out


def test_explain_in_json(run: Run, demo_index: Path) -> None:
    done = run("context", TWEET, "--index", demo_index, "--format", "json", "--explain", "--scorer", "dcu-185")
    record = json.loads(done.out)
    explanation = Contextualizer.open(demo_index, "dcu-185").explain(TWEET)
    assert list(record) == [*KEYS, "took_ms", "explain"]
    told = record["explain"]
    assert " ".join(told["words"]) == "The funeral of Whitney Houston begins at noon in Newark"
    assert [term["term"] for term in told["terms"]] == [term["term"] for term in record["query"]]
    assert all(term["cf"] >= term["df"] > 0 for term in told["terms"])
    assert [passage["text"] for passage in told["passages"]] == [passage.text for passage in explanation.passages]
    assert told["scored_sentences"] == explanation.pool
    for chosen, sentence in zip(told["chosen"], record["sentences"], strict=True):
        assert (chosen["text"], chosen["score"]) == (sentence["text"], sentence["score"])
        assert sum(chosen["terms"].values()) == pytest.approx(sentence["score"])
    assert [p["reason"] for p in told["rejected"]] == [p.reason for p in explanation.rejected]


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_explain_of_nothing_is_a_diagnostic(form: str, run: Run, demo_index: Path) -> None:
    done = run("context", "zzqx", "--index", demo_index, "--format", form, "--explain")
    assert (done.code, done.out) == (3, "")
    assert "nothing to say: none of its words is in the index (zzqx)\n" in done.err
    assert "words       zzqx\n" in done.err


def test_options_reach_the_library(run: Run, demo_index: Path) -> None:
    options = {"scorer": "jm(lam=0.2)", "passages": 5, "lam": 0.7, "rules": "dcu", "order": "score"}
    expected = Contextualizer.open(demo_index, **options).contextualize(TWEET, limit=40, unit="words")  # type: ignore[arg-type]
    flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    done = run("context", TWEET, "--index", demo_index, "--limit", "40", "--unit", "words", *flags)
    assert done == Done(0, f"{expected.text}\n", "")
    assert expected.text != Contextualizer.open(demo_index).contextualize(TWEET).text


@pytest.mark.parametrize("unit", ["chars", "graphemes", "utf16", "bytes", "words"])
def test_every_unit_has_its_limit(unit: str, run: Run, demo_index: Path) -> None:
    out = run("context", TWEET, "--index", demo_index, "--unit", unit, "--limit", "100").out
    assert 0 < len(out.split() if unit == "words" else out.rstrip("\n")) <= 100


@pytest.mark.parametrize("arguments", [["-"], []], ids=["dash", "no argument"])
def test_a_tweet_a_line(arguments: list[str], run: Run, demo_index: Path) -> None:
    done = run("context", *arguments, "--index", demo_index, stdin=f"{TWEET}\n{OCCUPY}\nMessi")
    contextualizer = Contextualizer.open(demo_index)
    expected = [contextualizer.contextualize(tweet).text for tweet in (TWEET, OCCUPY, "Messi")]
    assert done == Done(0, "\n".join(expected) + "\n", "")


def test_each_line_has_its_number(run: Run, demo_index: Path) -> None:
    done = run("context", "-", "--index", demo_index, "--format", "json", stdin=f"{TWEET}\n\nzzqx\n{OCCUPY}\n")
    records = [json.loads(line) for line in done.out.splitlines()]
    tweets = [(record["id"], record["tweet"], bool(record["text"])) for record in records]
    assert tweets == [("1", TWEET, True), ("2", "", False), ("3", "zzqx", False), ("4", OCCUPY, True)]
    assert done.err == (
        "tweetctx: tweet 2: nothing to say: it has no words\n"
        "tweetctx: tweet 3: nothing to say: none of its words is in the index (zzqx)\n"
    )
    assert done.code == 0


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_an_empty_context_is_an_empty_line(form: str, run: Run, demo_index: Path) -> None:
    one = run("context", OCCUPY, "--index", demo_index, "--format", form).out
    done = run("context", "-", "--index", demo_index, "--format", form, stdin=f"zzqx\n{OCCUPY}\n\n")
    assert (done.code, done.out) == (0, f"\n{one}\n")


def test_contexts_of_several_tweets_in_markdown_are_parted(run: Run, demo_index: Path) -> None:
    one = run("context", OCCUPY, "--index", demo_index, "--format", "markdown").out
    done = run("context", "-", "--index", demo_index, "--format", "markdown", stdin=f"{OCCUPY}\n{OCCUPY}\n")
    assert (done.code, done.out) == (0, f"{one}\n{one}")


def test_links_of_several_tweets_are_parted(run: Run, demo_index: Path) -> None:
    one = run("link", OCCUPY, "--index", demo_index).out
    done = run("link", "-", "--index", demo_index, stdin=f"{OCCUPY}\nzzqx\n{OCCUPY}\n")
    assert (done.code, done.out) == (0, f"{one}\n\n{one}")


def test_posts_of_a_list_without_ids_are_counted(run: Run, demo_index: Path) -> None:
    posts = json.dumps([{"text": "zzqx"}, {"text": OCCUPY}, {"id": "7", "text": OCCUPY}])
    done = run("link", "-", "--index", demo_index, "--format", "json", stdin=f"{posts}\n{OCCUPY}\n")
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ["1", "2", "7", "4"]


@pytest.mark.parametrize("command", ["context", "link"])
def test_a_list_of_no_posts_is_told_where_it_is(command: str, run: Run, demo_index: Path) -> None:
    for argument, place in (("[]", "TWEET"), ("-", "standard input")):
        done = run(command, argument, "--index", demo_index, stdin="")
        assert (done.code, done.out, done.err) == (3, "", f"tweetctx: {place}: found no tweet\n")


def test_an_empty_name_is_no_index(run: Run) -> None:
    done = run("context", OCCUPY, "--index", "")
    assert done.error() == "index: found an empty name, expected that of an index"


@pytest.mark.parametrize("command", ["context", "normalize", "link"])
def test_a_text_that_is_too_long_is_told(command: str, run: Run, demo_index: Path) -> None:
    done = run(command, "-", "--index", demo_index, stdin="x" * 1_000_001)
    assert done.error() == "tweet: found 1000001 characters, expected at most 1000000"


@pytest.mark.thorough
def test_an_assistant_without_standard_input_is_told(demo_index: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m tweetctx mcp --index "$1" <&-', sys.executable, str(demo_index)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    expected = b"tweetctx: error: standard input: found it closed, expected an assistant at its other end\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", expected)


STATUS = {
    "id": "71",
    "content": "<p>This!</p>",
    "account": {"acct": "ann"},
    "created_at": "2012-02-18T10:00:00Z",
    "quote": {"quoted_status": {"content": f"<p>{OCCUPY}</p>"}},
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("piped", [False, True], ids=["argument", "standard input"])
def test_commands_for_a_tweet_read_the_objects_of_platforms(
    piped: bool, indent: int | None, run: Run, demo_index: Path
) -> None:
    written = json.dumps(STATUS, indent=indent)
    arguments, stdin = (["-"], f"{written}\n") if piped else ([written], "")
    contextualizer = Contextualizer.open(demo_index)
    done = run("context", *arguments, "--index", demo_index, "--format", "json", stdin=stdin)
    expected = contextualizer.contextualize(STATUS).to_dict("71")
    assert expected["tweet"] == OCCUPY
    assert (done.code, json.loads(done.out) | {"took_ms": 0}) == (0, expected | {"took_ms": 0})
    linked = run("link", *arguments, "--index", demo_index, "--format", "json", stdin=stdin)
    links = [link.to_dict() for link in contextualizer.link(STATUS).links]
    assert (linked.code, json.loads(linked.out)) == (0, {"id": "71", "tweet": OCCUPY, "links": links})
    assert run("normalize", *arguments, stdin=stdin) == Done(0, "This\n", "")


def test_objects_and_texts_one_a_line(run: Run) -> None:
    stdin = '\ufeff{"text": "Whitney Houston"}\r\n{hello} Newark\r\n{"delete": {}}\r\n\r\n{"text": "Messi"}\r\n'
    done = run("normalize", stdin=stdin)
    assert (done.code, done.out) == (0, "Whitney Houston\nhello Newark\nMessi\n")
    assert done.err == "tweetctx: standard input, line 3: skipped a notice (delete)\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{}", 'found no "text"; expected a tweet {"id", "text"}'),
        ('{"a"} b', 'found no JSON (Expecting \':\' delimiter, column 5); expected a tweet {"id", "text"}'),
        ('{"delete": {}, "limit": {}}', 'found a notice (delete, limit); expected a tweet {"id", "text"}'),
    ],
)
def test_json_that_is_no_post_is_an_error(text: str, error: str, run: Run) -> None:
    assert run("normalize", text).error() == f"TWEET, line 1: {error}"
    if "notice" not in error:
        assert run("normalize", "-", stdin=text).error() == f"standard input, line 1: {error}"


def test_only_empty_contexts(run: Run, demo_index: Path) -> None:
    done = run("context", "-", "--index", demo_index, stdin="zzqx\n\n")
    assert (done.code, done.out, done.err.count("nothing to say")) == (3, "\n\n", 2)


@pytest.mark.parametrize("command", [["context"], ["context", "-"], ["link"], ["normalize"]], ids=" ".join)
def test_no_tweet_at_all(command: list[str], run: Run, demo_index: Path) -> None:
    assert run(*command, "--index", demo_index) == Done(3, "", "tweetctx: standard input: found no tweet\n")


@pytest.mark.parametrize(("arguments", "place"), [([""], "TWEET"), (["-"], "standard input")])
def test_a_tweet_without_words_has_no_query(arguments: list[str], place: str, run: Run) -> None:
    assert run("normalize", *arguments, stdin="\n") == Done(
        3, "\n", f"tweetctx: {place}: found no words to search for\n"
    )


@pytest.mark.parametrize(
    ("command", "stdin"),
    [
        (("batch", "-", "-o", "-"), b"a\xff"),
        (("search", "--topics", "-", "--format", "trec"), b"a\xff"),
        (("bot", "mastodon", "--dry-run"), b"a\xff"),
        (("index", "build", "-", "-o", "x.idx"), b"{"),
        (("corpus", "convert", "-", "-o", "x.jsonl"), b"{"),
    ],
)
def test_standard_input_has_one_name(command: tuple[str, ...], stdin: bytes, run: Run, demo_index: Path) -> None:
    index = () if command[0] in ("index", "corpus") else ("--index", demo_index)
    names = ("standard input, line 1: found ", "standard input: found an empty file")
    assert run(*command, *index, stdin=stdin).error().startswith(names)


def test_a_number_of_too_many_digits(run: Run, tmp_path: Path, demo_index: Path) -> None:
    line = '{"id": "1", "text": "x", "n": ' + "1" * 5000 + "}"
    for name, content in (("a.jsonl", line), ("a.json", f"[{line}]")):
        (tmp_path / name).write_text(content)
    found = "found JSON with a number of too many digits; expected"
    assert run("normalize", "-", stdin=line).error().startswith(f"standard input, line 1: {found}")
    build = ("index", "build", tmp_path / "a.jsonl", "-o", tmp_path / "x.idx", "--workers", "1")
    batch = ("batch", tmp_path / "a.jsonl", "-o", "-", "--index", demo_index)
    for command in (build, batch):
        assert run(*command).error().startswith(f"{tmp_path / 'a.jsonl'}, line 1: {found}")
    document = ("batch", tmp_path / "a.json", "-o", "-", "--index", demo_index)
    assert run(*document).error().startswith(f"{tmp_path / 'a.json'}, line 1: found JSON with a number of too many")


def test_a_name_that_is_too_long_for_an_index(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / ("x" * 300)
    source.write_text(json.dumps(ZEBRAS))
    message = f"{index}: found a name that is too long for the file system; expected a shorter one"
    assert run("index", "build", source, "-o", index).error() == message


def test_a_run_id_of_several_words_is_named(run: Run, demo_index: Path, tmp_path: Path) -> None:
    (tmp_path / "tweets").write_text("Whitney Houston\n")
    search = ("search", "--topics", tmp_path / "tweets", "--format", "trec", "--index", demo_index)
    message = "run_id: found 'a b', expected one word, which a file of columns can hold"
    assert run(*search, "--run-id", "a b").error(2) == message


@pytest.mark.parametrize("option", ["--preset", "--scorer"])
def test_a_preset_of_inex_warns_of_another_analyzer(option: str, run: Run, demo_index: Path) -> None:
    warning = f"tweetctx: warning: dcu-185 was run on an index with the analyzer dcu, {demo_index} has english\n"
    assert run("context", TWEET, option, "dcu-185", "--index", demo_index).err == warning
    assert run("context", TWEET, option, "default", "--index", demo_index).err == ""


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["context", "normalize", "link", "search"])
def test_an_argument_that_is_no_text_is_wrong_usage(command: str) -> None:
    arguments: list[str | bytes] = [sys.executable, "-m", "tweetctx", command, b"Houston\xff"]
    done = subprocess.run(arguments, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"found bytes that are no utf-8, expected a text" in done.stderr


def test_a_bom_and_windows_lines(run: Run, demo_index: Path) -> None:
    stdin = b"\xef\xbb\xbf" + f"{OCCUPY}\r\n{TWEET} 😀\r\n".encode()
    done = run("context", "-", "--index", demo_index, "--format", "json", stdin=stdin)
    assert [json.loads(line)["tweet"] for line in done.out.splitlines()] == [OCCUPY, f"{TWEET} 😀"]
    assert run("normalize", stdin=stdin).out.startswith("Police clear Occupy Wall Street camp at Zuccotti Park\n")


@pytest.mark.parametrize("separator", ["\u2028", "\x0b", "\x85", "\r"])
def test_only_a_line_feed_ends_a_tweet(separator: str, run: Run) -> None:
    done = run("normalize", "-", stdin=f"Wall{separator}Street\nHouston\n")
    assert done.out == "Wall Street\nHouston\n"


def test_invalid_utf_8_names_the_line(run: Run, demo_index: Path) -> None:
    done = run("context", "-", "--index", demo_index, stdin=OCCUPY.encode() + b"\n\xff\xfe\nMessi\n")
    assert (done.code, done.out.count("\n")) == (1, 1)
    assert done.err.startswith("tweetctx: error: standard input, line 2: found byte 0xff at column 1; ")
    assert done.err.count("\n") == 1
    assert (
        run("normalize", "-", stdin=b"\xc3").error()
        == "standard input, line 1: found byte 0xc3 at column 1; expected text in UTF-8"
    )


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
@pytest.mark.parametrize(
    ("tweet", "reason"),
    [
        ("", "it has no words"),
        ("http://t.co/x 😀", "it has no words"),
        ("the", "none of its words is in the index (the)"),
    ],
)
def test_nothing_to_say(tweet: str, reason: str, form: str, run: Run, demo_index: Path) -> None:
    done = run("context", tweet, "--index", demo_index, "--format", form)
    assert done == Done(3, "", f"tweetctx: tweet 1: nothing to say: {reason}\n")


def test_nothing_fits(run: Run, demo_index: Path) -> None:
    done = run("context", TWEET, "--index", demo_index, "--limit", "0")
    assert (done.code, done.out) == (3, "")
    assert re.fullmatch(
        r"tweetctx: tweet 1: nothing to say: no sentence was chosen; most often \(([1-9]\d*) of \1\) because it does "
        r"not fit into 0 chars\n",
        done.err,
    )


def test_a_tweet_that_begins_with_a_dash(run: Run, demo_index: Path) -> None:
    done = run("context", "--index", demo_index, "--format", "json", "--", "--Messi leaves Barcelona")
    assert json.loads(done.out)["tweet"] == "--Messi leaves Barcelona"
    assert run("normalize", "--", "-- Messi leaves") == Done(0, "Messi leaves\n", "")
    assert "No such option" in run("context", "--Messi", "--index", demo_index).wrong_usage()


# normalize and search


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([], "The funeral of Whitney Houston begins at noon in Newark"),
        (["--rules", "default"], "The funeral of Whitney Houston begins at noon in Newark"),
        (["--rules", "dcu"], "RT CNN Live: The funeral of Whitney Houston begins at noon in Newark"),
    ],
)
def test_normalize(rules: list[str], words: str, run: Run) -> None:
    assert run("normalize", TWEET, *rules) == Done(0, f"{words}\n", "")


@pytest.mark.parametrize(
    ("options", "words"),
    [([], "whitneyhouston in newjersey"), (["--rules", "dcu"], "whitneyhouston in newjersey")],
)
def test_normalize_by_an_index(options: list[str], words: str, demo_index: Path, run: Run) -> None:
    tweet = "#whitneyhouston in #newjersey"
    assert run("normalize", tweet, *options) == Done(0, f"{words}\n", "")
    broken = words if options else "whitney houston in new jersey"
    assert run("normalize", tweet, "--index", demo_index, *options) == Done(0, f"{broken}\n", "")


def test_normalize_by_an_index_that_is_not_there(tmp_path: Path, run: Run) -> None:
    index = tmp_path / "nothing"
    assert run("normalize", "x", "--index", index).error().startswith(f"{index}: found nothing, expected an index")


def test_normalize_keeps_the_lines(run: Run) -> None:
    assert run("normalize", "-", stdin="#OccupyWallStreet\n\n😀\nMessi!\n") == Done(
        0, "Occupy Wall Street\n\n\nMessi\n", ""
    )


def test_search_as_text(run: Run, demo_index: Path) -> None:
    done = run("search", "whitney houston funeral", "--index", demo_index, "-k", "3", "--exact")
    expected = "".join(
        f"{p.score:9.4f}  {p.title} / {p.heading}  {p.url}\n{p.text}\n\n"
        for p in open_index(demo_index).search("whitney houston funeral", 3)
    )
    assert expected.count("Houston") > 3
    assert done == Done(0, expected, "")


def test_search_as_json(run: Run, demo_index: Path) -> None:
    options = ("--passages", "7", "--lam", "0.8", "--format", "json", "--exact")
    done = run("search", "whitney houston funeral", "--index", demo_index, *options)
    passages = open_index(demo_index).search("whitney houston funeral", 7, 0.8)
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"score": p.score, "title": p.title, "heading": p.heading, "url": p.url, "text": p.text} for p in passages
    ]
    assert (done.code, done.err, len(passages)) == (0, "", 7)


def test_search_prefers_what_a_person_reads(run: Run, demo_index: Path) -> None:
    done = run("search", "whitney houston", "--index", demo_index, "--format", "json", "-k", "4")
    found = readable_passages(open_index(demo_index), "whitney houston", 4, 0.4)
    assert [json.loads(line)["text"] for line in done.out.splitlines()] == [passage.text for passage in found]
    assert found[0].title == "Whitney Houston"
    assert (found[0].heading, found[0].text[:16]) == ("", "Whitney Houston ")


def test_search_finds_20_unless_told(run: Run, demo_index: Path) -> None:
    assert run("search", "obama", "--index", demo_index, "--format", "json", "--exact").out.count("\n") == 20


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "it has no words to search for"),
        ("the !", "it has no words to search for"),
        ("zzqx", "none of its words is in the index"),
    ],
)
def test_search_says_why_there_is_nothing(query: str, reason: str, run: Run, demo_index: Path) -> None:
    expected = Done(3, "", f"tweetctx: query {query!r}: nothing found: {reason}\n")
    assert run("search", query, "--index", demo_index) == expected


# index


def test_a_dump_without_a_page_builds_an_empty_index_and_says_so(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "a.xml", tmp_path / "a.idx"
    source.write_text("<mediawiki></mediawiki>")
    done = run("index", "build", source, "-o", index, "--workers", "1", "--quiet")
    assert (done.code, done.out) == (0, f"{index}: 0 articles, 0 passages, 0 sentences, 0 terms, 0 skipped\n")
    assert done.err == f"tweetctx: warning: {index} is empty: no article was found in the sources\n"


def test_index_build_info_and_verify(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    source.write_text(json.dumps(ZEBRAS) + "\n")
    done = run("index", "build", source, "--output", index, "--analyzer", "plain", "--workers", "1", "--quiet")
    assert (done.code, done.err) == (0, "")
    terms = EmbeddedIndex(index).vocabulary
    assert done.out == f"{index}: 1 article, 1 passage, 2 sentences, {len(terms)} terms, 0 skipped\n"
    info = json.loads(run("index", "info", index, "--format", "json").out)
    assert {name: info[name] for name in ("path", "analyzer", "documents", "passages", "sentences", "terms")} == {
        "path": str(index),
        "analyzer": "plain",
        "documents": 1,
        "passages": 1,
        "sentences": 2,
        "terms": len(terms),
    }
    told = run("index", "info", index)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    expected = {name: "unknown" if value is None else str(value) for name, value in info.items() if name != "sources"}
    expected["source"] = f"wiki.jsonl, {source.stat().st_size} bytes, SHA-256 {digest}"
    assert dict(line.split(None, 1) for line in told.out.splitlines()) == expected
    verified = Done(0, f"{index}: all files are as they were written\n", "")
    assert run("index", "verify", index) == verified
    monkeypatch.setenv("TWEETCTX_INDEX", str(index))
    assert run("index", "verify") == verified


def test_index_add_remove_and_compact(run: Run, tmp_path: Path) -> None:
    other = {"id": "g", "url": "", "title": "Giraffe", "text": "Giraffes graze on trees of East Africa."}
    index = written_index(run, tmp_path, ZEBRAS, other)
    source = tmp_path / "more.jsonl"
    lines = [json.dumps(ZEBRAS | {"text": "Zebras sleep."}), json.dumps(other | {"id": "h"}), "{broken"]
    source.write_text("\n".join(lines))
    assert run("index", "add", index, source).error().startswith(f"{source}, line 3: found no JSON")
    assert len(run("search", "zebras", "--index", index, "--format", "json").out.splitlines()) == 1
    added = run("index", "add", index, source, "--on-error", "skip", "--workers", "1", "--quiet")
    assert added.out == f"{index}: 2 articles added, 1 of them replaced one with the same id, 1 skipped\n"
    assert added.err.startswith("tweetctx: skipped 1: no JSON")
    assert "Zebras sleep." in run("search", "zebras", "--index", index).out
    told = json.loads(run("index", "info", index, "--format", "json").out)
    assert (told["documents"], told["segments"], told["removed"]) == (3, 2, 1)
    missing = run("index", "remove", index, "g", "x").error()
    assert missing.startswith(f"{index}: found no article with the id 'x'; nothing was removed")
    assert run("index", "remove", index, "g", "h") == Done(0, f"{index}: 2 articles removed\n", "")
    assert run("search", "giraffes", "--index", index).code == 3
    assert run("index", "compact", index, "--memory", "64") == Done(0, f"{index}: 1 article\n", "")
    told = json.loads(run("index", "info", index, "--format", "json").out)
    assert (told["documents"], told["segments"], told["removed"]) == (1, 1, 0)
    assert run("index", "verify", index).code == 0


CHANGES = {"add": ["index", "add"], "remove": ["index", "remove"], "compact": ["index", "compact"]}


@pytest.mark.parametrize("command", CHANGES.values(), ids=CHANGES)
def test_no_index_to_change(command: list[str], run: Run, tmp_path: Path) -> None:
    source = tmp_path / "wiki.jsonl"
    source.write_text(json.dumps(ZEBRAS))
    given = [str(source)] if "add" in command else ["z"] if "remove" in command else []
    missing, other = tmp_path / "deep" / "missing.idx", tmp_path / "other"
    other.mkdir()
    assert run(*command, missing, *given).error() == (
        f"{missing}: found nothing, expected an index; `tweetctx index build` makes one"
    )
    assert not missing.parent.exists()
    assert run(*command, other, *given).error() == f"{other}: found no index.json; expected a tweetctx index"
    assert list(other.iterdir()) == []


@pytest.mark.thorough
def test_index_build_in_another_language(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    source.write_text(json.dumps({"id": "1", "title": "Haus", "text": "Die Häuser z. B. von Wien. Es sind viele."}))
    assert run("index", "build", source, "-o", index, "--language", "de", "--workers", "1").code == 0
    told = dict(line.split(None, 1) for line in run("index", "info", index).out.splitlines())
    assert {key: told[key] for key in ("analyzer", "language", "stemmer", "sentences_by", "sentences")} == {
        "analyzer": "german",
        "language": "German (de)",
        "stemmer": "Snowball german",
        "sentences_by": "rules for German",
        "sentences": "2",
    }
    assert run("context", "HAUS", "--index", index, "--scorer", "jm").code == 3  # its sentence is too short
    for language, message in {"th": "language: found 'th', but Thai is written", "x": "language: found 'x'"}.items():
        assert run("index", "build", source, "-o", "y", "--language", language).error(2).startswith(message)
    clash = run("index", "build", source, "-o", "y", "--language", "de", "--analyzer", "dcu").error(2)
    assert clash.startswith("analyzer: found 'dcu', which is for English, with the language German (de)")


@pytest.mark.thorough
def test_an_index_is_replaced_only_by_force_and_keeps_to_its_language(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    source.write_text(json.dumps(ZEBRAS))
    build = ("index", "build", source, "-o", index, "--workers", "1")
    assert run(*build).code == 0
    assert run(*build).error().startswith(f"{index}: found an index; expected a new folder, or --force to replace it")
    assert run(*build, "--force").code == 0
    source.write_text(json.dumps({**ZEBRAS, "id": "2", "language": "de"}))
    message = f"{index}: found articles in the language 'de'; expected 'en' as in the index"
    assert run("index", "add", index, source, "--workers", "1").error().startswith(message)
    source.write_text(json.dumps({**ZEBRAS, "id": "2", "url": "https://de.wikipedia.org/wiki/Zebra"}))
    assert run("index", "add", index, source, "--workers", "1").error().startswith(message)
    source.write_text(json.dumps({**ZEBRAS, "id": "2", "language": "en"}))
    assert run("index", "add", index, source, "--workers", "1").code == 0


@pytest.mark.parametrize("option", ["--output", "--report", "--figure"])
def test_a_place_that_cannot_be_written_is_told_before_training(option: str, run: Run, tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "x.png"
    outputs = ["--output", place] if option == "--output" else ["--output", tmp_path / "m.json", option, place]
    done = run("train", "linker", "tweets", "references", *outputs)
    expected = f"tweetctx: error: {place}: expected the name of a file to write, in a folder that is there\n"
    assert (done.code, done.out, done.err) == (1, "", expected)


def test_a_folder_that_may_not_be_written_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    message = f"{tmp_path / 'c.tsv'}: permission denied; expected a file in a folder that can be written"
    assert run("train", "classes", "-o", tmp_path / "c.tsv").error() == message


@pytest.mark.parametrize(
    ("kind", "option"),
    [(kind, "-o") for kind in ("classes", "topics", "phrases", "sentences")] + [("topics", "--report")],
)
def test_training_replaces_no_file_without_force(kind: str, option: str, run: Run, tmp_path: Path) -> None:
    place, graded = tmp_path / "mine.svg", tmp_path / "graded.jsonl"
    place.write_text("mine")
    graded.write_text('{"id": "1", "tweet": "x", "graded": []}\n')
    inputs = [graded] if kind == "sentences" else []
    outputs = [option, place] if option == "-o" else ["-o", tmp_path / "m", option, place]
    done = run("train", kind, *inputs, *outputs)
    assert done.error() == f"{place}: found a file; expected a new name, or --force to replace it"
    assert run("train", kind, *inputs, *outputs, "--force", "--index", tmp_path / "none").err.count("found a file") == 0
    assert place.read_text() == "mine"


@pytest.mark.thorough
def test_training_that_fails_leaves_no_folder_of_contexts(run: Run, demo_index: Path, tmp_path: Path) -> None:
    tweets, references, model = tmp_path / "tweets.jsonl", tmp_path / "refs.jsonl", tmp_path / "m.json"
    tweets.write_text('{"id": "1", "text": "x"}\n')
    references.write_text('{"id": "1", "reference": "x", "entities": []}\n')
    (tmp_path / "here").mkdir()
    before = sorted(tmp_path.iterdir())
    train = ("train", "linker", tweets, references, "-o", model, "--index", demo_index, "--contexts")
    for folder in (tmp_path / "new", tmp_path / "new" / "deep" / "er", tmp_path / "here"):
        assert run(*train, folder).error(2) == "tweets: found 1, expected two or more"
        assert sorted(tmp_path.iterdir()) == before
    assert run(*train, tweets).error() == f"{tweets}: found a file; expected a folder, or a new name for one"


@pytest.mark.thorough
def test_training_does_not_write_over_what_it_reads(run: Run, tmp_path: Path) -> None:
    tweets, references, model = tmp_path / "tweets.jsonl", tmp_path / "refs.jsonl", tmp_path / "m.json"
    tweets.write_text("{}")
    linker = ("train", "linker", tweets, references, "-o")
    sentences = ("train", "sentences", tweets, "-o")
    tweets.write_text('{"id": "1", "tweet": "x", "graded": []}\n')
    (tmp_path / "link.json").symlink_to(tweets)
    for place, arguments in [
        (tweets, [*linker, tweets]),
        (references, [*linker, references]),
        (tweets, [*linker, model, "--contexts", tmp_path]),
        (model, [*linker, model, "--report", model]),
        (tmp_path / "link.json", [*sentences, tmp_path / "link.json"]),
        (tweets, [*sentences, model, "--report", tweets]),
    ]:
        error = f"{place}: found a file that this command reads or writes already; expected another"
        assert run(*arguments).error() == error
    assert tweets.read_text().startswith('{"id"')


def test_training_writes_into_no_index(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    source.write_text(json.dumps(ZEBRAS))
    run("index", "build", source, "-o", index)
    before = {path.name: path.read_bytes() for path in index.iterdir()}
    for name in ("index.json", "m.json", next(iter(before))):
        error = f"{index / name}: found a folder that is an index; expected a file in another"
        assert run("train", "topics", "--index", index, "-o", index / name).error() == error
    assert {path.name: path.read_bytes() for path in index.iterdir()} == before


def test_index_build_skips_when_told(run: Run, tmp_path: Path) -> None:
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    source.write_text(f"{json.dumps(ZEBRAS)}\n{{broken\n")
    assert run("index", "build", source, "-o", index).error().startswith(f"{source}, line 2: found no JSON")
    assert not index.exists()
    done = run("index", "build", source, "-o", index, "--on-error", "skip")
    assert (done.code, done.out.endswith(", 1 skipped\n")) == (0, True)
    assert done.err.startswith("tweetctx: skipped 1: no JSON")
    assert done.err.endswith(f"(in {source}, line 2)\n")


@pytest.mark.thorough
def test_index_build_where_it_cannot(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "wiki.jsonl"
    source.write_text(json.dumps(ZEBRAS))
    nothing, full = tmp_path / "nothing", tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("dear")
    assert (
        run("index", "build", nothing, "-o", tmp_path / "x").error()
        == f"{nothing}: not found; expected a file or a folder"
    )
    assert run("index", "build", source, "-o", source).error().startswith(f"{source}: found a file, expected")
    assert run("index", "build", source, "-o", full).error().startswith(f"{full}: found a folder with other things")
    model = run("index", "build", source, "-o", tmp_path / "x", "--spacy-model", "no_such_model").error(2)
    assert model.startswith("spacy_model: found no pipeline 'no_such_model'")
    assert not (tmp_path / "x").exists()
    assert "--output" in run("index", "build", source).wrong_usage()
    assert "--analyzer" in run("index", "build", source, "-o", "x", "--analyzer", "french").wrong_usage()
    assert "--workers" in run("index", "build", source, "-o", "x", "--workers", "0").wrong_usage()


COMMANDS_OF_AN_INDEX = {
    "context": ["context", TWEET, "--index"],
    "search": ["search", "houston", "--index"],
    "info": ["index", "info"],
    "verify": ["index", "verify"],
}


@pytest.mark.parametrize("command", COMMANDS_OF_AN_INDEX.values(), ids=COMMANDS_OF_AN_INDEX)
def test_no_index(command: list[str], run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "missing.idx"
    assert run(*command, missing).error() == (
        f"{missing}: found nothing, expected an index; `tweetctx index build` makes one"
    )
    assert run(*command, tmp_path).error() == f"{tmp_path}: found no index.json; expected a tweetctx index"
    assert "expected a tweetctx index" in run(*command, Path(__file__)).error()


def segment_of(index: Path) -> Path:
    """The file of an index's only segment."""
    (path,) = index.glob("segment-*")
    return path


def truncate(index: Path) -> str:
    path = segment_of(index)
    path.write_bytes(path.read_bytes()[:-8])
    return f"{path}: damaged, its table of contents does not fit its checksum"


def remove(index: Path) -> str:
    path = segment_of(index)
    path.unlink()
    return f"{path}: damaged, cannot be read (No such file or directory)"


def break_manifest(index: Path) -> str:
    (index / "index.json").write_text('{"format": "tweetctx-index"')
    return f"{index / 'index.json'}: damaged, expected JSON"


def edit_manifest(index: Path) -> str:
    path = index / "index.json"
    path.write_text(path.read_text().replace('"documents": ', '"documents": 1'))
    return f"{path}: damaged, its content does not fit its checksum"


def age_manifest(index: Path) -> str:
    path = index / "index.json"
    path.write_text(path.read_text().replace(f'"version": {VERSION}', '"version": 99'))
    return f"{path}: found version 99 of the format, this tweetctx reads version {VERSION}; build the index anew"


def spoil_header(index: Path) -> str:
    path = segment_of(index)
    path.write_bytes(b"x" * path.stat().st_size)
    return f"{path}: damaged, its table of contents does not fit its checksum"


DAMAGE = (truncate, remove, break_manifest, edit_manifest, age_manifest, spoil_header)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("command", COMMANDS_OF_AN_INDEX.values(), ids=COMMANDS_OF_AN_INDEX)
def test_a_damaged_index(
    command: list[str], damage: Callable[[Path], str], run: Run, demo_index: Path, tmp_path: Path
) -> None:
    index = shutil.copytree(demo_index, tmp_path / "damaged.idx")
    message = damage(index)
    assert run(*command, index).error().startswith(message)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("sentences_terms", "altered, the array sentences_terms"),
        ("postings", "altered, the array postings"),
        ("sentences.frames", "altered, the array sentences.frames"),
        ("terms", "altered, the array terms"),
    ],
)
def test_verify_finds_what_was_altered(name: str, found: str, run: Run, demo_index: Path, tmp_path: Path) -> None:
    index = shutil.copytree(demo_index, tmp_path / "altered.idx")
    path = segment_of(index)
    content = bytearray(path.read_bytes())
    content[ArrayFile(path).entries[name].offset] ^= 1
    path.write_bytes(content)
    assert run("index", "verify", index).error() == f"{path}: {found}"


# what is wrong with a call


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--scorer", "bm52"], "scorer: found 'bm52', expected one of jm, "),
        (["--scorer", "jm(lam=7)"], "jm: lam: found 7"),
        (["--scorer", "jm(mu=7)"], "jm: found the parameter 'mu', expected one of lam"),
        (["--scorer", "jm("], "scorer: found 'jm(', expected a name, or name(parameter=value, ...)"),
        (["--scorer", ""], "scorer: found '', expected a name, or name(parameter=value, ...)"),
        (
            ["--scorer", "none | linked | policy"],
            "scorer: found linked without a linker, which it needs",
        ),
        (["--lam", "0"], "lam: found 0.0, expected a number between 0 and 1, both excluded"),
        (["--lam", "1.5"], "lam: found 1.5, expected a number between 0 and 1, both excluded"),
        (["--min-score", "nan"], "min_score: found nan, expected a number"),
        (["--lam", "nan"], "lam: found nan, expected a number between 0 and 1, both excluded"),
        (["--index", "http://localhost/x"], "index: found the scheme 'http', expected a path or one of file"),
    ],
)
def test_a_parameter_out_of_its_range(arguments: list[str], message: str, run: Run, demo_index: Path) -> None:
    assert run("context", TWEET, "--index", demo_index, *arguments).error(2).startswith(message)


@pytest.mark.parametrize("lam", ["0", "1", "-1", "inf", "nan"])
def test_search_checks_lam(lam: str, run: Run, demo_index: Path) -> None:
    assert run("search", "houston", "--index", demo_index, f"--lam={lam}").error(2).startswith("lam: found ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["context", "x", "--unit", "pages"], "--unit"),
        (["context", "x", "--limit=-1"], "--limit"),
        (["context", "x", "--limit", "many"], "--limit"),
        (["context", "x", "--passages", "0"], "--passages"),
        (["context", "x", "--lam", "much"], "--lam"),
        (["context", "x", "--format", "xml"], "--format"),
        (["context", "x", "--order", "date"], "--order"),
        (["context", "x", "--rules", "inex"], "--rules"),
        (["context", "x", "y"], "found 2 words, expected one text; quote the tweet"),
        (["context", "x", "--colour"], "No such option: --colour"),
        (["normalize", "x", "--rules", "inex"], "--rules"),
        (["search"], "found neither, expected a query or --topics"),
        (["search", "x", "--topics", "y"], "found both, expected a query or --topics"),
        (["search", "x", "-k", "0"], "-k"),
        (["search", "x", "--format", "markdown"], "--format"),
        (["index", "add", "x"], "Missing argument"),
        (["index", "remove", "x"], "Missing argument"),
        (["index", "compact"], "Missing argument"),
        (["index", "compact", "x", "--memory", "63"], "--memory"),
        (["index", "build", "x", "-o", "y", "--memory", "much"], "--memory"),
        (["index", "paint"], "No such command 'paint'"),
        (["corpus", "download"], "Missing argument"),
        (["corpus", "convert", "x"], "Missing option"),
        (["corpus", "convert", "x", "-o", "y", "--on-error", "ask"], "--on-error"),
        (["corpus", "convert", "x", "-o", "y", "--workers", "0"], "--workers"),
        (["corpus", "accounts", "x"], "Missing option"),
        (["paint"], "No such command 'paint'"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, run: Run) -> None:
    assert message in run(*arguments).wrong_usage()


OPTIONS = {
    "context": "TWEET --index --scorer --preset --limit --unit --passages --lam --rules --order --min-score --date "
    "--classes --format --sources --no-sources --explain --allow-partial",
    "link": "TWEET --index --scorer --preset --date --format --explain",
    "normalize": "TWEET --rules --index",
    "search": "QUERY --index TWEETCTX_INDEX --passages -k --lam --exact --format --topics --run-id",
    "train classes": "--output -o --index TWEETCTX_INDEX --classes --words --quiet",
    "train topics": "--output -o --index TWEETCTX_INDEX --topics -K --words --passes --seed --workers --report --quiet",
    "train phrases": "--output -o --index TWEETCTX_INDEX --scoring --limit --least",
    "corpus list": "",
    "corpus download": "NAME --date --output -o --mirror --url --contact TWEETCTX_CONTACT --checksums --least-rate "
    "--quiet",
    "corpus convert": "SOURCE --output -o --on-error --workers --lists --tables --restart --quiet",
    "corpus accounts": "WIKIDATA-DUMP --output -o --language --on-error --restart --quiet",
    "corpus": "list download convert accounts",
    "index build": "SOURCE --output -o --analyzer --language --spacy-model --workers --memory --on-error --lists "
    "--tables --aliases --wiki --date --phrases --restart --force --shards --replicas --quiet",
    "index add": "INDEX SOURCE --workers --memory --spacy-model --on-error --lists --tables --quiet",
    "index remove": "INDEX ID",
    "index compact": "INDEX --memory",
    "index info": "INDEX --format",
    "index verify": "INDEX SOURCE",
    "index update": "INDEX --every --mirror --url --checksums --contact TWEETCTX_CONTACT --workers --memory "
    "--spacy-model --quiet",
    "index pack": "INDEX --output -o",
    "index unpack": "FILE --output -o",
    "index push": "INDEX FOLDER",
    "index pull": "SOURCE --output -o --contact TWEETCTX_CONTACT --quiet",
    "index": "build add remove compact info verify update pack unpack push pull",
    "warm": "--index TWEETCTX_INDEX --quiet",
    "get": "NAME --date --mirror --url --checksums --contact TWEETCTX_CONTACT --workers --keep --yes -y --quiet",
    "indexes": "NAME --format",
    "": "get indexes context normalize search corpus index warm --version -V --install-completion --show-completion",
}


@pytest.mark.thorough
@pytest.mark.parametrize("command", OPTIONS)
def test_help_lists_what_there_is(command: str, run: Run) -> None:
    done = run(*command.split(), "--help")
    told = re.sub(r"\x1b\[[\d;]*m", "", done.out)
    assert (done.code, done.err) == (0, "")
    for name in [*OPTIONS[command].split(), "--help", f"Usage: tweetctx {command}".strip()]:
        assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", told), name


@pytest.mark.thorough
@pytest.mark.parametrize(
    "command", [name for name in OPTIONS if name.startswith(("corpus ", "index ")) or " " not in name]
)
def test_every_option_is_among_those_listed_here(command: str, run: Run) -> None:
    told = re.sub(r"\x1b\[[\d;]*m", "", run(*command.split(), "--help").out)
    listed = set(re.findall(r"^│ \*? *(--?[a-z-]+)", told, re.MULTILINE))
    assert listed <= {*OPTIONS[command].split(), "--help"}


@pytest.mark.parametrize("name", ["--scorer", "--preset"])
def test_a_preset_has_two_names(name: str, run: Run, demo_index: Path) -> None:
    assert run("context", OCCUPY, "--index", demo_index, name, "dcu-185", "--limit", "0").code == 3
    for command in ("context", "link", "mcp", "serve"):
        argument = ["x"] if command in ("context", "link") else []
        done = run(command, *argument, "--index", demo_index, name, "nope")
        assert (done.code, "found 'nope', expected" in done.err) == (2, True), command


# which index


def test_the_index_of_the_environment(
    run: Run, tmp_path: Path, demo_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = written_index(run, tmp_path, ZEBRAS)
    monkeypatch.setenv("TWEETCTX_INDEX", str(index))
    assert "grassland of East Africa" in run("context", "zebras").out
    assert run("search", "zebras", "--format", "json").out.count("\n") == 1
    assert "Houston" in run("context", TWEET, "--index", demo_index).out
    monkeypatch.setenv("TWEETCTX_INDEX", str(tmp_path / "gone"))
    assert run("context", "zebras").error().startswith(f"{tmp_path / 'gone'}: found nothing")


def test_the_demonstration_index_is_built_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TWEETCTX_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = run("context", TWEET)
    assert first.code == 0
    assert "Houston" in first.out
    (index,) = (tmp_path / "tweetctx").iterdir()
    assert re.fullmatch(r"demonstration-\d+-[0-9a-f]{16}\.idx", index.name)
    built = {path: path.stat().st_mtime_ns for path in index.rglob("*")}
    assert run("context", TWEET) == first
    assert list((tmp_path / "tweetctx").iterdir()) == [index]
    assert {path: path.stat().st_mtime_ns for path in index.rglob("*")} == built
    assert run("index", "verify", index).code == 0


def test_no_demonstration_index_where_one_is_named(
    run: Run, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert run("context", TWEET, "--index", demo_index).code == 0
    assert run("normalize", TWEET).code == 0
    assert run("context", TWEET, "--scorer", "jm", "--index", tmp_path / "gone").code == 1
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "file"))
    assert (
        run("context", TWEET).error(2).startswith(f"TWEETCTX_CACHE: found {tmp_path / 'file'} (File exists), expected")
    )


# as processes


@pytest.mark.thorough
def test_two_first_uses_at_once_agree(tmp_path: Path) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path)}
    both = [start("search", "houston", "-k", "1", cwd=tmp_path, env=cache) for _ in range(2)]
    (one, one_error), (other, other_error) = (running.communicate(timeout=120) for running in both)
    assert [running.returncode for running in both] == [0, 0]
    said = b"tweetctx: from the demonstration corpus, not Wikipedia; `tweetctx get simplewiki` gets a Wikipedia\n"
    assert (one_error, other_error) == (said, said)
    assert one == other != b""
    assert len(list((tmp_path / "tweetctx").iterdir())) == 1


def test_as_a_process(demo_index: Path, tmp_path: Path) -> None:
    stdin = b"\xef\xbb\xbf" + f"{TWEET}\r\n\r\n{OCCUPY}\r\n".encode()
    done = process("context", "-", "--index", demo_index, stdin=stdin, cwd=tmp_path)
    contextualizer = Contextualizer.open(demo_index)
    assert done == Done(
        0,
        "".join(f"{contextualizer.contextualize(tweet).text}\n" for tweet in (TWEET, "", OCCUPY)),
        "tweetctx: tweet 2: nothing to say: it has no words\n",
    )


@pytest.mark.thorough
def test_errors_of_a_process(tmp_path: Path) -> None:
    done = process("context", "-", "--index", tmp_path / "gone", cwd=tmp_path)
    assert done.error().startswith(f"{tmp_path / 'gone'}: found nothing")
    assert process("normalize", "--colour", cwd=tmp_path).wrong_usage().startswith("Usage: tweetctx normalize")


@pytest.mark.thorough
def test_any_encoding_of_the_terminal(tmp_path: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = process("normalize", "-", stdin="Beyoncé 維基\n".encode(), env=ascii_only, cwd=tmp_path)
    assert done == Done(0, "Beyonc? ??\n", "")
    as_json = process(
        "context", "-", "--format", "json", stdin="Occupy Zürich 維基\n".encode(), env=ascii_only, cwd=tmp_path
    )
    assert json.loads(as_json.out)["tweet"] == "Occupy Zürich 維基"


@pytest.mark.thorough
@pytest.mark.parametrize("lines", one_in(2, [20_000, 1]), ids=["longer than a pipe holds", "short"])
def test_a_closed_pipe(lines: int, tmp_path: Path) -> None:
    source = tmp_path / "tweets.txt"
    source.write_text("#OccupyWallStreet and #WhitneyHouston\n" * lines)
    with source.open("rb") as tweets:
        running = start("normalize", "-", stdin=tweets)
        assert running.stdout is not None
        assert running.stderr is not None
        if lines > 1:
            assert running.stdout.readline() == b"Occupy Wall Street and Whitney Houston\n"
        running.stdout.close()
        assert running.stderr.read() == b""
        running.stderr.close()
        assert running.wait(timeout=60) in (0, 1)


@pytest.mark.thorough
def test_head_takes_a_line(demo_index: Path, tmp_path: Path) -> None:
    (tmp_path / "tweets.txt").write_text(f"{OCCUPY}\n" * 500)
    command = f'"{sys.executable}" -m tweetctx context - --index "{demo_index}" --format json < tweets.txt | head -1'
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(done.stdout)["tweet"] == OCCUPY
    assert done.stderr == ""


def normalize_into(output: int, unbuffered: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    """Runs a command whose output goes to an open file. unbuffered: of PYTHONUNBUFFERED."""
    return subprocess.run(
        [sys.executable, "-m", "tweetctx", "normalize", "#WallStreet"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered},
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_told(unbuffered: str, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        running = normalize_into(full.fileno(), unbuffered, tmp_path)
    assert running.returncode == 1
    assert running.stderr.startswith(b"tweetctx: error: standard output: No space left on device; expected")
    assert running.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["context", "Whitney Houston"], ["normalize", "a"], ["batch", "-", "-o", "-"], ["--help"]],
    ids=" ".join,
)
def test_a_closed_standard_output_is_told(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m tweetctx "$@" >&-', sys.executable, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"tweetctx: error: standard output: found it closed")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_is_gone_is_no_error_to_tell(unbuffered: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    running = normalize_into(writing, unbuffered, tmp_path)
    os.close(writing)
    assert (running.returncode, running.stderr) == (1, b"")
