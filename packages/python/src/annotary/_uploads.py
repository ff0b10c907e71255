"""Portions of an upload: each is one request, so that an upload of any length has constant memory."""

import json
from collections.abc import Mapping
from typing import Any

from annotary._calls import Lines
from annotary._problem import ConnectionFailed
from annotary._values import JsonObject, write_json
from annotary.models import ImportedLine, ImportSums

LONG_PORTION = 4 * 1024 * 1024
"""A portion of this many bytes is sent before it has all its lines."""


class Portions:
    """Collects lines until a portion is full."""

    def __init__(self, lines_per_request: int) -> None:
        self._most = lines_per_request
        self._lines: list[bytes] = []
        self._bytes = 0

    def add(self, line: JsonObject) -> Lines | None:
        """Add a line, and return the portion that it completes."""
        # Exact JSON may contain line breaks, which stand only between tokens.
        text = write_json(line).replace(b"\r", b" ").replace(b"\n", b" ")
        self._lines.append(text)
        self._bytes += len(text) + 1
        full = len(self._lines) >= self._most or self._bytes >= LONG_PORTION
        return self.take() if full else None

    def take(self) -> Lines | None:
        """Return the lines that were collected, or None if there are none."""
        if not self._lines:
            return None
        portion = Lines(b"\n".join(self._lines) + b"\n", len(self._lines))
        self._lines = []
        self._bytes = 0
        return portion


def parse_results(content: bytes, count: int) -> list[ImportedLine]:
    """Read the result of each line. A response that ended early lacks results or its last line."""
    *rows, last = [row for row in content.split(b"\n") if row] or [b"{}"]
    sums: Mapping[str, Any] = json.loads(last)
    if "created" not in sums or len(rows) != count:
        raise ConnectionFailed(f"The response has {len(rows)} results for {count} lines.")
    return [ImportedLine.model_validate_json(row) for row in rows]


def add_result(sums: ImportSums, result: ImportedLine) -> None:
    """Count a result."""
    if result.status == "created":
        sums.created += 1
    elif result.status == "existing":
        sums.existing += 1
    else:
        sums.failed += 1
