"""The OpenAPI document of the server, reduced to what Python types can say."""

import json
import re
from pathlib import Path
from typing import Any, cast

Schema = dict[str, Any]

REPOSITORY = Path(__file__).parents[3]
DOCUMENT = REPOSITORY / "packages/http/test/openapi.json"
ERRORS = REPOSITORY / "packages/http/docs/errors.md"

METHODS = ("get", "put", "post", "patch", "delete")

# The server validates requests, and responses of a later server may exceed the limits of this document.
LIMITS = {
    "default",
    "examples",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "title",
}


# Python has a builtin class of this name, which annotations would mean.
RENAMED = {"Warning": "LabelWarning"}


def load_document() -> dict[str, Any]:
    """Read the document that the tests of the server hold against its API."""
    text = DOCUMENT.read_text("utf8")
    for name, new_name in RENAMED.items():
        text = text.replace(f'"#/components/schemas/{name}"', f'"#/components/schemas/{new_name}"')
    document: dict[str, Any] = json.loads(text)
    schemas = document["components"]["schemas"]
    document["components"]["schemas"] = {RENAMED.get(name, name): schema for name, schema in schemas.items()}
    return document


def is_model(schema: Schema) -> bool:
    """Whether a schema becomes a class: an object with declared members."""
    return schema.get("type") == "object" and bool(schema.get("properties"))


def resolve(schema: Schema, schemas: dict[str, Schema]) -> Schema:
    """Replace references to anything but classes by their target, and remove limits."""
    if "$ref" in schema:
        name = get_reference(schema)
        target = schemas[name]
        if is_model(target):
            return {"$ref": schema["$ref"]}
        merged = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
        return resolve(merged, schemas)
    if len(schema.get("allOf", ())) == 1:
        rest = {key: value for key, value in schema.items() if key != "allOf"}
        return resolve({**schema["allOf"][0], **rest}, schemas)
    if isinstance(schema.get("items"), bool):
        # A tuple: `prefixItems` says what it contains, and `items` that nothing follows.
        options = schema.get("prefixItems", [])
        schema = {**schema, "items": {"anyOf": options} if options else {}}
        schema.pop("prefixItems", None)
    resolved: Schema = {}
    for key, value in schema.items():
        if key in LIMITS or is_noise(key, value):
            continue
        if key == "properties":
            resolved[key] = {name: resolve(member, schemas) for name, member in value.items()}
        elif key == "anyOf":
            resolved[key] = [resolve(option, schemas) for option in value]
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            resolved[key] = resolve(cast("Schema", value), schemas)
        else:
            resolved[key] = value
    return resolved


def is_noise(key: str, value: Any) -> bool:
    """Whether a keyword says nothing that a reader of Python needs: limits in words, formats of texts."""
    if key == "format":
        return value != "date-time"
    limit = r"(a|an) (non-negative|positive|whole|finite)? ?(number|integer|array|string|item)\b"
    return key == "description" and re.match(limit, str(value)) is not None


def get_reference(schema: Schema) -> str:
    """Return the name of the schema that a reference names."""
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def name_inline(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas with a class for each inline object, named after its place, such as `AssetUrl`."""
    named: dict[str, Schema] = {}

    def replace(schema: Schema, name: str) -> Schema:
        if is_model(schema):
            add(name, schema)
            return {"$ref": f"#/components/schemas/{name}"}
        replaced = dict(schema)
        if "anyOf" in schema:
            replaced["anyOf"] = [replace(option, name) for option in schema["anyOf"]]
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                replaced[key] = replace(schema[key], name)
        return replaced

    def add(name: str, schema: Schema) -> None:
        if name in named or (name in schemas and schemas[name] is not schema):
            raise ValueError(f"Two objects would be called {name}.")
        members = schema["properties"]
        named[name] = schema
        named[name] = {**schema, "properties": {key: replace(members[key], name + to_pascal(key)) for key in members}}

    for name, schema in schemas.items():
        if is_model(schema):
            add(name, schema)
    return named


def to_pascal(name: str) -> str:
    """Convert `createMany` and `create_many` to `CreateMany`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def open_schema(schema: Schema) -> Schema:
    """Widen the schema of a response, so that values which a later server adds are read as well."""
    opened = {key: value for key, value in schema.items() if key != "additionalProperties"}
    if schema.get("type") == "object" and not is_model(schema):
        values: bool | Schema = schema.get("additionalProperties", True)
        return {**opened, "additionalProperties": True if isinstance(values, bool) else open_schema(values)}
    if "properties" in schema:
        opened["properties"] = {name: open_schema(member) for name, member in schema["properties"].items()}
    if "items" in schema:
        opened["items"] = open_schema(schema["items"])
    if "anyOf" in schema:
        opened["anyOf"] = [open_schema(option) for option in schema["anyOf"]]
    kind = schema.get("type")
    if "enum" in schema and kind == "string":
        values = {"type": "string", "enum": schema["enum"]}
        opened = {"anyOf": [values, {"type": "string"}], "description": schema.get("description", "")}
    elif kind == "number":
        # A whole number stays exact, however many digits it has.
        opened = {
            "anyOf": [{"type": "integer"}, {"type": "number"}],
            "description": schema.get("description", ""),
        }
    return opened
