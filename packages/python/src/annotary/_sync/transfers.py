"""Operations on exports and imports that are more than one request."""

from pathlib import Path

from annotary import models
from annotary._sync.files import download, wait_for
from annotary._sync.groups import ExportsGroup, ImportsGroup
from annotary._values import FilePath
from annotary.progress import Progress


class Exports(ExportsGroup):
    """Operations on exports."""

    def wait(
        self, dataset: str, transfer: str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> models.Export:
        """Wait until an export is complete. Raise a JobFailed if it fails."""
        return wait_for(lambda: self.get(dataset, transfer), f"The export {transfer}", timeout, progress)

    def download(self, dataset: str, transfer: str, path: FilePath, *, progress: Progress | None = None) -> Path:
        """Wait for an export, write its zip file, and check it against the digest that the server states."""
        made = self.wait(dataset, transfer)
        if made.url is None:
            raise ValueError(f"The export {transfer} has no file.")
        download(self._transport, made.url, Path(path), made.sha256, made.size_bytes, progress)
        return Path(path)


class Imports(ImportsGroup):
    """Operations on imports."""

    def wait(
        self, dataset: str, transfer: str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> models.Import:
        """Wait until an import is complete. Raise a JobFailed if it fails."""
        return wait_for(lambda: self.get(dataset, transfer), f"The import {transfer}", timeout, progress)
