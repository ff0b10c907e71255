"""Sends requests, and sends them again where that is safe."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter

from annotary._calls import Call, Request, Settings, compute_wait, make_request, make_url_request
from annotary._problem import AnnotaryError, read_problem, to_connection_failed
from annotary._sync.platform import sleep
from annotary._values import read_json
from annotary.errors import ERRORS

T = TypeVar("T")


class Transport:
    """A connection pool with settings."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def send(self, call: Call) -> httpx.Response:
        """Send a request, and return the response after its whole body was read."""
        return self._send(make_request(call, self.settings), whole=True)

    def read(self, shape: type[T], call: Call) -> T:
        """Return the JSON of a response."""
        return self.parse(shape, self.send(call))

    def read_any(self, shape: Any, call: Call) -> Any:
        """Return the JSON of a response that has one of several types."""
        return self.parse(shape, self.send(call))

    def read_bytes(self, call: Call) -> bytes:
        """Return the body of a response."""
        return (self.send(call)).content

    def read_text(self, call: Call) -> str:
        """Return the text of a response."""
        return (self.send(call)).text

    def read_lines(self, call: Call) -> Iterator[dict[str, Any]]:
        """Return the lines of a response while they arrive."""
        response = self._send(make_request(call, self.settings), whole=False)
        try:
            for line in response.iter_lines():
                if line:
                    yield read_json(line, exact=self.settings.exact_numbers)
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        finally:
            response.close()

    @contextmanager
    def open_url(self, url: str, headers: dict[str, str]) -> Generator[httpx.Response]:
        """Open the file behind a URL of a response. The API key is not sent."""
        response = self._send(make_url_request(url, self.settings, headers), whole=False)
        try:
            yield response
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        finally:
            response.close()

    def parse(self, shape: Any, response: httpx.Response) -> Any:
        """Convert the JSON of a response to a type."""
        adapter = get_adapter(shape)
        if self.settings.exact_numbers:
            return adapter.validate_python(read_json(response.content, exact=True))
        return adapter.validate_json(response.content)

    def _send(self, request: Request, *, whole: bool) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return self._attempt(request, whole=whole)
            except AnnotaryError as error:
                wait = compute_wait(self.settings, attempt, error) if request.repeatable else None
                if wait is None:
                    raise
            sleep(wait)
            attempt += 1

    def _attempt(self, request: Request, *, whole: bool) -> httpx.Response:
        made = self.http.build_request(request.method, request.url, headers=request.headers, content=request.content)
        try:
            response = self.http.send(made, stream=True)
            if response.status_code >= 400 or whole:
                try:
                    response.read()
                finally:
                    response.close()
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        if response.status_code >= 400:
            raise read_problem(response, ERRORS)
        return response


@cache
def get_adapter(shape: Any) -> TypeAdapter[Any]:
    """Return the validator of a type."""
    return TypeAdapter(shape)
