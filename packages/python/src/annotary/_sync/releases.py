"""Operations on releases that are more than one request."""

from pathlib import Path

from annotary import models
from annotary._sync.files import download, wait_for
from annotary._sync.groups import ReleasesGroup
from annotary._values import FilePath
from annotary.progress import Progress
from annotary.release import ReleaseFile


class Releases(ReleasesGroup):
    """Operations on releases."""

    def wait(
        self, dataset: str, release: str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> models.Release:
        """Wait until a release is complete. Raise a JobFailed if it fails."""
        return wait_for(lambda: self.get(dataset, release), f"The release {dataset} {release}", timeout, progress)

    def download(self, dataset: str, release: str, path: FilePath, *, progress: Progress | None = None) -> ReleaseFile:
        """Wait for a release, write its file, and check it against the digest that the server states."""
        made = self.wait(dataset, release)
        url = made.attributes.url
        if url is None:
            raise ValueError(f"The release {dataset} {release} has no file.")
        download(self._transport, url, Path(path), made.sha256, made.size_bytes, progress)
        return ReleaseFile(path)
