"""Word classes from the bigrams of a collection (Brown et al. 1992): finding, writing and reading them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tweetctx.classes.files import TermClasses, read_classes, write_classes

if TYPE_CHECKING:
    from tweetctx.classes.brown import Bigrams, Merge, brown_classes
    from tweetctx.classes.train import TrainProgress, TrainReport, classes_of_index, train_classes

__all__ = [
    "Bigrams",
    "Merge",
    "TermClasses",
    "TrainProgress",
    "TrainReport",
    "brown_classes",
    "classes_of_index",
    "read_classes",
    "train_classes",
    "write_classes",
]


def __getattr__(name: str) -> Any:
    """Imports what finds classes when it is first used, as reading classes does not need it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "brown" if name in ("Bigrams", "Merge", "brown_classes") else "train"
    return getattr(import_module(f"{__name__}.{module}"), name)
