"""`tweetctx serve` before anything is served."""

import sys

import pytest
from typer.testing import CliRunner

from tweetctx.errors import ServiceError
from tweetctx.interfaces.commands.app import app


@pytest.mark.parametrize("library", ["uvicorn", "starlette", "prometheus_client"])
def test_a_missing_library_is_told_before_anything_starts(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = CliRunner().invoke(app, ["serve"])
    assert isinstance(result.exception, ServiceError)
    assert str(result.exception) == f'{library} is not installed; pip install ".[serve]" in a clone of the source'
    assert result.output == ""
