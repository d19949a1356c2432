"""Compiling ahead: every step runs, and leaves no file behind."""

import tempfile
from pathlib import Path

import pytest

from tweetctx.errors import IndexMissingError
from tweetctx.interfaces import warming
from tweetctx.scoring.presets import PRESETS


def test_every_preset_is_asked(demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "one.jsonl"
    source.write_text('{"id": "1", "title": "Zebra", "url": "", "text": "Zebras graze on the grassland of Africa."}\n')
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(warming, "demonstration_corpus", lambda: [source])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    shown: list[tuple[int, int, str]] = []
    warming.warm_up(str(demo_index), lambda *step: shown.append(step))
    assert [number for number, _, _ in shown] == list(range(len(shown)))
    assert {total for _, total, _ in shown} == {len(shown)}
    told = [what for _, _, what in shown]
    assert told[0] == "building"
    assert {f"asking {preset}" for preset in PRESETS} | {"adding", "merging", f"asking {demo_index}"} <= set(told)
    assert not [*(tmp_path / "temporary").iterdir()]


def test_an_index_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        warming.warm_up(str(tmp_path / "gone"))
