"""Sends requests, and sends them again where that is safe."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter

from annotary._async.platform import sleep
from annotary._calls import Call, Request, Settings, compute_wait, make_request, make_url_request
from annotary._problem import AnnotaryError, read_problem, to_connection_failed
from annotary._values import read_json
from annotary.errors import ERRORS

T = TypeVar("T")


class AsyncTransport:
    """A connection pool with settings."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def send(self, call: Call) -> httpx.Response:
        """Send a request, and return the response after its whole body was read."""
        return await self._send(make_request(call, self.settings), whole=True)

    async def read(self, shape: type[T], call: Call) -> T:
        """Return the JSON of a response."""
        return self.parse(shape, await self.send(call))

    async def read_any(self, shape: Any, call: Call) -> Any:
        """Return the JSON of a response that has one of several types."""
        return self.parse(shape, await self.send(call))

    async def read_bytes(self, call: Call) -> bytes:
        """Return the body of a response."""
        return (await self.send(call)).content

    async def read_text(self, call: Call) -> str:
        """Return the text of a response."""
        return (await self.send(call)).text

    async def read_lines(self, call: Call) -> AsyncIterator[dict[str, Any]]:
        """Return the lines of a response while they arrive."""
        response = await self._send(make_request(call, self.settings), whole=False)
        try:
            async for line in response.aiter_lines():
                if line:
                    yield read_json(line, exact=self.settings.exact_numbers)
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        finally:
            await response.aclose()

    @asynccontextmanager
    async def open_url(self, url: str, headers: dict[str, str]) -> AsyncGenerator[httpx.Response]:
        """Open the file behind a URL of a response. The API key is not sent."""
        response = await self._send(make_url_request(url, self.settings, headers), whole=False)
        try:
            yield response
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        finally:
            await response.aclose()

    def parse(self, shape: Any, response: httpx.Response) -> Any:
        """Convert the JSON of a response to a type."""
        adapter = get_adapter(shape)
        if self.settings.exact_numbers:
            return adapter.validate_python(read_json(response.content, exact=True))
        return adapter.validate_json(response.content)

    async def _send(self, request: Request, *, whole: bool) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return await self._attempt(request, whole=whole)
            except AnnotaryError as error:
                wait = compute_wait(self.settings, attempt, error) if request.repeatable else None
                if wait is None:
                    raise
            await sleep(wait)
            attempt += 1

    async def _attempt(self, request: Request, *, whole: bool) -> httpx.Response:
        made = self.http.build_request(request.method, request.url, headers=request.headers, content=request.content)
        try:
            response = await self.http.send(made, stream=True)
            if response.status_code >= 400 or whole:
                try:
                    await response.aread()
                finally:
                    await response.aclose()
        except httpx.TransportError as error:
            raise to_connection_failed(error) from error
        if response.status_code >= 400:
            raise read_problem(response, ERRORS)
        return response


@cache
def get_adapter(shape: Any) -> TypeAdapter[Any]:
    """Return the validator of a type."""
    return TypeAdapter(shape)
