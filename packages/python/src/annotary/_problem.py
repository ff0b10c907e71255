"""The bases of all errors, and how an error response is read."""

from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx

_STANDARD = {"type", "title", "status", "code", "detail", "request_id"}


class AnnotaryError(Exception):
    """The base of all errors of this package. `code` is stable; the message is for people."""

    code: str

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class ConnectionFailed(AnnotaryError):
    """No response, or only a part of one. Whether the request was carried out is unknown."""

    def __init__(self, message: str, code: str = "connection_failed") -> None:
        super().__init__(message, code)


class TimedOut(ConnectionFailed):
    """The server did not respond in time."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "timed_out")


class IntegrityError(AnnotaryError):
    """Bytes are not those that the server announced."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "integrity")


class UnfinishedClaim(AnnotaryError):
    """The body of a loop over a queue neither ended nor released its claim."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "unfinished_claim")


class JobFailed(AnnotaryError):
    """A release, an export or an import ended without success. `job` is its last state."""

    def __init__(self, message: str, job: Any) -> None:
        super().__init__(message, "job_failed")
        self.job = job

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.job)


class ApiError(AnnotaryError):
    """An error response. Classes of single errors derive from it."""

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        code = members.get("code")
        detail = members.get("detail")
        super().__init__(
            detail if isinstance(detail, str) else f"The server responded with status {status}.",
            code if isinstance(code, str) else f"http_{status}",
        )
        self.status = status
        """The status of the response."""
        self.members: dict[str, Any] = {key: value for key, value in members.items() if key not in _STANDARD}
        """The facts of the error, such as `resource`, `limit` or `errors`."""
        self.request_id: str | None = members.get("request_id")
        """The id under which the log of the server has the details."""
        self.retry_after = retry_after
        """The seconds to wait that the server requested."""

    def __reduce__(self) -> tuple[Any, ...]:
        members = {**self.members, "code": self.code, "detail": str(self), "request_id": self.request_id}
        return type(self), (self.status, members, self.retry_after)

    @property
    def errors(self) -> list[dict[str, Any]]:
        """What is wrong with the request: `pointer` (a JSON Pointer) and `message` of each fault."""
        return self.members.get("errors", [])

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """The warnings for which the dataset rejects a label."""
        return self.members.get("warnings", [])


def read_problem(response: httpx.Response, classes: Mapping[str, type[ApiError]]) -> ApiError:
    """Read an error response. Responses of gateways have no code."""
    try:
        value = response.json()
    except ValueError:
        value = None
    members = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    members.setdefault("request_id", response.headers.get("x-request-id"))
    code = members.get("code")
    error = classes.get(code, ApiError) if isinstance(code, str) else ApiError
    return error(response.status_code, members, parse_retry_after(response.headers.get("retry-after")))


def parse_retry_after(header: str | None) -> float | None:
    """Parse `Retry-After` to seconds: a number, or a date."""
    if header is None:
        return None
    if header.isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds()) if date.tzinfo else None


def to_connection_failed(error: httpx.TransportError) -> ConnectionFailed:
    """Convert an error of the connection."""
    if isinstance(error, httpx.TimeoutException):
        return TimedOut(f"The server did not respond in time ({type(error).__name__}).")
    return ConnectionFailed(f"The server did not respond: {error or type(error).__name__}")
