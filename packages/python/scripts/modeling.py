"""Writes the classes of responses with datamodel-code-generator."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from document import Schema, open_schema

HEAD = '"""The objects of the API. Generated from its OpenAPI document by `scripts/generate.py`."""'


def write_models(schemas: dict[str, Schema], used: set[str], file: Path) -> None:
    """Write one class for each used schema and those that it refers to."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Annotary", "version": "1"},
        "paths": {},
        "components": {"schemas": {name: open_schema(schemas[name]) for name in collect(schemas, used)}},
    }
    source = file.with_suffix(".json")
    source.write_text(json.dumps(document), "utf8")
    options = [
        *("--input", str(source), "--output", str(file)),
        *("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"),
        *("--target-python-version", "3.10", "--base-class", "annotary._object.ApiObject"),
        *("--enum-field-as-literal", "all", "--output-datetime-class", "datetime"),
        *("--formatters", "builtin", "--custom-file-header", HEAD),
        "--use-union-operator",
        "--use-standard-collections",
        "--use-schema-description",
        "--use-field-description",
        "--keep-model-order",
        "--collapse-root-models",
    ]
    try:
        subprocess.run([sys.executable, "-m", "datamodel_code_generator", *options], check=True)
    finally:
        source.unlink()
    text = file.read_text("utf8")
    # A field without an alias needs no call.
    file.write_text(re.sub(r"Field\(None\)", "None", text), "utf8")


def collect(schemas: dict[str, Schema], used: set[str]) -> list[str]:
    """Return the names that are reachable from the used ones, in the order of the document."""
    reached: set[str] = set()
    waiting = set(used)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= set(find_references(schemas[name])) - reached
    return [name for name in schemas if name in reached]


def find_references(value: Any) -> list[str]:
    """Return the names of all schemas to which a schema refers."""
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value)
        own = [str(entries["$ref"]).rsplit("/", 1)[-1]] if "$ref" in entries else []
        return own + [name for member in entries.values() for name in find_references(member)]
    if isinstance(value, list):
        return [name for member in cast("list[Any]", value) for name in find_references(member)]
    return []
