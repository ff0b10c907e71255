import asyncio
import inspect
import threading
import time
from typing import Any

import pytest

from annotary import AsyncClient, Client, errors
from annotary._async.work import AsyncOpenClaim
from annotary._work import Work

from .conftest import Connect
from .support.server import KEY, Server


def add_samples(client: Client, dataset: str, count: int) -> None:
    client.samples.create_many(dataset, [{"name": f"{number}.jpg"} for number in range(count)])


def test_submits_all_samples_of_a_queue_and_ends(client: Client, dataset: str, box: dict[str, Any]) -> None:
    add_samples(client, dataset, 3)
    names: list[str] = []
    for claim in client.queue.work(dataset):
        names.append(claim.sample.name)
        claim.submit(attributes=box, time=1000)
    assert sorted(names) == ["0.jpg", "1.jpg", "2.jpg"]
    assert client.datasets.get(dataset).label_stats.LABELED == 3


def test_reviews_and_skips(client: Client, dataset: str, box: dict[str, Any]) -> None:
    add_samples(client, dataset, 3)
    client.datasets.update(dataset, enable_save_button=True)
    for claim in client.queue.work(dataset):
        claim.save(attributes=box)
        claim.submit(attributes=box)
    with client.queue.work(dataset, "reviewing") as work:
        for number, claim in enumerate(work):
            assert claim.label is not None
            if number == 0:
                claim.reject(comment="Too small")
                work.stop()
            else:
                claim.accept(rating=5)
    for claim in client.queue.work(dataset):
        claim.skip()
    stats = client.datasets.get(dataset).label_stats
    assert (stats.SKIPPED, stats.LABELED) == (1, 2)


def test_releases_the_claim_of_a_block_that_fails(client: Client, dataset: str) -> None:
    add_samples(client, dataset, 1)
    with pytest.raises(ZeroDivisionError), client.queue.work(dataset) as work:
        for _claim in work:
            raise ZeroDivisionError
    assert client.queue.claims(dataset) == []


def test_releases_the_claim_of_a_loop_that_fails_without_a_block(connect: Connect, dataset: str) -> None:
    client = connect()
    add_samples(client, dataset, 1)
    with pytest.raises(ZeroDivisionError):
        for _claim in client.queue.work(dataset):
            raise ZeroDivisionError
    assert client.queue.claims(dataset) == []


def test_releases_the_claim_of_an_asynchronous_loop_that_fails(server: Server, client: Client, dataset: str) -> None:
    add_samples(client, dataset, 1)

    async def run() -> None:
        async with AsyncClient(server.url, KEY) as own:
            with pytest.raises(ZeroDivisionError):
                async for _claim in own.queue.work(dataset):
                    raise ZeroDivisionError
            # The event loop closes the iterator in a task.
            for _ in range(100):
                if not await own.queue.claims(dataset):
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("The claim is still open.")

    asyncio.run(run())


def test_releases_the_claim_of_a_task_that_is_cancelled(server: Server, client: Client, dataset: str) -> None:
    add_samples(client, dataset, 1)

    async def run() -> None:
        async with AsyncClient(server.url, KEY) as own:
            begun = asyncio.Event()

            async def work() -> None:
                async with own.queue.work(dataset) as worker:
                    async for _claim in worker:
                        begun.set()
                        await asyncio.sleep(60)

            task = asyncio.create_task(work())
            await begun.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await own.queue.claims(dataset) == []

    asyncio.run(run())


def test_ends_with_an_error_when_the_body_leaves_a_claim_open(client: Client, dataset: str) -> None:
    add_samples(client, dataset, 1)
    rounds = 0
    with pytest.raises(errors.UnfinishedClaim):
        for _claim in client.queue.work(dataset):
            rounds += 1
    assert rounds == 1
    assert client.queue.claims(dataset) == []


def test_goes_on_after_a_claim_that_was_released_in_the_body(client: Client, dataset: str, box: dict[str, Any]) -> None:
    add_samples(client, dataset, 1)
    work = client.queue.work(dataset)
    released = False
    for claim in work:
        if released:
            claim.submit(attributes=box)
        else:
            claim.release()
            released = True
    assert client.datasets.get(dataset).label_stats.LABELED == 1


def test_goes_on_after_a_claim_that_was_lost(client: Client, dataset: str, box: dict[str, Any]) -> None:
    add_samples(client, dataset, 2)
    lost: list[bool] = []
    for claim in client.queue.work(dataset):
        if not lost:
            client.claims.give_back(claim.claimed.claim_id)
            with pytest.raises(errors.Conflict):
                claim.submit(attributes=box)
        else:
            claim.submit(attributes=box)
        lost.append(claim.lost)
    assert lost == [True, False, False]


def test_renews_the_lease_in_a_thread(
    server: Server, dataset: str, box: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotary._sync.work.RENEWALS_PER_LEASE", 100)
    with Client(server.url, KEY) as own:
        add_samples(own, dataset, 1)
        for claim in own.queue.work(dataset, lease_seconds=30):
            time.sleep(1)
            renewed = own.claims.get(claim.claimed.claim_id).expires_at
            claim.submit(attributes=box)
            assert (renewed - claim.claimed.expires_at).total_seconds() > 0.5


def test_renews_the_lease_in_a_task(
    server: Server, client: Client, dataset: str, box: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotary._async.work.RENEWALS_PER_LEASE", 100)
    add_samples(client, dataset, 1)

    async def run() -> None:
        async with AsyncClient(server.url, KEY) as own:
            async for claim in own.queue.work(dataset, lease_seconds=30):
                await asyncio.sleep(1)
                renewed = (await own.claims.get(claim.claimed.claim_id)).expires_at
                await claim.submit(attributes=box)
                assert (renewed - claim.claimed.expires_at).total_seconds() > 0.5

    asyncio.run(run())


def test_a_stopped_worker_ends_while_it_waits_for_samples(server: Server, dataset: str) -> None:
    with Client(server.url, KEY) as own:
        work = own.queue.work(dataset, poll_seconds=60)
        threading.Timer(0.3, work.stop).start()
        begun = time.monotonic()
        assert list(work) == []
        assert time.monotonic() - begun < 10


def test_waits_for_samples_that_come_later(server: Server, client: Client, dataset: str, box: dict[str, Any]) -> None:
    with Client(server.url, KEY) as own, own.queue.work(dataset, poll_seconds=0.1) as work:
        threading.Timer(0.3, add_samples, [own, dataset, 1]).start()
        for claim in work:
            claim.submit(attributes=box)
            work.stop()
    assert client.datasets.get(dataset).label_stats.LABELED == 1


def test_takes_the_arguments_of_the_operation() -> None:
    parameters = inspect.signature(AsyncClient("http://server").claims.submit).parameters
    assert Work.__annotations__.keys() == parameters.keys() - {"claim"}
    assert {"submit", "skip", "accept", "reject", "save", "release"} <= set(dir(AsyncOpenClaim))
