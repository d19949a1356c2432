"""Short texts that are found by their offsets."""

from pathlib import Path

import numpy as np
import pytest
from array_files import replace_arrays
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.short_texts import ShortTexts, ShortTextsWriter
from tweetctx.index.storage.texts import join_texts


def stored(path: Path, texts: list[str], batch: int = 3) -> ShortTexts:
    file = ArrayFileWriter(path)
    writer = ShortTextsWriter(file, "t")
    for begin in range(0, len(texts), batch):
        writer.append(join_texts([text.encode() for text in texts[begin : begin + batch]]))
    writer.finish()
    writer.close()
    file.close()
    return ShortTexts(ArrayFile(path), "t")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5)), st.integers(1, 9), st.data())
def test_texts_come_back(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], batch: int, data: st.DataObject
) -> None:
    found = stored(tmp_path_factory.mktemp("short") / "a", texts, batch)
    assert len(found) == len(texts)
    assert [found[row] for row in range(len(texts))] == texts
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1))) if texts else []
    assert found.many(np.array(rows, np.int64)) == [texts[row] for row in rows]
    first = data.draw(st.integers(0, len(texts)))
    last = data.draw(st.integers(first, len(texts)))
    assert [text.decode() for text in found.raw(first, last)] == texts[first:last]


def test_damage_is_told(tmp_path: Path) -> None:
    texts = stored(tmp_path / "a", ["ab", "", "é"])
    assert texts.many(np.array([2, 0])) == ["é", "ab"]
    for wrong in ([3], [-1]):
        with pytest.raises((IndexDamagedError, IndexError)):
            texts.many(np.array(wrong))
    replace_arrays(tmp_path / "a", t_texts=np.frombuffer(b"ab\xff\xff", np.uint8))
    with pytest.raises(IndexDamagedError, match="the array t_texts holds a text that is not UTF-8"):
        ShortTexts(ArrayFile(tmp_path / "a"), "t")[2]
    replace_arrays(tmp_path / "a", t_texts=np.frombuffer(b"ab", np.uint8))
    with pytest.raises(IndexDamagedError, match=r"the array t_texts\.starts does not fit t_texts"):
        ShortTexts(ArrayFile(tmp_path / "a"), "t")
