import pickle
from typing import Any

import httpx
import pytest

from annotary import ApiError, Client, errors
from problems import Row, read_rows

ROWS = read_rows()


def answer(status: int, body: Any, headers: dict[str, str] | None = None) -> Client:
    def respond(_request: httpx.Request) -> httpx.Response:
        content: dict[str, Any] = {"text": body} if isinstance(body, str) else {"json": body}
        return httpx.Response(status, headers=headers, **content)

    return Client("http://server", retries=0, http_client=httpx.Client(transport=httpx.MockTransport(respond)))


def test_reads_the_whole_list_of_codes() -> None:
    assert len(ROWS) > 100
    assert {row.code for row in ROWS} == errors.ERRORS.keys()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_raises_the_class_of_each_code(row: Row) -> None:
    with pytest.raises(ApiError) as caught:
        answer(row.status, {"code": row.code, "detail": "No."}).users.me()
    assert type(caught.value).__name__ == ("ApiError" if row.type == "ApiProblem" else row.type)
    assert (caught.value.status, caught.value.code, str(caught.value)) == (row.status, row.code, "No.")


def test_keeps_the_facts_of_an_error() -> None:
    body = {"code": "quota_exceeded", "detail": "Full.", "status": 402, "title": "Quota", "limit": 10, "used": 10}
    with pytest.raises(errors.QuotaExceeded) as caught:
        answer(402, body, {"x-request-id": "r1", "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}).users.me()
    assert caught.value.members == {"limit": 10, "used": 10}
    assert caught.value.request_id == "r1"
    assert caught.value.retry_after == 0
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, copy.members, copy.request_id, str(copy)) == (
        "quota_exceeded",
        {"limit": 10, "used": 10},
        "r1",
        "Full.",
    )


def test_names_an_error_of_a_later_server_by_its_status() -> None:
    with pytest.raises(ApiError) as caught:
        answer(418, {"code": "brewing", "detail": "Wait."}).users.me()
    assert type(caught.value) is ApiError
    assert caught.value.code == "brewing"


@pytest.mark.parametrize("body", ["<html>", "[]", '{"code": 7, "detail": null}', ""])
def test_names_an_error_of_a_gateway_by_its_status(body: str) -> None:
    with pytest.raises(ApiError) as caught:
        answer(502, body).users.me()
    assert (caught.value.code, str(caught.value)) == ("http_502", "The server responded with status 502.")
