"""Drives an `AsyncClient` as if it were a `Client`, so that one test runs with both."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any, cast

from annotary import AsyncClient, Client

PLAIN: tuple[type[Any], ...] = (str, bytes, int, float, bool, list, tuple, dict, type(None))


class Driven:
    """An object whose coroutines run to their end, and whose asynchronous iterators are iterators."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return self._convert(getattr(self._target, name))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._convert(self._run(self._target, *args, **kwargs))

    def __iter__(self) -> Iterator[Any]:
        iterator = self._run(self._target.__aiter__)
        try:
            while True:
                try:
                    yield self._convert(self._run(iterator.__anext__))
                except StopAsyncIteration:
                    return
        finally:
            if hasattr(iterator, "aclose"):
                self._run(iterator.aclose)

    def __enter__(self) -> Any:
        return self._convert(self._run(self._target.__aenter__))

    def __exit__(self, *error: Any) -> Any:
        return self._run(self._target.__aexit__, *error)

    def _run(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        async def call() -> Any:
            result = function(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return self._loop.run_until_complete(call())

    def _convert(self, value: Any) -> Any:
        module: str = type(value).__module__
        is_own = module.startswith("annotary._async") or inspect.ismethod(value) or hasattr(value, "__aiter__")
        return Driven(value, self._loop) if is_own and not isinstance(value, PLAIN) else value


def drive(client: AsyncClient, loop: asyncio.AbstractEventLoop) -> Client:
    """Return the client in the form of the other one."""
    return cast("Client", Driven(client, loop))
