import time
from collections.abc import Iterator
from typing import Any

import pytest

from annotary import Client, errors
from annotary.models import NewSampleLine

from .conftest import Connect
from .support.proxy import Proxy


def name_samples(count: int) -> Iterator[dict[str, Any]]:
    return ({"name": f"{number:06}.jpg", "metadata": {"number": number}} for number in range(count))


def test_lists_all_pages_in_order(client: Client, dataset: str) -> None:
    client.samples.upload(dataset, name_samples(25)).finish()
    rows = client.samples.list(dataset, per_page=10)
    assert [row.name for row in rows] == [f"{number:06}.jpg" for number in range(25)]
    assert [len(page) for page in rows.pages()] == [10, 10, 5]
    first = rows.first()
    assert first is not None
    assert first.name == "000000.jpg"


def test_lists_numbered_pages_to_their_end(client: Client, dataset: str) -> None:
    client.datasets.clone(dataset, name=f"{dataset.split('/')[1]}-clone")
    names = [row.full_name for row in client.datasets.list_mine(per_page=1)]
    assert f"{dataset}-clone" in names
    assert len(names) == len(set(names)) >= 2


def test_requests_a_page_only_when_its_first_row_is_taken(client: Client, dataset: str) -> None:
    client.samples.upload(dataset, name_samples(20)).finish()
    rows = iter(client.samples.list(dataset, per_page=10))
    taken = [next(rows).name for _ in range(10)]
    last = client.samples.create(dataset, name="000000.zzz")
    rest = [row.name for row in rows]
    assert taken[-1] == "000009.jpg"
    assert len(rest) == 10
    assert last.name not in rest


@pytest.mark.parametrize("taken", [1, 10, 11])
def test_requests_at_most_one_page_ahead(
    connect: Connect, client: Client, dataset: str, proxy: Proxy, taken: int
) -> None:
    client.samples.upload(dataset, name_samples(50)).finish()
    rows = iter(connect(proxy.url).samples.list(dataset, per_page=10))
    names = [next(rows).name for _ in range(taken)]
    # Time for a request that should not be there.
    time.sleep(0.3)
    assert len(proxy.requests) <= (1 if taken <= 10 else 3)
    names += [row.name for row in rows]
    assert names == [f"{number:06}.jpg" for number in range(50)]
    assert len(proxy.requests) == 5


def test_raises_the_error_of_a_page_that_was_requested_ahead(
    connect: Connect, client: Client, dataset: str, proxy: Proxy
) -> None:
    client.samples.upload(dataset, name_samples(50)).finish()
    proxy.faults = ["pass", "pass", "throttle_long"]
    with pytest.raises(errors.ApiError):
        list(connect(proxy.url).samples.list(dataset, per_page=10))
    assert proxy.faults == []


def test_lists_named_fields_alone(client: Client, dataset: str) -> None:
    client.samples.upload(dataset, name_samples(3)).finish()
    assert client.samples.list_fields(dataset, ["name"], sort="-name").first() == {"name": "000002.jpg"}


def test_reports_each_line_of_an_upload_by_its_number(client: Client, dataset: str, box: dict[str, Any]) -> None:
    lines: list[Any] = [
        NewSampleLine.model_validate({"name": "a", "label": {"label_status": "LABELED", "attributes": box}}),
        {"name": "b", "priority": "high"},
        {"name": "a"},
    ]
    upload = client.samples.upload(dataset, lines, lines_per_request=2)
    assert [(result.line, result.status) for result in upload] == [(1, "created"), (2, "error"), (3, "existing")]
    assert (upload.sums.created, upload.sums.existing, upload.sums.failed) == (1, 1, 1)


def test_takes_lines_of_an_upload_at_the_pace_of_the_reader(client: Client, dataset: str) -> None:
    taken: list[int] = []

    def follow() -> Iterator[dict[str, Any]]:
        for number, line in enumerate(name_samples(100)):
            taken.append(number)
            yield line

    results = iter(client.samples.upload(dataset, follow(), lines_per_request=10))
    next(results)
    assert len(taken) == 10


def test_calls_progress_after_each_request(client: Client, dataset: str) -> None:
    calls: list[tuple[int, int | None]] = []
    client.samples.upload(
        dataset, name_samples(5), lines_per_request=2, progress=lambda done, total: calls.append((done, total))
    ).finish()
    assert calls == [(2, None), (4, None), (5, None)]


def test_changes_only_the_arguments_that_are_given(client: Client, dataset: str) -> None:
    sample = client.samples.create(dataset, name="a", priority=5, assigned_labeler="admin")
    changed = client.samples.update(sample.uuid, assigned_labeler=None)
    assert (changed.priority, changed.assigned_labeler) == (5, None)


def test_creates_all_samples_of_a_list_or_none(client: Client, dataset: str) -> None:
    with pytest.raises(errors.InvalidInput) as caught:
        client.samples.create_many(dataset, [{"name": "a"}, {"name": ""}])
    assert caught.value.errors[0]["pointer"] == "/1/name"
    assert client.samples.list(dataset).first() is None
