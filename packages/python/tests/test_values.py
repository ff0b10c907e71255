from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import httpx
import pytest

from annotary import Client, ExactJson
from annotary._calls import Call, Settings, encode, encode_dataset, make_request, make_url_request
from annotary._pages import find_next
from annotary._values import write_json
from annotary.models import NewSample


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": Decimal("1.10"), "b": [Decimal("-0.0"), Decimal("1E+400")]}, '{"a":1.10,"b":[-0.0,1E+400]}'),
        ({"a": ExactJson('{"t": 1.0}'), "b": "é"}, '{"a":{"t": 1.0},"b":"é"}'),
        ({"a": 2**70}, '{"a":1180591620717411303424}'),
        (NewSample(name="a", priority=None), '{"name":"a","priority":null}'),
        (NewSample.model_validate({"name": "a", "later": {"x": Decimal("1.50")}}), '{"name":"a","later":{"x":1.50}}'),
        (datetime(2026, 1, 2, 3, 4, 5), '"2026-01-02T03:04:05.000000Z"'),
        (datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=2))), '"2026-01-01T22:00:00.000000Z"'),
    ],
)
def test_writes_json_with_all_digits(value: Any, text: str) -> None:
    assert write_json(value).decode() == text


@pytest.mark.parametrize("value", [float("nan"), Decimal("Infinity"), object()])
def test_refuses_what_json_cannot_say(value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        write_json({"a": value})


def test_refuses_exact_json_that_is_not_json() -> None:
    with pytest.raises(ValueError):
        ExactJson("{")


@pytest.mark.parametrize("segment", ["", ".", ".."])
def test_refuses_segments_that_change_an_address(segment: str) -> None:
    with pytest.raises(ValueError):
        encode(segment)


def test_encodes_segments() -> None:
    assert encode("a/b?c#d é") == "a%2Fb%3Fc%23d%20%C3%A9"
    assert encode_dataset("ada/cars 1") == "ada/cars%201"
    for name in ("cars", "a/b/c", "a/"):
        with pytest.raises(ValueError):
            encode_dataset(name)


def test_keeps_the_path_of_the_base_url() -> None:
    settings = Settings("https://example.com/annotary/", "key")
    assert make_request(Call("GET", "/user"), settings).url == "https://example.com/annotary/user"


def test_does_not_send_the_key_to_urls_of_responses() -> None:
    request = make_url_request("https://files.example.com/a", Settings("https://example.com", "key"), {})
    assert request.url == "https://files.example.com/a"
    assert "Authorization" not in request.headers


@pytest.mark.parametrize(
    ("query", "link", "count", "after"),
    [
        ({}, None, 999, None),
        ({}, None, 1000, {"page": 2}),
        ({"page": 2, "per_page": 10}, None, 10, {"page": 3, "per_page": 10}),
        ({"per_page": 5000}, None, 1000, {"per_page": 5000, "page": 2}),
        ({"before": "x", "per_page": 1}, None, 1, None),
        ({"q": "a"}, '</x/?cursor=b%20c&q=a>; rel="next"', 1, {"q": "a", "cursor": "b c"}),
        ({"q": "a"}, '</x/?cursor=b>; rel="prev"', 1, None),
    ],
)
def test_finds_the_next_page(query: dict[str, Any], link: str | None, count: int, after: dict[str, Any] | None) -> None:
    call = find_next(Call("GET", "/x/", query=query), link, count)
    sent = (
        None
        if call is None
        else {name: value for name, value in call.query.items() if name != "page" or isinstance(value, int)}
    )
    assert sent == after


def test_reads_members_and_values_of_a_later_server() -> None:
    body = {"uuid": "1", "name": "a", "status": "MELTED", "later": {"x": 1}, "description": "", "release_type": "JSON"}
    rest: dict[str, Any] = {
        "attributes": {},
        "status_info": None,
        "samples_count": 1,
        "sha256": None,
        "size_bytes": 2**60 + 1,
    }
    more = {"samples_sha256": None, "created_at": "2026-11-20T13:25:01.123456Z", "created_by": "jane"}

    def respond(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={**body, **rest, **more})

    client = Client("http://server", http_client=httpx.Client(transport=httpx.MockTransport(respond)))
    release = client.releases.get("ada/cars", "v1")
    assert (release.status, release.size_bytes) == ("MELTED", 2**60 + 1)
    assert release.model_extra == {"later": {"x": 1}}
    assert release.created_at == datetime(2026, 11, 20, 13, 25, 1, 123456, tzinfo=timezone.utc)
