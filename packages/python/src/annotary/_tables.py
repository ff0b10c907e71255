"""The columns of the tables of a release."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Table = Literal["annotations", "samples"]

Kind = Literal["text", "integer", "number", "switch", "numbers", "points"]

PANDAS = {"text": "string", "integer": "Int64", "number": "Float64", "switch": "boolean"}


@dataclass(frozen=True)
class Column:
    """A column, whose type is the same for every release."""

    name: str
    kind: Kind

    @property
    def pandas(self) -> str:
        """The type in pandas. Lists are objects."""
        return PANDAS.get(self.kind, "object")

    def polars(self, polars: Any) -> Any:
        """Return the type in Polars."""
        types = {"text": polars.String, "integer": polars.Int64, "number": polars.Float64, "switch": polars.Boolean}
        numbers = polars.List(polars.Float64)
        return {**types, "numbers": numbers, "points": polars.List(numbers)}[self.kind]


SAMPLES = (
    Column("uuid", "text"),
    Column("name", "text"),
    Column("priority", "number"),
    Column("created_at", "text"),
    Column("attributes", "text"),
    Column("metadata", "text"),
    Column("label_status", "text"),
    Column("score", "number"),
    Column("rating", "number"),
    Column("updated_at", "text"),
    Column("updated_by", "text"),
)

ANNOTATIONS = (
    Column("sample_uuid", "text"),
    Column("sample_name", "text"),
    Column("label_status", "text"),
    Column("sensor", "text"),
    Column("frame", "integer"),
    Column("id", "integer"),
    Column("track_id", "integer"),
    Column("category_id", "integer"),
    Column("category", "text"),
    Column("type", "text"),
    Column("is_keyframe", "switch"),
    Column("points", "points"),
    Column("position", "numbers"),
    Column("dimensions", "numbers"),
    Column("yaw", "number"),
    Column("rotation", "numbers"),
    Column("attributes", "text"),
    Column("other", "text"),
)

OWN = {column.name for column in ANNOTATIONS} - {"other"}


def list_samples(sample: Mapping[str, Any], labelset: str) -> tuple[Any, ...]:
    """Return the row of a sample."""
    label: Mapping[str, Any] = sample["labels"].get(labelset) or {}
    return (
        sample["uuid"],
        sample["name"],
        sample["priority"],
        sample["created_at"],
        write_text(sample["attributes"]),
        write_text(sample["metadata"]),
        label.get("label_status", "UNLABELED"),
        label.get("score"),
        label.get("rating"),
        label.get("updated_at"),
        label.get("updated_by"),
    )


def list_annotations(
    sample: Mapping[str, Any], labelset: str, categories: Mapping[int, str]
) -> Iterator[tuple[Any, ...]]:
    """Return a row for each annotation of a label, in the order of sensors and frames."""
    label: Mapping[str, Any] | None = sample["labels"].get(labelset)
    if label is None:
        return
    for sensor, frame, annotation in walk(label["attributes"] or {}, None):
        category_id = annotation.get("category_id")
        other = {name: value for name, value in annotation.items() if name not in OWN}
        yield (
            sample["uuid"],
            sample["name"],
            label["label_status"],
            sensor,
            frame,
            annotation.get("id"),
            annotation.get("track_id"),
            category_id,
            categories.get(category_id) if isinstance(category_id, int) else None,
            annotation.get("type"),
            annotation.get("is_keyframe"),
            to_points(annotation.get("points")),
            to_numbers(annotation.get("position"), ("x", "y", "z")),
            to_numbers(annotation.get("dimensions"), ("x", "y", "z")),
            annotation.get("yaw"),
            to_numbers(annotation.get("rotation"), ("qx", "qy", "qz", "qw")),
            write_text(annotation.get("attributes")),
            write_text(other) if other else None,
        )


def walk(
    attributes: Mapping[str, Any], sensor: str | None
) -> Iterator[tuple[str | None, int | None, Mapping[str, Any]]]:
    """Return the annotations of a label with their sensor and frame."""
    for part in get_items(attributes, "sensors"):
        yield from walk(part.get("attributes") or {}, part.get("name"))
    for frame, part in enumerate(get_items(attributes, "frames")):
        for annotation in get_items(part, "annotations"):
            yield sensor, frame, annotation
    for annotation in get_items(attributes, "annotations"):
        yield sensor, None, annotation


def get_items(value: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return a list of objects, which may be missing or null."""
    return value.get(name) or []


def to_numbers(value: Mapping[str, float] | None, names: tuple[str, ...]) -> list[float] | None:
    """Convert an object with coordinates to a list."""
    return None if value is None else [float(value[name]) for name in names]


def to_points(points: list[list[float]] | None) -> list[list[float]] | None:
    """Convert the coordinates of points to floats."""
    return None if points is None else [[float(number) for number in point] for point in points]


def write_text(value: Any) -> str | None:
    """Write what has no fixed type as JSON."""
    return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
