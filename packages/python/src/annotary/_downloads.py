"""A file that is written beside its place until it is whole."""

import hashlib
import os
from pathlib import Path

from annotary._problem import IntegrityError


class PartialFile:
    """A file whose length and digest are checked before it gets its name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f".{path.name}.{os.getpid()}.part")
        self._file = self._part.open("wb")
        self._digest = hashlib.sha256()
        self.size = 0

    def restart(self) -> None:
        """Forget what was written."""
        self._file.seek(0)
        self._file.truncate()
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, chunk: bytes) -> None:
        """Append bytes."""
        self._file.write(chunk)
        self._digest.update(chunk)
        self.size += len(chunk)

    def finish(self, sha256: str | None) -> None:
        """Give the file its name. Raise an IntegrityError if its bytes are not those of the digest."""
        if sha256 is not None and self._digest.hexdigest() != sha256:
            raise IntegrityError(f"The SHA-256 of the file for {self._path.name} is not {sha256}.")
        self._file.close()
        self._part.replace(self._path)

    def close(self) -> None:
        """Remove the file, unless it has its name."""
        self._file.close()
        self._part.unlink(missing_ok=True)
