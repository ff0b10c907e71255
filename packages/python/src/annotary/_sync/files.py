"""Downloads and uploads of files, and waiting for jobs."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

from annotary._calls import compute_wait
from annotary._downloads import PartialFile
from annotary._problem import ConnectionFailed, JobFailed, TimedOut
from annotary._sync.platform import Eventual, sleep
from annotary._sync.transport import Transport
from annotary.progress import Progress


class Job(Protocol):
    """A release, an export or an import."""

    @property
    def status(self) -> str:
        """`PENDING`, or how it ended."""
        ...

    @property
    def status_info(self) -> str | None:
        """The reason of a failure."""
        ...

    @property
    def samples_done(self) -> int | None:
        """The progress."""
        ...


J = TypeVar("J", bound=Job)

FIRST_WAIT = 0.1
LONGEST_WAIT = 2.0


def wait_for(read: Callable[[], Eventual[J]], description: str, timeout: float | None, progress: Progress | None) -> J:
    """Wait until a job has succeeded. Raise a JobFailed if it ends otherwise, a TimedOut after so many seconds."""
    begun = monotonic()
    wait = FIRST_WAIT
    while True:
        job = read()
        if progress is not None and job.samples_done is not None:
            progress(job.samples_done, None)
        if job.status == "SUCCEEDED":
            return job
        if job.status != "PENDING":
            raise JobFailed(f"{description} has the status {job.status}: {job.status_info or 'without a reason'}", job)
        if timeout is not None and monotonic() - begun + wait > timeout:
            raise TimedOut(f"{description} was not complete within {timeout} seconds.")
        sleep(wait)
        wait = min(LONGEST_WAIT, wait * 1.5)


def download(
    transport: Transport, url: str, path: Path, sha256: str | None, size: float | None, progress: Progress | None
) -> None:
    """Write a file, and check its digest. A broken connection is continued at the byte at which it broke."""
    file = PartialFile(path)
    attempt = 0
    try:
        while True:
            begun_at = file.size
            try:
                # Compressed bytes could not be continued.
                headers = {"Accept-Encoding": "identity"}
                if begun_at > 0:
                    headers["Range"] = f"bytes={begun_at}-"
                with transport.open_url(url, headers) as response:
                    if response.status_code != 206:
                        file.restart()
                    for chunk in response.iter_bytes():
                        file.write(chunk)
                        if progress is not None:
                            progress(file.size, None if size is None else int(size))
                break
            except ConnectionFailed as error:
                attempt = 0 if file.size > begun_at else attempt
                wait = compute_wait(transport.settings, attempt, error)
                if wait is None:
                    raise
            sleep(wait)
            attempt += 1
        file.finish(sha256)
    finally:
        file.close()
