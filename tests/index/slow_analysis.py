"""Analysis in a worker process that takes long, and then leaves a trace."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

TRACE = "TWEETCTX_TEST_TRACE"
SECONDS = 8


def analyze(_portions: Sequence[object]) -> NoReturn:
    time.sleep(SECONDS)
    Path(os.environ[TRACE]).touch()
    raise SystemExit
