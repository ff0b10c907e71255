"""Requests, and when they are sent again."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, cast
from urllib.parse import quote, urlencode, urljoin
from uuid import uuid4

from annotary._problem import ApiError, ConnectionFailed
from annotary._values import format_instant, omit, write_json
from annotary._version import __version__

Repeat = Literal["always", "keyed", "never"]


@dataclass(frozen=True)
class Lines:
    """A body of NDJSON. Its number of lines is sent as well, so that the server notices missing ones."""

    content: bytes
    count: int


@dataclass(frozen=True)
class Call:
    """A request of an operation. Members with the value `omit` are not sent."""

    method: str
    path: str
    """Below the base URL, or the URL of a response."""
    repeat: Repeat = "always"
    """Whether the request may be sent again when its response was lost; `keyed`: with an Idempotency-Key."""
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: Any = omit
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    if_match: str | None = None
    if_none_match: str | None = None
    idempotency_key: str | None = None

    def with_query(self, **query: Any) -> "Call":
        """Return the call with further parameters."""
        return replace(self, query={**self.query, **query})


@dataclass(frozen=True)
class Settings:
    """The server, the key, and when a request is sent again."""

    base_url: str
    api_key: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    retries: int = 3
    """The number of times that a request is sent again; 0 for none."""
    first_wait: float = 0.25
    """Maximum seconds before the first retry, doubled before each further one."""
    longest_wait: float = 30.0
    """Maximum seconds. A request is not sent again when the server asks for more."""
    exact_numbers: bool = False
    """Whether numbers with a fraction in free JSON are read as Decimal, with all digits."""


@dataclass(frozen=True)
class Request:
    """What is sent."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    repeatable: bool


def make_request(call: Call, settings: Settings) -> Request:
    """Make the request of a call. Its key is the same at each attempt."""
    headers = {"User-Agent": f"annotary-python/{__version__}", **settings.headers, **call.headers}
    if settings.api_key is not None:
        headers["Authorization"] = f"APIKey {settings.api_key}"
    if call.if_match is not None:
        headers["If-Match"] = call.if_match if call.if_match in ("*", "") else f'"{call.if_match}"'
    if call.if_none_match is not None:
        headers["If-None-Match"] = call.if_none_match
    if call.repeat == "keyed" and (call.idempotency_key is not None or settings.retries > 0):
        headers["Idempotency-Key"] = call.idempotency_key or uuid4().hex
    content = None
    if isinstance(call.body, Lines):
        content = call.body.content
        headers |= {"Content-Type": "application/x-ndjson", "annotary-lines": str(call.body.count)}
    elif call.body is not omit:
        content = write_json(drop_omitted(call.body))
        headers["Content-Type"] = "application/json"
    query = format_query(call.query)
    return Request(
        call.method,
        settings.base_url.rstrip("/") + call.path + (f"?{query}" if query else ""),
        headers,
        content,
        is_repeatable(call, headers),
    )


def make_url_request(url: str, settings: Settings, headers: Mapping[str, str]) -> Request:
    """Make a request for a URL of a response. Such URLs have their own tokens, so that the key is not sent."""
    sent = {"User-Agent": f"annotary-python/{__version__}", **settings.headers, **headers}
    return Request("GET", urljoin(settings.base_url, url), sent, None, repeatable=True)


def is_repeatable(call: Call, headers: Mapping[str, str]) -> bool:
    """Whether the request may be sent again."""
    # A repeated conditional change would fail because the first attempt has changed the version.
    is_conditional = call.if_match is not None or call.if_none_match is not None
    if call.method in ("PUT", "DELETE") and is_conditional:
        return False
    return call.repeat == "always" or (call.repeat == "keyed" and "Idempotency-Key" in headers)


def compute_wait(settings: Settings, attempt: int, error: Exception) -> float | None:
    """Return the seconds to wait before the next attempt, or None if there is none. Attempts count from 0."""
    if attempt >= settings.retries:
        return None
    if isinstance(error, ApiError):
        if error.status not in (429, 503) or (error.retry_after or 0) > settings.longest_wait:
            return None
        requested = error.retry_after or 0.0
    elif isinstance(error, ConnectionFailed):
        requested = 0.0
    else:
        return None
    # Full jitter, so that many clients do not return at once.
    most = min(settings.longest_wait, settings.first_wait * 2**attempt)
    return requested + random.uniform(0, most)


def drop_omitted(body: Any) -> Any:
    """Return the members of an object that are sent. Other bodies stay as they are."""
    if not isinstance(body, dict):
        return body
    members = cast("dict[str, Any]", body)
    return {name: value for name, value in members.items() if value is not omit}


def format_query(parameters: Mapping[str, Any]) -> str:
    """Write query parameters: switches as 1 and 0."""
    pairs = {
        name: format_parameter(value) for name, value in parameters.items() if value is not omit and value is not None
    }
    return urlencode(pairs)


def format_parameter(value: Any) -> str:
    """Write the value of a query parameter."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime):
        return format_instant(value)
    return str(value)


def encode(segment: str) -> str:
    """Encode a segment of a path. Raise a ValueError for those that would change the address."""
    if segment in ("", ".", ".."):
        raise ValueError(f"{segment!r} cannot stand in a path.")
    return quote(segment, safe="")


def encode_dataset(dataset: str) -> str:
    """Encode the full name of a dataset, `owner/name`."""
    parts = dataset.split("/")
    if len(parts) != 2:
        raise ValueError(f"{dataset!r} is not the full name of a dataset, which is owner/name.")
    return "/".join(encode(part) for part in parts)
