"""The client sends what the OpenAPI document says, for every operation."""

import asyncio
import inspect
import re
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

from annotary import AsyncClient, Client
from document import METHODS, load_document
from operations import LEFT_OUT, WITHOUT, to_snake

DOCUMENT = load_document()
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    item[method]["operationId"]: (method, path, item[method])
    for path, item in DOCUMENT["paths"].items()
    for method in METHODS
    if method in item
}
COVERED = sorted(OPERATIONS.keys() - LEFT_OUT.keys())


class SentError(Exception):
    """Carries the request that a call sent."""

    def __init__(self, request: httpx.Request) -> None:
        super().__init__(request.url.path)
        self.request = request


def send(request: httpx.Request) -> httpx.Response:
    raise SentError(request)


SYNC = Client("http://server", "key", http_client=httpx.Client(transport=httpx.MockTransport(send)))
ASYNC = AsyncClient("http://server", "key", http_client=httpx.AsyncClient(transport=httpx.MockTransport(send)))


def find_method(client: Client | AsyncClient, operation_id: str) -> Any:
    group, name = operation_id.split(".")
    return getattr(getattr(client, to_snake(group), None), to_snake(name), None)


def make_arguments(method: Any) -> tuple[list[Any], dict[str, Any]]:
    """Give each argument a value."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            named[name] = "value"
        elif name == "items":
            positional.append([{}])
        else:
            positional.append("owner/name" if name == "dataset" else "segment")
    return positional, named


def call_sync(operation_id: str) -> httpx.Request:
    method = find_method(SYNC, operation_id)
    positional, named = make_arguments(method)
    with pytest.raises(SentError) as caught:
        list(method(*positional, **named))
    return caught.value.request


def call_async(operation_id: str) -> httpx.Request:
    method = find_method(ASYNC, operation_id)
    positional, named = make_arguments(method)

    async def run() -> None:
        result: Any = method(*positional, **named)
        if inspect.isawaitable(result):
            await result
        else:
            await anext(aiter(result))

    with pytest.raises(SentError) as caught:
        asyncio.run(run())
    return caught.value.request


@pytest.mark.parametrize("call", [call_sync, call_async], ids=["sync", "async"])
@pytest.mark.parametrize("operation_id", COVERED)
def test_sends_what_the_document_says(operation_id: str, call: Any) -> None:
    method, path, operation = OPERATIONS[operation_id]
    request: httpx.Request = call(operation_id)
    parameters = operation.get("parameters", [])
    headers = {entry["name"].lower() for entry in parameters if entry["in"] == "header"} - {"annotary-lines"}
    query = {entry["name"] for entry in parameters if entry["in"] == "query"}
    assert request.method == method.upper()
    assert re.fullmatch(re.sub(r"\{\w+\}", r"(segment|value|owner|name)", path), request.url.path)
    assert {name for name, _ in parse_qsl(request.url.query.decode())} == {
        name for name in query if WITHOUT.get(name) not in ("*", operation_id)
    }
    assert {name for name in ("if-match", "if-none-match", "idempotency-key") if name in request.headers} == headers
    assert list_sent_members(request) == list_members(operation)


def list_sent_members(request: httpx.Request) -> set[str]:
    return set(re.findall(r'"(\w+)":', request.content.decode()))


def list_members(operation: dict[str, Any]) -> set[str]:
    contents = operation.get("requestBody", {}).get("content", {})
    schema = contents.get("application/json", {}).get("schema", {})
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return set(schema.get("properties", {}))


@pytest.mark.parametrize("operation_id", sorted(LEFT_OUT))
def test_leaves_out_only_operations_that_exist_and_have_no_method(operation_id: str) -> None:
    assert operation_id in OPERATIONS
    assert find_method(SYNC, operation_id) is None
    assert find_method(ASYNC, operation_id) is None
    assert LEFT_OUT[operation_id] != ""
