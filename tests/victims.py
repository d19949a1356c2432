"""Calls of the package in processes that are killed; not a conftest.py.

A process that has imported and compiled everything forks one for each call, so that a kill costs milliseconds.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

_VARIABLES = ("TWEETCTX_INDEXES",)


@dataclass
class Victims:
    """Sends calls to the process."""

    stdin: IO[str]
    stdout: IO[str]

    def warm(self, function: str, *arguments: Path | str, **options: Any) -> None:
        """Calls `module:function`, which leaves what it loads to later calls."""
        self._call(function, arguments, options, fork=False)

    def time(self, function: str, *arguments: Path | str, **options: Any) -> float:
        """Makes a call that is left alone; returns the seconds that it takes."""
        return float(self._call(function, arguments, options, after=600.0)["seconds"])

    def kill(self, after: float, function: str, *arguments: Path | str, **options: Any) -> bool:
        """Makes a call that gets SIGKILL after so many seconds; returns whether it had ended before."""
        return bool(self._call(function, arguments, options, after=after)["ended"])

    def _call(
        self, function: str, arguments: Any, options: Any, *, fork: bool = True, after: float = 0.0
    ) -> dict[str, Any]:
        named = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
        call = {"function": function, "arguments": [*map(str, arguments)], "options": options}
        self.stdin.write(json.dumps({**call, "variables": named, "fork": fork, "after": after}) + "\n")
        self.stdin.flush()
        answer: dict[str, Any] = json.loads(self.stdout.readline())
        assert answer["status"] in (0, signal.SIGKILL), answer
        return answer


@contextmanager
def victims() -> Iterator[Victims]:
    command = [sys.executable, __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        yield Victims(process.stdin, process.stdout)


def _run(call: dict[str, Any]) -> None:
    os.environ.update(call["variables"])
    module, _, name = call["function"].partition(":")
    arguments = [Path(text) if text.startswith("/") else text for text in call["arguments"]]
    made = getattr(import_module(module), name)(*arguments, **call["options"])
    if isinstance(made, Iterator):
        for _ in made:
            pass


def _in_child(call: dict[str, Any]) -> int:
    """Returns the status of a process that makes the call, and is killed in time."""
    child = os.fork()
    if not child:
        try:
            _run(call)
        except BaseException as error:
            sys.stderr.write(f"{error!r}\n")
            os._exit(1)
        os._exit(0)
    end = time.monotonic() + call["after"]
    while True:
        if (found := os.waitpid(child, os.WNOHANG))[0]:
            return found[1]
        if time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1]
        time.sleep(0.0005)


if __name__ == "__main__":
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        asked, begun = json.loads(line), time.monotonic()
        status = 0
        if asked["fork"]:
            status = _in_child(asked)
        else:
            _run(asked)
        answer = {"seconds": time.monotonic() - begun, "status": status, "ended": status == 0}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
