"""Operations on exports and imports that are more than one request."""

from pathlib import Path

from annotary import models
from annotary._async.files import download, wait_for
from annotary._async.groups import AsyncExportsGroup, AsyncImportsGroup
from annotary._values import FilePath
from annotary.progress import Progress


class AsyncExports(AsyncExportsGroup):
    """Operations on exports."""

    async def wait(
        self, dataset: str, transfer: str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> models.Export:
        """Wait until an export is complete. Raise a JobFailed if it fails."""
        return await wait_for(lambda: self.get(dataset, transfer), f"The export {transfer}", timeout, progress)

    async def download(self, dataset: str, transfer: str, path: FilePath, *, progress: Progress | None = None) -> Path:
        """Wait for an export, write its zip file, and check it against the digest that the server states."""
        made = await self.wait(dataset, transfer)
        if made.url is None:
            raise ValueError(f"The export {transfer} has no file.")
        await download(self._transport, made.url, Path(path), made.sha256, made.size_bytes, progress)
        return Path(path)


class AsyncImports(AsyncImportsGroup):
    """Operations on imports."""

    async def wait(
        self, dataset: str, transfer: str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> models.Import:
        """Wait until an import is complete. Raise a JobFailed if it fails."""
        return await wait_for(lambda: self.get(dataset, transfer), f"The import {transfer}", timeout, progress)
