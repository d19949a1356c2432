"""Where the files that come with tweetctx lie: inside the package where it is installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tweetctx.runtime.checksums import checksum

PACKAGE: Final = Path(__file__).parents[1]
_INSTALLED: Final = PACKAGE / "models"
MODELS: Final = _INSTALLED if _INSTALLED.is_dir() else PACKAGE.parent / "models"
DEMONSTRATION: Final = (PACKAGE / "corpus" / "demo", PACKAGE.parent / "corpus")
_TRAINED: Final = ("linker.json", "sentences.json", "hashtags.toml")


def trained_models() -> dict[str, str]:
    """Checksums of the trained models on which contexts depend, by the names of their files."""
    return {name: checksum((MODELS / name).read_bytes()) for name in _TRAINED if (MODELS / name).exists()}
