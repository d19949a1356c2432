"""The commands that train have the defaults of the library."""

from dataclasses import asdict
from typing import Any

import pytest
from typer.main import get_command

from tweetctx.interfaces.commands.app import app
from tweetctx.scoring.topics import TopicSettings
from tweetctx.training.linker import TrainingOptions
from tweetctx.training.phrases import PhraseSettings
from tweetctx.training.sentences import SentenceOptions


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("linker", TrainingOptions()),
        ("sentences", SentenceOptions()),
        ("topics", TopicSettings()),
        ("phrases", PhraseSettings()),
    ],
)
def test_a_command_trains_as_the_library_does(name: str, settings: Any) -> None:
    training: Any = get_command(app)
    command = training.commands["train"].commands[name]
    defaults = {parameter.name: parameter.default for parameter in command.params}
    expected = asdict(settings)
    assert {option: defaults[option] for option in expected} == expected
