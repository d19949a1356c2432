"""Where the data that come with tweetctx lie: inside the package where it is installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
_INSTALLED: Final = _PACKAGE / "models"
MODELS: Final = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "models"
