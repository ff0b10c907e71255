"""What ends or continues a claim."""

from typing import Literal

from typing_extensions import TypedDict

from annotary._values import JsonObject


class Work(TypedDict, total=False):
    """The label of a claimed sample, and the time spent on it."""

    attributes: JsonObject | None
    score: float | None
    rating: float | None
    time: int | None
    """Milliseconds of work."""
    inactive_time: int | None
    """Milliseconds without work."""
    time_since: Literal["claim", "previous"] | None
    comment: str | None
    overlap_label: str | None
