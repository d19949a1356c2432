"""References are read as they stand, and a broken file costs one clear line."""

import json
from pathlib import Path

import pytest

from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.references import Reference, read_references


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "references"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def pool(*rows: tuple[str, str, str]) -> str:
    """A pool of judged passages: tweet, relevance, passage."""
    return "".join(
        f"{tweet}\tQ0\tp{n}.xml\t{n}\t{rel}\tjudge\t{text}\n" for n, (tweet, rel, text) in enumerate(rows, 1)
    )


def test_json_lines(tmp_path: Path) -> None:
    lines = [
        {"id": "b", "reference": "Newark is a city.\nIt is old.", "entities": ["Newark", "Ohio", "Newark"]},
        {"id": 7, "reference": ""},
        {"id": "c", "reference": "x", "entities": None},
        {"id": "d", "reference": "names nothing", "entities": []},
    ]
    text = "\ufeff" + "\r\n\n".join(map(json.dumps, lines))
    assert read_references(written(tmp_path, text)) == [
        Reference("b", "Newark is a city.\nIt is old.", ("Newark", "Ohio"), linked=True),
        Reference("7", ""),
        Reference("c", "x"),
        Reference("d", "names nothing", linked=True),
    ]


def test_a_pool_joins_the_relevant_passages_of_a_tweet(tmp_path: Path) -> None:
    text = pool(
        ("169", "1", "First one."),
        ("170", "0", "Not this."),
        ("169", "0.5", "Second\tone."),
        ("169", "-1", "Nor this."),
        ("169", "2", "First one."),
    )
    assert read_references(written(tmp_path, text)) == [
        Reference("169", "First one. Second\tone."),
        Reference("170", ""),
    ]


BROKEN = {
    "no JSON": ('{"id": "1", "reference": "a"}\n{"id": \n', "line 2: found no JSON"),
    "deep JSON": ('{"id": ' + "[" * 100_000, "line 1: found JSON that is nested too deeply"),
    "no object": ('{"id": "1", "reference": "a"}\n[1]\n', "line 2: found [1]; expected "),
    "no id": ('{"reference": "a"}', "line 1: found nothing as `id`; expected a value"),
    "a truth as id": ('{"id": true, "reference": "a"}', "line 1: found True as `id`"),
    "no reference": ('{"id": "1"}', "line 1: found nothing as `reference`; expected a value"),
    "another reference": ('{"id": "1", "reference": 5}', "line 1: found 5 as `reference`; expected a valid string"),
    "an entity of another kind": ('{"id": "1", "reference": "a", "entities": ["b", 3]}', "found 3 as `entities[2]`"),
    "entities of another kind": (
        '{"id": "1", "reference": "a", "entities": "b"}',
        "found 'b' as `entities`; expected a valid array",
    ),
    "an id twice": ('{"id": "1", "reference": "a"}\n{"id": 1, "reference": "a"}', "line 2: found the id '1' again"),
    "columns": ("1\tQ0\tp\t1\t1\tjudge\n", "line 1: found 6 columns; expected JSON Lines, or 7 with tabs between"),
    "other columns": ("1\t0\tp\t1\t1\tjudge\ttext\n", "line 1: found '0' in the second column; expected Q0"),
    "relevance": (pool(("1", "1", "a"), ("1", "yes", "b")), "line 2: found the relevance 'yes'; expected a number"),
    "no number": (pool(("1", "nan", "a")), "line 1: found the relevance 'nan'; expected a number"),
    "another encoding": (b'{"id": "1", "reference": "caf\xe9"}\n', "line 1: found byte 0xe9"),
    "nothing": ("\n \n", "found no references"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_says_where(tmp_path: Path, text: str | bytes, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(EvaluationError) as caught:
        read_references(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert "; expected " in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(EvaluationError, match="cannot be read"):
        read_references(tmp_path / name)
