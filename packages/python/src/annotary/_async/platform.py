"""Waiting, and running beside the caller, on asyncio."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Eventual: TypeAlias = Awaitable[T]
"""The result of a function that is awaited in one of the clients."""


async def sleep(seconds: float) -> None:
    """Wait."""
    await asyncio.sleep(seconds)


class Stop:
    """A signal that ends waiting."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        """Give the signal."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether the signal was given."""
        return self._event.is_set()

    async def wait(self, seconds: float) -> bool:
        """Wait for the signal or for so long. Return whether the signal was given."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except asyncio.TimeoutError:
            return False
        return True


class Background:
    """A function that runs beside the caller."""

    def __init__(self, run: Callable[[], Eventual[None]]) -> None:
        async def start() -> None:
            await run()

        self._task = asyncio.create_task(start())

    async def join(self) -> None:
        """Wait until the function has ended."""
        await asyncio.wait([self._task])


class Ahead(Generic[T]):
    """A result that is made while the caller does something else."""

    def __init__(self, run: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._task = asyncio.create_task(run())

    async def take(self) -> T:
        """Return the result, or raise the error."""
        return await self._task

    def discard(self) -> None:
        """Cancel what is not taken."""
        if not self._task.cancel() and not self._task.cancelled():
            # An error that nobody takes is not reported by the event loop.
            self._task.exception()


async def iterate(source: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    """Return the items of a source of either kind."""
    if isinstance(source, AsyncIterable):
        async for item in source:
            yield item
    else:
        for item in source:
            yield item
