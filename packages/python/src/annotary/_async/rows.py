"""Lists of any length."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Generic, TypeVar

from annotary._async.platform import Ahead
from annotary._async.transport import AsyncTransport
from annotary._calls import Call
from annotary._pages import find_linked, find_next

T = TypeVar("T")


class AsyncRows(Generic[T]):
    """The rows of a list.

    The second page is requested when the last row of the first was taken, and each further one while the page before
    it is read, so that two pages are in memory at a time. Each iteration reads the list again.
    """

    def __init__(self, transport: AsyncTransport, shape: Any, call: Call) -> None:
        self._transport = transport
        self._shape = list[shape]
        self._call = call

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for row in page:
                yield row

    async def pages(self) -> AsyncIterator[list[T]]:
        """Return the rows page by page."""
        call = self._call
        response = await self._transport.send(call)
        is_first = True
        while True:
            link = response.headers.get("link")
            linked = None if is_first else find_linked(call, link)
            ahead = None if linked is None else Ahead(partial(self._transport.send, linked))
            try:
                rows: list[T] = self._transport.parse(self._shape, response)
                yield rows
                following = find_next(call, link, len(rows))
                if following is None:
                    return
                response = await (self._transport.send(following) if ahead is None else ahead.take())
                call = following
                is_first = False
            finally:
                if ahead is not None:
                    ahead.discard()

    async def first(self) -> T | None:
        """Return the first row, or None if there is none."""
        rows: list[T] = self._transport.parse(self._shape, await self._transport.send(self._call))
        return rows[0] if rows else None
