"""Operations on labels that have another form."""

from annotary._async.groups import AsyncLabelsGroup
from annotary._calls import Call, encode


class AsyncLabels(AsyncLabelsGroup):
    """Operations on labels."""

    async def get_text(self, sample: str, *, labelset: str = "ground-truth") -> str:
        """Return a label as the JSON text that the server stores."""
        path = f"/labels/{encode(sample)}/{encode(labelset)}/"
        return await self._transport.read_text(Call("GET", path))
