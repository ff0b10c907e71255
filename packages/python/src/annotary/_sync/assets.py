"""Operations on assets that are more than one request."""

from pathlib import Path

import httpx

from annotary import models
from annotary._problem import read_problem, to_connection_failed
from annotary._sync.groups import AssetsGroup
from annotary._values import FilePath, open_file
from annotary.errors import ERRORS


class Assets(AssetsGroup):
    """Operations on assets."""

    def upload_file(self, path: FilePath) -> models.Asset:
        """Create an asset from a file."""
        file = Path(path)
        asset = self.create(filename=file.name)
        form = asset.presignedPostFields
        fields = {name: str(value) for name, value in form.fields.model_dump(by_alias=True).items()}
        url = httpx.URL(self._transport.settings.base_url).join(form.url)
        with open_file(file) as content:
            try:
                response = self._transport.http.post(url, data=fields, files={"file": (file.name, content)})
            except httpx.TransportError as error:
                raise to_connection_failed(error) from error
        if response.status_code >= 400:
            raise read_problem(response, ERRORS)
        return asset
