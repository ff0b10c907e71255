"""Waiting, and running beside the caller, in threads."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Eventual: TypeAlias = Annotated[T, "returned"]
"""The result of a function that is awaited in one of the clients."""


def sleep(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)


class Stop:
    """A signal that ends waiting."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Give the signal."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether the signal was given."""
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the signal or for so long. Return whether the signal was given."""
        return self._event.wait(seconds)


class Background:
    """A function that runs beside the caller."""

    def __init__(self, run: Callable[[], None]) -> None:
        # A daemon, so that a program that ends does not wait for it.
        self._thread = threading.Thread(target=run, name="annotary", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until the function has ended."""
        self._thread.join()


class Ahead(Generic[T]):
    """A result that is made while the caller does something else."""

    def __init__(self, run: Callable[[], T]) -> None:
        self._run = run
        self._error: BaseException | None = None
        self._background = Background(self._make)

    def _make(self) -> None:
        try:
            self._result = self._run()
        except BaseException as error:
            self._error = error

    def take(self) -> T:
        """Return the result, or raise the error."""
        self._background.join()
        if self._error is not None:
            raise self._error
        return self._result

    def discard(self) -> None:
        """Leave what is not taken: a thread cannot be cancelled, and ends by itself."""


def iterate(source: Iterable[T]) -> Iterator[T]:
    """Return the items of a source."""
    return iter(source)
