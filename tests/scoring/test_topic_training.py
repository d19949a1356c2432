"""Topics fitted to a collection: what they find, and that the same seed gives the same file."""

import random
from pathlib import Path

import numpy as np
import pytest

from tweetctx.errors import ParameterError, TopicModelError
from tweetctx.index import Engine
from tweetctx.index.memory import MemoryEngine
from tweetctx.scoring.topics import TopicProgress, TopicSettings, topics_of_index, train, write_topics

pytest.importorskip("gensim", reason="needs gensim")

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

SEA = ["harbour", "anchor", "sail", "tide", "mast", "keel"]
OVEN = ["flour", "yeast", "crust", "knead", "loaf", "oven"]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Ninety articles, each about one of two things, in chunks of ten."""
    monkeypatch.setattr(train, "_CHUNK", 10)
    chance = random.Random(4)  # noqa: S311
    documents = [[chance.choices(SEA if n % 2 else OVEN, k=12), [f"once{n}"]] for n in range(90)]
    documents[17] = [[], ["rare"]]
    return MemoryEngine.from_documents(documents)


SETTINGS = TopicSettings(topics=2, passes=3, seed=5)


@pytest.fixture
def most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "_MOST", 1.0)  # each of the words is in half of the articles


@pytest.mark.usefixtures("most")
def test_it_tells_two_things_apart(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "_ALPHA_SUM", 0.2)  # an article is about one thing
    model = topics_of_index(engine, SETTINGS, workers=1)
    assert sorted(model.terms) == sorted(SEA + OVEN)
    phi = model.phi(np.arange(len(model.terms)))
    assert phi.sum(axis=0) == pytest.approx([1.0, 1.0])
    best = {frozenset(model.terms[row] for row in np.argsort(-phi[:, k])[:6]) for k in range(2)}
    assert best == {frozenset(SEA), frozenset(OVEN)}


@pytest.mark.thorough
@pytest.mark.usefixtures("most")
def test_the_same_seed_gives_the_same_file_on_any_number_of_workers(engine: Engine, tmp_path: Path) -> None:
    for name, seed, workers in (("one", 5, 1), ("two", 5, 2), ("three", 5, 3), ("other", 6, 1)):
        write_topics(topics_of_index(engine, TopicSettings(2, 50, 2, seed), workers=workers), tmp_path / name)
    one, two, three, other = ((tmp_path / name).read_bytes() for name in ("one", "two", "three", "other"))
    assert one == two == three
    assert one != other


class _StoppedError(Exception):
    pass


@pytest.mark.thorough
@pytest.mark.usefixtures("most")
@pytest.mark.parametrize("after", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_training_goes_on_after_its_last_pass(engine: Engine, after: int, tmp_path: Path) -> None:
    def stop(progress: TopicProgress) -> None:
        if progress.number > after:
            raise _StoppedError

    whole = topics_of_index(engine, SETTINGS, workers=1)
    with pytest.raises(_StoppedError):
        topics_of_index(engine, SETTINGS, workers=1, on_progress=stop, checkpoint=tmp_path / "part")
    passes: list[int] = []
    again = topics_of_index(
        engine, SETTINGS, workers=1, on_progress=lambda p: passes.append(p.number), checkpoint=tmp_path / "part"
    )
    assert sorted(set(passes)) == [*range(after + 1, 4)]
    assert again.parameters.tobytes() == whole.parameters.tobytes()
    assert again.origin == whole.origin


@pytest.mark.thorough
@pytest.mark.usefixtures("most")
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"{}"])
def test_a_checkpoint_of_other_work_or_broken_is_not_used(engine: Engine, content: bytes, tmp_path: Path) -> None:
    one_pass = TopicSettings(2, 50, 1, 5)
    whole = topics_of_index(engine, one_pass, workers=1)
    (tmp_path / "part").write_bytes(content)
    again = topics_of_index(engine, one_pass, workers=1, checkpoint=tmp_path / "part")
    assert again.parameters.tobytes() == whole.parameters.tobytes()


def test_a_collection_without_repeated_words() -> None:
    engine = MemoryEngine.from_documents([[["a", "b"]], [["c"]]])
    with pytest.raises(ParameterError, match="index: found no word that is in 5 articles or more of 2"):
        topics_of_index(engine, SETTINGS)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"topics": 0}, "topics: found 0, expected a whole number from 1"),
        ({"passes": 1.5}, "passes: found 1.5, expected a whole number from 1"),
        ({"seed": -1}, "seed: found -1, expected a whole number from 0 to 4294967295"),
        ({"words": True}, "words: found True, expected a whole number from 1"),
    ],
)
def test_settings_out_of_their_range(values: dict[str, int], message: str) -> None:
    with pytest.raises(ParameterError, match=f"^{message}$"):
        TopicSettings(**values)


@pytest.mark.parametrize("name", ["", "missing/topics"])
def test_a_destination_that_cannot_be_a_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(TopicModelError, match="expected the name of a file to write, in a folder that is there"):
        train.train_topics(tmp_path / "none.idx", tmp_path / name)
