"""Operations on labels that have another form."""

from annotary._calls import Call, encode
from annotary._sync.groups import LabelsGroup


class Labels(LabelsGroup):
    """Operations on labels."""

    def get_text(self, sample: str, *, labelset: str = "ground-truth") -> str:
        """Return a label as the JSON text that the server stores."""
        path = f"/labels/{encode(sample)}/{encode(labelset)}/"
        return self._transport.read_text(Call("GET", path))
