"""Lists of any length."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from annotary._calls import Call
from annotary._pages import find_next
from annotary._sync.transport import Transport

T = TypeVar("T")


class Rows(Generic[T]):
    """The rows of a list. The next page is requested when the last row of the previous one was taken.

    One page is in memory at a time. Each iteration reads the list again.
    """

    def __init__(self, transport: Transport, shape: Any, call: Call) -> None:
        self._transport = transport
        self._shape = list[shape]
        self._call = call

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            for row in page:
                yield row

    def pages(self) -> Iterator[list[T]]:
        """Return the rows page by page."""
        call: Call | None = self._call
        while call is not None:
            response = self._transport.send(call)
            rows: list[T] = self._transport.parse(self._shape, response)
            call = find_next(call, response.headers.get("link"), len(rows))
            yield rows

    def first(self) -> T | None:
        """Return the first row, or None if there is none."""
        for page in self.pages():
            return page[0] if page else None
        return None
