"""Writes the classes of the groups, in the form with `async`."""

import re
import textwrap
from collections.abc import Iterable, Sequence

from document import Schema, get_reference, to_pascal
from operations import COMPUTED, GROUND_TRUTH, Operation, Parameter, to_snake

HEAD = '''"""One method for each operation of the API. Generated from its OpenAPI document by `scripts/generate.py`."""

import builtins
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from annotary import models
from annotary._async.rows import AsyncRows
from annotary._async.transport import AsyncTransport
from annotary._calls import Call, encode, encode_dataset
from annotary._pages import choose_size
from annotary._values import JsonObject, Omit, omit


class AsyncGroup:
    """Operations that share a transport."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
'''


def render_groups(operations: Iterable[Operation]) -> str:
    """Render the module of all groups."""
    groups: dict[str, list[Operation]] = {}
    for operation in operations:
        groups.setdefault(operation.group, []).append(operation)
    return HEAD + "".join(render_group(name, members) for name, members in groups.items())


def render_group(name: str, operations: Sequence[Operation]) -> str:
    """Render the class of a group."""
    words = to_snake(name).replace("_", " ")
    methods = "\n".join(textwrap.indent(render_method(operation), "    ") for operation in operations)
    return f'\n\nclass Async{to_pascal(name)}Group(AsyncGroup):\n    """Operations on {words}."""\n\n{methods}'


def render_method(operation: Operation) -> str:
    """Render one method."""
    path, places, named = render_path(operation)
    arguments = ["self", *(f"{place}: str" for place in places)]
    if operation.list_body is not None:
        arguments.append(f"items: Sequence[{render_type(operation.list_body)}]")
    body_names = {member.name: avoid(member.name, places) for member in operation.body}
    options = [render_argument(body_names[member.name], member) for member in operation.body]
    options += [render_argument(member.name, member) for member in operation.query]
    options += [f'{name}: str = "{GROUND_TRUTH}"' for name in named]
    if operation.if_match:
        options.append("if_match: str | None = None")
    if operation.if_none_match:
        options.append('if_none_match: Literal["*"] | None = None')
    if operation.repeat == "keyed":
        options.append("idempotency_key: str | None = None")
    if options:
        arguments += ["*", *options]
    call = [repr(operation.method), path, repr(operation.repeat)]
    if operation.query:
        values = {m.name: COMPUTED.get((operation.id, m.name), m.name) for m in operation.query}
        call.append("query={" + ", ".join(f"{name!r}: {value}" for name, value in values.items()) + "}")
    if operation.list_body is not None:
        call.append("body=items")
    elif operation.body:
        call.append("body={" + ", ".join(f"{name!r}: {value}" for name, value in body_names.items()) + "}")
    if operation.if_match:
        call.append("if_match=if_match")
    if operation.if_none_match:
        call.append("if_none_match=if_none_match")
    if operation.repeat == "keyed":
        call.append("idempotency_key=idempotency_key")
    prefix, result, statement = render_result(operation)
    return (
        f"{prefix}def {to_snake(operation.name)}({', '.join(arguments)}) -> {result}:\n"
        f"{textwrap.indent(render_description(operation, body_names), '    ')}\n"
        f"    call = Call({', '.join(call)})\n"
        f"    {statement}\n"
    )


def render_path(operation: Operation) -> tuple[str, list[str], list[str]]:
    """Return the path as an f-string, its positional arguments, and those that have a default."""
    text = operation.path.replace("{owner}/{dataset}", "{owner_and_dataset}")
    names = re.findall(r"\{(\w+)\}", text)
    named = ["labelset"] if operation.group in ("labels", "warnings") and "labelset" in names else []
    for name in names:
        value = "encode_dataset(dataset)" if name == "owner_and_dataset" else f"encode({name})"
        text = text.replace("{" + name + "}", "{" + value + "}")
    places = ["dataset" if name == "owner_and_dataset" else name for name in names if name not in named]
    return (f'f"{text}"' if names else f'"{text}"'), places, named


def avoid(name: str, taken: Sequence[str]) -> str:
    """Return a name that no parameter of the path has."""
    return f"new_{name}" if name in taken else name


def render_argument(name: str, parameter: Parameter) -> str:
    """Render an argument. Arguments that may be omitted differ from null."""
    annotation = render_type(parameter.schema)
    return f"{name}: {annotation}" if parameter.required else f"{name}: {annotation} | Omit = omit"


def render_type(schema: Schema) -> str:
    """Render the type of a value that is sent."""
    return " | ".join(dict.fromkeys(list_types(schema)))


def list_types(schema: Schema) -> list[str]:
    """Return the alternatives of a type."""
    if "$ref" in schema:
        return [f"models.{get_reference(schema)}", "JsonObject"]
    if "anyOf" in schema:
        types = [type for option in schema["anyOf"] for type in list_types(option)]
        return sorted(dict.fromkeys(types), key=lambda name: name == "None")
    values: list[str | int] | None = schema.get("enum")
    if values == ["1", "0", "true", "false"]:
        return ["bool"]
    if values is not None:
        return ["Literal[" + ", ".join(repr(value) for value in values) + "]"]
    match schema.get("type"):
        case "string":
            return ["datetime", "str"] if schema.get("format") == "date-time" else ["str"]
        case "integer":
            return ["int"]
        case "number":
            return ["float"]
        case "boolean":
            return ["bool"]
        case "null":
            return ["None"]
        case "array":
            return [f"Sequence[{render_type(schema['items'])}]"]
        case _:
            return ["JsonObject"]


def render_result(operation: Operation) -> tuple[str, str, str]:
    """Return what precedes `def`, the type of the result, and the statement that returns it."""
    match operation.kind:
        case "none":
            return "async ", "None", "await self._transport.send(call)"
        case "bytes":
            return "async ", "bytes", "return await self._transport.read_bytes(call)"
        case "text":
            return "async ", "str", "return await self._transport.read_text(call)"
        case "lines":
            lines = "AsyncIterator[dict[str, Any]]"
            return "", lines, "return self._transport.read_lines(call)"
        case "json":
            pass
    shapes = list(dict.fromkeys(render_shape(result) for result in operation.results))
    if operation.paged:
        row = render_shape(operation.results[0]["items"])
        return "", f"AsyncRows[{row}]", f"return AsyncRows(self._transport, {row}, call)"
    shape = " | ".join(shapes)
    reader = "read_any" if len(shapes) > 1 else "read"
    return "async ", shape, f"return await self._transport.{reader}({shape}, call)"


def render_shape(schema: Schema) -> str:
    """Render the type of a response."""
    if "$ref" in schema:
        return f"models.{get_reference(schema)}"
    if schema.get("type") == "array":
        return f"builtins.list[{render_shape(schema['items'])}]"
    return "dict[str, Any]"


def render_description(operation: Operation, names: dict[str, str]) -> str:
    """Render the docstring: summary, description, and the arguments that have one."""
    arguments = [(names.get(member.name, member.name), member) for member in (*operation.body, *operation.query)]
    lines = [f"{name}: {member.description}" for name, member in arguments if member.description]
    parts = [f"{operation.summary}."]
    if operation.description:
        parts.append("\n".join(textwrap.wrap(operation.description, 100)))
    if lines:
        parts.append("Args:\n" + "\n".join("    " + "\n        ".join(textwrap.wrap(line, 92)) for line in lines))
    text = "\n\n".join(parts).replace("\\", "\\\\")
    return f'"""{text}"""' if len(parts) == 1 else f'"""{text}\n"""'
