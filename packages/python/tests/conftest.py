"""One server for all tests, and both clients for each of them."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from annotary import AsyncClient, Client

from .support.driven import drive
from .support.proxy import Proxy, open_proxy
from .support.server import KEY, Server, start_server

Connect = Callable[..., Client]

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = start_server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="session", params=["sync", "async"])
def connect(request: pytest.FixtureRequest, server: Server) -> Iterator[Connect]:
    """Make clients of one kind."""
    loop = asyncio.new_event_loop()

    def make(url: str = server.url, **options: Any) -> Client:
        if request.param == "sync":
            clients.append(client := Client(url, KEY, **options))
            return client
        clients.append(client := drive(AsyncClient(url, KEY, **options), loop))
        return client

    clients: list[Client] = []
    yield make
    for client in clients:
        client.close()
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@pytest.fixture(scope="session")
def client(connect: Connect) -> Client:
    return connect()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with open_proxy(server.url) as proxy:
        yield proxy


@pytest.fixture
def dataset(client: Client) -> str:
    """An empty dataset of boxes."""
    created = client.datasets.create(
        name=f"street-{next(_numbers)}",
        category="street_scenery",
        task_type="bboxes",
        task_attributes={
            "format_version": "0.1",
            "categories": [{"id": 1, "name": "car"}, {"id": 2, "name": "person"}],
        },
    )
    return created.full_name


@pytest.fixture
def box() -> dict[str, Any]:
    """The attributes of a label."""
    return {"annotations": [{"id": 1, "category_id": 1, "type": "bbox", "points": [[10, 20], [110, 80]]}]}
