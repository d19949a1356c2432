"""Services on the demonstration index, and clients of them in this process."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tweetctx.interfaces.service.app import Service
from tweetctx.interfaces.service.keys import read_keys
from tweetctx.interfaces.service.settings import Settings


@pytest.fixture(scope="module")
def serve(demo_index: Path) -> Iterator[Callable[..., TestClient]]:
    """Starts services with settings of their own, which end with the module."""
    with ExitStack() as stack:

        def start(*, wait: bool = True, **settings: Any) -> TestClient:
            chosen = Settings(**{"index": str(demo_index), **settings})
            service = Service(chosen, read_keys(chosen.api_keys))
            client = stack.enter_context(TestClient(service.app, raise_server_exceptions=False))
            vars(client)["service"] = service
            for _ in range(6000 if wait else 0):  # compiling takes minutes on a busy machine
                if client.get("/v1/ready").status_code == 200:
                    break
                time.sleep(0.05)
            return client

        yield start


@pytest.fixture(scope="module")
def client(serve: Callable[..., TestClient]) -> TestClient:
    """A service with the settings that it has by default."""
    return serve()
