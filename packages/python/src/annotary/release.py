"""The file of a release: read sample by sample, verified, and as tables."""

import hashlib
import json
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar, cast

from annotary._merkle import MerkleTree
from annotary._problem import IntegrityError
from annotary._tables import ANNOTATIONS, SAMPLES, Column, Table, get_items, list_annotations, list_samples
from annotary._values import FilePath, read_json

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")

Sample = dict[str, Any]

END = b"]}"
"""The line after the last sample begins with it."""


class ReleaseFile:
    """The file of a release. Each sample is one line, so that a file of any size is read with constant memory."""

    def __init__(self, path: FilePath) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            head = file.readline()
        try:
            self.heading: dict[str, Any] = json.loads(head.rstrip() + b"]}}")
        except ValueError as error:
            raise IntegrityError(f"{self.path} is not the file of a release.") from error

    def __iter__(self) -> Iterator[Sample]:
        return self.samples()

    def samples(self, *, exact_numbers: bool = False) -> Iterator[Sample]:
        """Return the samples with their labels. With `exact_numbers`, fractions are Decimals with all digits."""
        for line in self.lines():
            yield read_json(line, exact=exact_numbers)

    def lines(self) -> Iterator[bytes]:
        """Return the line of each sample, as JSON text with all digits."""
        with self.path.open("rb") as file:
            file.readline()
            for line in file:
                if line.startswith(END):
                    return
                yield strip(line)
        raise IntegrityError(f"{self.path} ends before its last line.")

    def verify(self) -> int:
        """Check the file against the digests within it, and return the number of its samples.

        Raise an IntegrityError if a line was changed, moved, added or dropped. `releases.download` has compared the
        whole file with the digest of the server; this finds what changed since.
        """
        tree = MerkleTree()
        for line in self.lines():
            tree.add(line)
        with self.path.open("rb") as file:
            head = file.readline()
            tail = next((line for line in file if line.startswith(END)), b"")
            rest = file.read(1)
        stated: dict[str, Any] = json.loads(b"{" + tail.strip()[3:]).get("integrity", {})
        facts = {
            "samples_count": tree.count,
            "samples_sha256": tree.compute_root(),
            "head_sha256": hashlib.sha256(head.rstrip(b"\n")).hexdigest(),
        }
        different = [name for name, value in facts.items() if stated.get(name) != value]
        if different or rest:
            raise IntegrityError(
                f"{self.path} is not what was released: {', '.join(different) or 'bytes follow its end'}."
            )
        return tree.count

    def to_pandas(self, table: Table = "annotations", *, labelset: str = "ground-truth") -> "pandas.DataFrame":
        """Return the annotations or the samples as a data frame of pandas."""
        import pandas

        columns, rows = self._read_table(table, labelset)
        values = {column.name: [row[at] for row in rows] for at, column in enumerate(columns)}
        frames = {column.name: pandas.Series(values[column.name], dtype=column.pandas) for column in columns}
        return pandas.DataFrame(frames)

    def to_polars(self, table: Table = "annotations", *, labelset: str = "ground-truth") -> "polars.DataFrame":
        """Return the annotations or the samples as a data frame of Polars."""
        import polars

        columns, rows = self._read_table(table, labelset)
        schema = {column.name: column.polars(polars) for column in columns}
        return polars.DataFrame(rows, schema=schema, orient="row")

    def _read_table(self, table: Table, labelset: str) -> tuple[tuple[Column, ...], list[tuple[Any, ...]]]:
        if table == "samples":
            return SAMPLES, [list_samples(sample, labelset) for sample in self]
        configuration: Sample = self.heading["dataset"].get("task_attributes") or {}
        categories = {entry["id"]: entry["name"] for entry in get_items(configuration, "categories")}
        return ANNOTATIONS, [row for sample in self for row in list_annotations(sample, labelset, categories)]


class ReleaseDataset(Generic[T]):
    """The samples of a release by index, as `torch.utils.data.DataLoader` reads them (map style), without torch.

    It keeps eight bytes for each sample. Copies in other processes open the file again.
    """

    def __init__(self, path: FilePath, transform: Callable[[Sample], T] | None = None) -> None:
        """Read the places of the samples.

        Args:
            path: The file of a release.
            transform: Converts a sample. By default it is a dictionary, with its labels under `labels`.
        """
        self.release = ReleaseFile(path)
        self.transform = transform
        self._file: BinaryIO | None = None
        self._offsets = array("Q", list_offsets(self.release.path))

    def __len__(self) -> int:
        return len(self._offsets)

    def __getitem__(self, index: int) -> T:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        if self._file is None:
            self._file = self.release.path.open("rb")
        self._file.seek(self._offsets[index])
        sample: Sample = json.loads(strip(self._file.readline()))
        return cast("T", sample) if self.transform is None else self.transform(sample)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_file": None}

    def close(self) -> None:
        """Close the file. It is opened again when a sample is read."""
        if self._file is not None:
            self._file.close()
            self._file = None


def list_offsets(path: Path) -> Iterator[int]:
    """Return where the line of each sample begins."""
    with path.open("rb") as file:
        offset = len(file.readline())
        for line in file:
            if line.startswith(END):
                return
            yield offset
            offset += len(line)
    raise IntegrityError(f"{path} ends before its last line.")


def strip(line: bytes) -> bytes:
    """Remove the comma and the line break after a sample."""
    return line.rstrip(b"\n").removesuffix(b",")
