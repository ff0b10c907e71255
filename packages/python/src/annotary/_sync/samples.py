"""Operations on samples that are more than one request, or have another form."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from annotary._calls import Call, Lines, encode, encode_dataset
from annotary._sync.groups import SamplesGroup
from annotary._sync.platform import iterate
from annotary._sync.rows import Rows
from annotary._sync.transport import Transport
from annotary._uploads import Portions, add_result, parse_results
from annotary._values import JsonObject
from annotary.models import ImportedLine, ImportSums
from annotary.progress import Progress


class Upload:
    """The results of an upload, in order. Lines are sent while the results are read."""

    def __init__(
        self,
        transport: Transport,
        call: Call,
        lines: Iterable[JsonObject] | Iterable[JsonObject],
        lines_per_request: int,
        progress: Progress | None,
    ) -> None:
        self._transport = transport
        self._call = call
        self._lines = lines
        self._lines_per_request = lines_per_request
        self._progress = progress
        self.sums = ImportSums(created=0, existing=0, failed=0)
        """The sums of the results that were read."""

    def __iter__(self) -> Iterator[ImportedLine]:
        portions = Portions(self._lines_per_request)
        sent = 0
        for line in iterate(self._lines):
            portion = portions.add(line)
            if portion is not None:
                for result in self._send(portion, sent):
                    yield result
                sent += portion.count
        rest = portions.take()
        if rest is not None:
            for result in self._send(rest, sent):
                yield result

    def finish(self) -> ImportSums:
        """Send all lines, and return the sums of the results."""
        for _ in self:
            pass
        return self.sums

    def _send(self, portion: Lines, sent: int) -> list[ImportedLine]:
        call = Call("POST", self._call.path, "always", query=self._call.query, body=portion)
        response = self._transport.send(call)
        results = parse_results(response.content, portion.count)
        for result in results:
            result.line += sent
            add_result(self.sums, result)
        if self._progress is not None:
            self._progress(sent + portion.count, None)
        return results


class Samples(SamplesGroup):
    """Operations on samples."""

    def upload(
        self,
        dataset: str,
        lines: Iterable[JsonObject] | Iterable[JsonObject],
        *,
        check: bool = False,
        lines_per_request: int = 1000,
        progress: Progress | None = None,
    ) -> Upload:
        """Create any number of samples, each optionally with its label.

        A line has the members of `NewSampleLine`. A sample whose name exists already is left as it is, and reported
        as `existing`, so that an upload can be repeated. A line with an error does not end the upload.
        """
        path = f"/datasets/{encode_dataset(dataset)}/samples_bulk/"
        call = Call("POST", path, "always", query={"check": True if check else None})
        return Upload(self._transport, call, lines, lines_per_request, progress)

    def list_fields(self, dataset: str, fields: Sequence[str], **filters: Any) -> Rows[dict[str, Any]]:
        """List samples with the named fields alone. The filters are those of `list`."""
        query = {"per_page": 5000, **filters, "fields": ",".join(fields)}
        path = f"/datasets/{encode_dataset(dataset)}/samples/"
        return Rows(self._transport, dict[str, Any], Call("GET", path, query=query))

    def get_text(self, sample: str) -> str:
        """Return a sample as the JSON text that the server stores."""
        return self._transport.read_text(Call("GET", f"/samples/{encode(sample)}/"))
