"""The operations of the API that the client has, and those that it leaves out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from document import METHODS, Schema, get_reference, is_model, resolve, to_pascal

LEFT_OUT = {
    "assets.upload": "`assets.upload_file` creates the asset and sends the form to the URL in its answer",
    "console.begin": "sessions of the console need cookies; programs use API keys",
    "console.current": "sessions of the console need cookies; programs use API keys",
    "console.end": "sessions of the console need cookies; programs use API keys",
    "exports.file": "`exports.download` reads the URL of an export, which has its token",
    "issues.ofSampleOrDataset": "an address of the segments-ai SDK; `issues.of_sample` and `issues.list` are typed",
    "releases.file": "`releases.download` reads the URL of a release, which has its token",
    "status.docs": "a page for people",
}

# Repeating these is safe without a key, because they change nothing or end in the same state.
REPEATABLE = {
    "assets.collect",
    "claims.accept",
    "claims.reject",
    "claims.renew",
    "claims.save",
    "claims.skip",
    "claims.submit",
    "configuration.validate",
    "invitations.read",
    "samples.removeMatching",
    "samples.updateMany",
    "warnings.check",
    "warnings.checkDataset",
}

# Parameters for which the client has other means: iterators count pages, and `samples.list_fields` has typed rows.
WITHOUT = {
    "page": "*",
    "fields": "samples.list",
    "count": "samples.list",
    "lib_version": "status.status",
}

# Values that depend on several parameters.
COMPUTED = {("samples.list", "per_page"): "choose_size(per_page, include_full_label)"}

# The rows of a list without `fields` are whole.
ROWS = {"samples.list": "Sample"}

GROUND_TRUTH = "ground-truth"

Kind = Literal["json", "lines", "none", "bytes", "text"]


@dataclass(frozen=True)
class Parameter:
    """A query parameter or a member of a body."""

    name: str
    schema: Schema
    required: bool
    description: str


@dataclass(frozen=True)
class Operation:
    """What the client has to know of an operation."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    query: tuple[Parameter, ...]
    body: tuple[Parameter, ...]
    list_body: Schema | None
    if_match: bool
    if_none_match: bool
    repeat: Literal["always", "keyed", "never"]
    kind: Kind
    results: tuple[Schema, ...]
    paged: bool

    @property
    def group(self) -> str:
        """The name of the group, such as `samples`."""
        return self.id.split(".")[0]

    @property
    def name(self) -> str:
        """The name within the group, such as `createMany`."""
        return self.id.split(".")[1]


def to_snake(name: str) -> str:
    """Convert `createMany` to `create_many`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)


def list_operation_ids(document: dict[str, Any]) -> Iterator[str]:
    """Return the ids of all operations of the document."""
    for item in document["paths"].values():
        for method in METHODS:
            if method in item:
                yield item[method]["operationId"]


def read_operations(document: dict[str, Any], schemas: dict[str, Schema]) -> list[Operation]:
    """Read all operations except those left out. Adds the inline objects of responses to the schemas."""
    return [
        read_operation(path, method, item[method], schemas)
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item and item[method]["operationId"] not in LEFT_OUT
    ]


def read_operation(path: str, method: str, raw: dict[str, Any], schemas: dict[str, Schema]) -> Operation:
    """Read one operation."""
    id: str = raw["operationId"]
    parameters: list[dict[str, Any]] = raw.get("parameters", [])
    headers = {entry["name"].lower() for entry in parameters if entry["in"] == "header"}
    contents: dict[str, Any] = raw.get("requestBody", {}).get("content", {})
    body = contents.get("application/json", {}).get("schema")
    kind, results = read_results(id, raw["responses"], schemas)
    members, items = read_body(body, schemas)
    query = tuple(
        Parameter(
            entry["name"],
            resolve(entry["schema"], schemas),
            bool(entry.get("required")),
            entry.get("description", ""),
        )
        for entry in parameters
        if entry["in"] == "query" and WITHOUT.get(entry["name"]) not in ("*", id)
    )
    return Operation(
        id=id,
        method=method.upper(),
        path=path,
        summary=raw["summary"],
        description=raw.get("description", ""),
        query=query,
        body=members,
        list_body=items,
        if_match="if-match" in headers,
        if_none_match="if-none-match" in headers,
        repeat=get_repeat(id, method, headers),
        kind=kind,
        results=results,
        paged=any(entry["name"] == "per_page" for entry in parameters)
        and results[:1] != ()
        and results[0].get("type") == "array",
    )


def get_repeat(id: str, method: str, headers: set[str]) -> Literal["always", "keyed", "never"]:
    """Return whether a request may be sent again when its response was lost."""
    if method in ("get", "put", "delete") or id in REPEATABLE:
        return "always"
    return "keyed" if "idempotency-key" in headers else "never"


def read_body(schema: Schema | None, schemas: dict[str, Schema]) -> tuple[tuple[Parameter, ...], Schema | None]:
    """Return the members of an object, or the items of a list."""
    if schema is None:
        return (), None
    if schema.get("type") == "array":
        return (), resolve(schema["items"], schemas)
    target = schemas[get_reference(schema)] if "$ref" in schema else schema
    required = target.get("required", [])
    members = [
        Parameter(name, resolve(member, schemas), name in required, describe(member, schemas))
        for name, member in target["properties"].items()
    ]
    return tuple(sorted(members, key=lambda member: not member.required)), None


def describe(schema: Schema, schemas: dict[str, Schema]) -> str:
    """Return the description of a member, or of its type."""
    for option in (schema, *schema.get("anyOf", [])):
        if option.get("description"):
            return str(option["description"])
        if "$ref" in option and not is_model(target := schemas[get_reference(option)]):
            return str(target.get("description", ""))
    return ""


def read_results(id: str, responses: dict[str, Any], schemas: dict[str, Schema]) -> tuple[Kind, tuple[Schema, ...]]:
    """Return how the response is read, and the schemas of its JSON."""
    results: list[Schema] = []
    kind: Kind = "none"
    for status, response in responses.items():
        for type, content in response.get("content", {}).items() if status.startswith("2") else ():
            if type == "application/x-ndjson":
                kind = "lines" if kind == "none" else kind
            elif "json" in type:
                kind = "json"
                results.append(read_result(id, content["schema"], schemas))
            elif kind == "none":
                kind = "text" if type.startswith("text/") else "bytes"
    return kind, tuple(results)


def read_result(id: str, schema: Schema, schemas: dict[str, Schema]) -> Schema:
    """Resolve the schema of a response. An inline object gets a name, which equal ones share."""
    if id in ROWS:
        return {"type": "array", "items": {"$ref": ROWS[id]}}
    resolved = resolve(schema, schemas)
    if not is_model(resolved):
        return resolved
    for name, existing in schemas.items():
        if existing == resolved:
            return {"$ref": name}
    name = "".join(to_pascal(part) for part in id.split(".")) + "Result"
    schemas[name] = resolved
    return {"$ref": name}
