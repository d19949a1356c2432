"""The number of examples that a property is tried on."""

from hypothesis import settings


def examples(number: int) -> settings:
    """Settings for so many examples in a thorough run, and a fifth of them, at least five, in a quick one."""
    return settings(max_examples=max(5, number * settings().max_examples // 100))
