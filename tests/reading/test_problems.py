"""Problems are counted by what was found, whatever their numbers and names."""

import pytest

from tweetctx.errors import CorpusError, InputError
from tweetctx.reading.problems import MAX_KINDS, MAX_PLACES, OTHERS, ProblemKind, ProblemKinds, Problems


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ('no "title"', 'no "title"'),
        ('no "id"', 'no "id"'),
        ('"headings" with 17', '"headings" with …'),
        ("byte 0xff at column 3", "byte … at column …"),
        ("a line of more than 67108864 bytes", "a line of more than … bytes"),
        ("a file that begins with b'PK\\x03\\x04'", "a file that begins with …"),
        ('a file that begins with b"it\'s"', "a file that begins with …"),
        ('the page "Whitney Houston", 20.5 seconds', "the page …, … seconds"),
        ("an article's end that isn't there", "an article's end that isn't there"),
        ("the magic word in 'Anarchism'", "the magic word in …"),
        ("20MB of sha1 text", "…MB of sha1 text"),
    ],
)
def test_what_problems_of_a_kind_have_in_common(found: str, kind: str) -> None:
    kinds = ProblemKinds()
    kinds.add(found, "")
    kinds.add(found, "")
    assert list(kinds) == [ProblemKind(found, 2, ())]
    kinds.add(kind, "")
    assert list(kinds) == [ProblemKind(kind, 3, ())]


def test_particulars_are_shown_as_long_as_all_are_the_same() -> None:
    one, other = ProblemKinds(), ProblemKinds()
    one.add("byte 7 of 'a'", "f")
    other.add("byte 7 of 'a'", "g")
    same = one.plus(other)
    assert list(same) == [ProblemKind("byte 7 of 'a'", 2, ("f", "g"))]
    same.add("byte 7 of 'b'", "h")
    assert list(same) == [ProblemKind("byte … of …", 3, ("f", "g", "h"))]
    same.add("byte 7 of 'a'", "i")
    assert list(same.plus(one)) == [ProblemKind("byte … of …", 5, ("f", "g", "h"))]


def test_the_most_frequent_comes_first_with_its_first_places() -> None:
    kinds = ProblemKinds()
    for number in range(10):
        kinds.add(f"byte {number}", f"a, line {number}")
    kinds.add("nothing", "b")
    assert MAX_PLACES == 3
    expected = [ProblemKind("byte …", 10, ("a, line 0", "a, line 1", "a, line 2")), ProblemKind("nothing", 1, ("b",))]
    assert list(kinds) == expected
    assert list(ProblemKinds(reversed(expected))) == expected


def test_kinds_of_two_runs_are_added_up() -> None:
    before = (ProblemKind("x", 2, ("a", "b")), ProblemKind("y", 1, ("c",)))
    behind = (ProblemKind("y", 3, ("d", "e", "f")), ProblemKind("z", 1, ()))
    assert list(ProblemKinds(before).plus(behind)) == [
        ProblemKind("y", 4, ("c", "d", "e")),
        ProblemKind("x", 2, ("a", "b")),
        ProblemKind("z", 1, ()),
    ]


def test_kinds_are_bounded() -> None:
    kinds = ProblemKinds()
    for number in range(1000):
        kinds.add("x" * (number % 500 + 1), "")
    counts = {kind.found: kind.count for kind in kinds}
    assert len(counts) == MAX_KINDS + 1
    assert counts[OTHERS] == 1000 - 2 * MAX_KINDS


def test_problems_with_files_and_with_places_in_them() -> None:
    problems = Problems("skip", CorpusError)
    report = problems.reporter("a: b.xml")
    report(InputError('no "title"', "one", 3))
    report(InputError('no "title"', "one; or more", "page 7 (C: the language)"))
    problems.add(CorpusError("a: b.xml: truncated, it ends at byte 12; expected the rest"), "a: b.xml")
    problems.add(CorpusError("c: found an empty file; expected JSON"), "c")
    assert problems.messages[1] == 'a: b.xml, page 7 (C: the language): found no "title"; expected one; or more'
    assert list(problems.kinds) == [
        ProblemKind('no "title"', 2, ("a: b.xml, line 3", "a: b.xml, page 7 (C: the language)")),
        ProblemKind("truncated, it ends at byte 12", 1, ("a: b.xml",)),
        ProblemKind("an empty file", 1, ("c",)),
    ]
    assert problems.count == 4


def test_a_problem_that_stops_is_not_counted() -> None:
    problems = Problems("stop", CorpusError)
    with pytest.raises(CorpusError, match="a, line 1: found x; expected y"):
        problems.reporter("a")(InputError("x", "y", 1))
    assert (problems.count, list(problems.kinds)) == (0, [])
