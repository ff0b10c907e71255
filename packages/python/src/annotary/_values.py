"""Values that requests contain: omitted arguments, and JSON with all of its digits."""

import json
import os
import re
import uuid
from collections.abc import Mapping
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TypeAlias, cast

from pydantic import BaseModel


class _Omitted(Enum):
    OMIT = "omit"


Omit: TypeAlias = Literal[_Omitted.OMIT]
"""The type of an argument that is not sent. `None` is sent as null."""

omit: Final[Omit] = _Omitted.OMIT


class ExactJson:
    """JSON text that is sent as it is, in place of a value: no digit of its numbers changes."""

    def __init__(self, text: str) -> None:
        """Raise a ValueError for text that is not JSON."""
        json.loads(text)
        self.text = text

    def __repr__(self) -> str:
        return f"ExactJson({self.text!r})"


JsonObject: TypeAlias = Mapping[str, Any] | BaseModel | ExactJson
"""An object that is sent as JSON."""


FilePath: TypeAlias = str | os.PathLike[str]
"""The path of a file."""


def open_file(path: Path) -> BinaryIO:
    """Open a file. Its blocks are read between those that are sent, which takes no notable time."""
    return path.open("rb")


def write_json(value: Any) -> bytes:
    """Write a value as JSON. A Decimal keeps its digits, an `ExactJson` its text."""
    exact: list[str] = []
    mark = uuid.uuid4().hex

    def convert(item: object) -> Any:
        if isinstance(item, BaseModel):
            return to_members(item)
        if isinstance(item, datetime):
            return format_instant(item)
        if isinstance(item, Decimal | ExactJson):
            exact.append(item.text if isinstance(item, ExactJson) else format_decimal(item))
            return f"{mark}{len(exact) - 1};"
        if isinstance(item, Mapping):
            return dict(cast("Mapping[str, Any]", item))
        raise TypeError(f"A value of the type {type(item).__name__} cannot be sent as JSON.")

    text = json.dumps(value, default=convert, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if exact:
        # The encoder of the standard library rounds numbers, so that exact ones are inserted afterwards.
        text = re.sub(f'"{mark}([0-9]+);"', lambda match: exact[int(match[1])], text)
    return text.encode()


def read_json(content: bytes | str, *, exact: bool) -> Any:
    """Read JSON. With `exact`, numbers with a fraction or exponent become a Decimal, which keeps all digits."""
    return json.loads(content, parse_float=Decimal) if exact else json.loads(content)


def to_members(model: BaseModel) -> dict[str, Any]:
    """Return the members of an object that were set, also unknown ones, without converting their values."""
    names = {name: field.alias or name for name, field in type(model).model_fields.items()}
    values = {**model.__dict__, **(model.model_extra or {})}
    return {names.get(name, name): value for name, value in values.items() if name in model.model_fields_set}


def format_decimal(number: Decimal) -> str:
    """Write a decimal number in JSON. Raise a ValueError for NaN and infinity."""
    if not number.is_finite():
        raise ValueError("JSON has no NaN and no infinity.")
    return str(number)


def format_instant(instant: datetime) -> str:
    """Write a time as the API does, in UTC. A time without a zone is taken as UTC."""
    aware = instant if instant.tzinfo is not None else instant.replace(tzinfo=timezone.utc)
    return aware.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
