"""What happens when the connection or the server fails."""

import pytest

from annotary import Client, errors

from .conftest import Connect
from .support.proxy import Fault, Proxy


@pytest.mark.parametrize("fault", ["lose_response", "cut_response", "busy", "throttle"])
def test_creates_one_sample_though_the_first_response_fails(
    connect: Connect, client: Client, dataset: str, proxy: Proxy, fault: Fault
) -> None:
    proxy.faults = [fault]
    sample = connect(proxy.url).samples.create(dataset, name="a")
    assert len(proxy.requests) == 2
    assert [row.uuid for row in client.samples.list(dataset)] == [sample.uuid]


def test_repeats_a_request_with_the_same_key(connect: Connect, dataset: str, proxy: Proxy) -> None:
    proxy.faults = ["lose_response"]
    connect(proxy.url).samples.create(dataset, name="a")
    keys = [line for request in proxy.requests for line in request.split(b"\r\n") if b"idempotency-key" in line.lower()]
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_gives_the_first_result_again_for_a_key_of_the_caller(client: Client, dataset: str) -> None:
    key = f"import-{dataset}"
    first = client.samples.create(dataset, name="a", idempotency_key=key)
    assert client.samples.create(dataset, name="a", idempotency_key=key).uuid == first.uuid
    with pytest.raises(errors.Conflict) as caught:
        client.samples.create(dataset, name="b", idempotency_key=key)
    assert caught.value.code == "idempotency_mismatch"


def test_does_not_repeat_a_list_of_new_samples(connect: Connect, client: Client, dataset: str, proxy: Proxy) -> None:
    proxy.faults = ["lose_response"]
    with pytest.raises(errors.ConnectionFailed):
        connect(proxy.url).samples.create_many(dataset, [{"name": "a"}])
    assert len(proxy.requests) == 1
    assert client.samples.list(dataset).first() is not None


def test_does_not_repeat_a_conditional_change(connect: Connect, client: Client, dataset: str, proxy: Proxy) -> None:
    sample = client.samples.create(dataset, name="a").uuid
    version = client.labels.put(sample, attributes={"annotations": []}).version
    proxy.faults = ["lose_response"]
    with pytest.raises(errors.ConnectionFailed):
        connect(proxy.url).labels.put(sample, attributes={"annotations": []}, rating=2, if_match=version)
    assert len(proxy.requests) == 1


def test_reports_lines_as_existing_when_the_results_were_lost(connect: Connect, dataset: str, proxy: Proxy) -> None:
    proxy.faults = ["lose_response"]
    sums = connect(proxy.url).samples.upload(dataset, [{"name": "a"}, {"name": "b"}]).finish()
    assert (sums.created, sums.existing) == (0, 2)


def test_ends_after_its_retries(connect: Connect, proxy: Proxy) -> None:
    proxy.faults = ["busy"] * 9
    with pytest.raises(errors.ApiError) as caught:
        connect(proxy.url, retries=2).users.me()
    assert (caught.value.status, caught.value.code) == (503, "http_503")
    assert len(proxy.requests) == 3


def test_does_not_wait_longer_than_its_limit(connect: Connect, proxy: Proxy) -> None:
    proxy.faults = ["throttle_long"]
    with pytest.raises(errors.ApiError) as caught:
        connect(proxy.url).users.me()
    assert caught.value.retry_after == 3600
    assert len(proxy.requests) == 1


def test_sends_a_request_once_without_retries(connect: Connect, dataset: str, proxy: Proxy) -> None:
    proxy.faults = ["lose_response"]
    with pytest.raises(errors.ConnectionFailed):
        connect(proxy.url).with_options(retries=0).samples.create(dataset, name="a")
    assert len(proxy.requests) == 1
    assert b"idempotency-key" not in proxy.requests[0].lower()


def test_fails_where_nothing_listens(connect: Connect) -> None:
    with pytest.raises(errors.ConnectionFailed) as caught:
        connect("http://127.0.0.1:9", retries=0).users.me()
    assert caught.value.code == "connection_failed"
