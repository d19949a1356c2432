"""Worker processes that are abandoned."""

import os
import struct
from contextlib import suppress
from threading import Thread
from typing import Any

from tweetctx.processes import end_with_parent, spawn


def abandon() -> None:
    """Raises in the block of a pool, one of whose workers has sent a part of a result."""
    with suppress(KeyboardInterrupt), spawn(1, end_with_parent) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        results: Any = pool._result_queue
        os.write(results._writer.fileno(), struct.pack("!i", 1000) + b"a part")
        raise KeyboardInterrupt


def test_a_pool_ends_though_a_worker_is_killed_while_it_sends_a_result() -> None:
    abandoning = Thread(target=abandon, daemon=True)
    abandoning.start()
    abandoning.join(60)
    assert not abandoning.is_alive()
