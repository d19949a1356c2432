"""`tweetctx serve` before anything is served."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tweetctx.errors import ParameterError, ServiceError
from tweetctx.interfaces.commands.app import app


@pytest.mark.parametrize("library", ["uvicorn", "starlette", "prometheus_client"])
def test_a_missing_library_is_told_before_anything_starts(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = CliRunner().invoke(app, ["serve"])
    assert isinstance(result.exception, ServiceError)
    assert str(result.exception) == f'{library} is not installed; pip install ".[serve]" in a clone of the source'
    assert result.output == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--preset", "foo"], "preset: found 'foo', expected one of "),
        (["--api-keys", "none"], "none: cannot be read (No such file or directory); expected a readable file"),
        (["--api-keys", "keys"], "keys, line 2: found byte 0xe9 at column 2; expected text in UTF-8"),
        (["--api-keys", "empty"], "empty: found no key, expected one a line"),
        (["--api-keys", "letters"], "letters, line 2: found a key with letters beyond ASCII, expected ASCII alone"),
    ],
)
def test_a_service_that_cannot_start_does_not_listen(
    options: list[str],
    message: str,
    demo_index: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("keys").write_bytes(b"a\nk\xe9y\n")
    Path("letters").write_text("a\nkéy\n", "utf-8")
    Path("empty").write_bytes(b"# none\n\n")
    result = CliRunner().invoke(app, ["serve", "--index", str(demo_index), *options])
    assert isinstance(result.exception, ServiceError if "--api-keys" in options else ParameterError)
    assert str(result.exception).startswith(message)
    assert "listening" not in "".join(capfd.readouterr()) + result.output
