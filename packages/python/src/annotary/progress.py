"""Progress of long work: a function that is called with what is done, and with the total where it is known."""

from collections.abc import Callable
from typing import Any, TypeAlias

Progress: TypeAlias = Callable[[int, int | None], None]


def show_progress(description: str, unit: str = "it") -> Progress:
    """Return a function that shows a bar of tqdm (`pip install annotary[progress]`)."""
    from tqdm.auto import tqdm  # pyright: ignore[reportMissingModuleSource]

    bar: Any = None

    def show(done: int, total: int | None) -> None:
        nonlocal bar
        if bar is None:
            bar = tqdm(desc=description, total=total, unit=unit, unit_scale=True)
        bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return show
