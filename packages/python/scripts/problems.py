"""Writes the classes of errors from the list that the API documents."""

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

from document import ERRORS

HEAD = '''"""The errors of calls: `except annotary.errors.Conflict`, or `error.code == "stale_claim"`.

Generated from the list of errors of the API by `scripts/generate.py`.
"""

from typing import Final

from annotary._problem import AnnotaryError as AnnotaryError
from annotary._problem import ApiError as ApiError
from annotary._problem import ConnectionFailed as ConnectionFailed
from annotary._problem import IntegrityError as IntegrityError
from annotary._problem import JobFailed as JobFailed
from annotary._problem import TimedOut as TimedOut
from annotary._problem import UnfinishedClaim as UnfinishedClaim
'''

BASE = "ApiProblem"


class Row(NamedTuple):
    """A row of the list of errors."""

    status: int
    code: str
    type: str
    members: list[str]


def read_rows() -> list[Row]:
    """Read the table of errors."""
    rows = re.findall(r"^\| (\d+) +\| `(\w+)` +\| `(\w+)` +\| ([^|]*)\|", ERRORS.read_text("utf8"), re.MULTILINE)
    return [Row(int(status), code, type, re.findall(r"`(\w+)`", members)) for status, code, type, members in rows]


def write_errors(file: Path) -> None:
    """Write a class for each class of the list, and the classes by code."""
    rows = read_rows()
    types: dict[str, list[Row]] = {}
    for row in rows:
        if row.type != BASE:
            types.setdefault(row.type, []).append(row)
    text = HEAD
    for name, members in sorted(types.items()):
        statuses = " or ".join(str(status) for status in sorted({row.status for row in members}))
        codes = ", ".join(f"`{row.code}`" for row in members) if len(members) <= 6 else f"{len(members)} codes"
        fields = ", ".join(f"`{field}`" for field in sorted({field for row in members for field in row.members}))
        lines = textwrap.wrap(f"Its `members` can be {fields}." if fields else "", 110)
        summary = "\n    ".join(textwrap.wrap(f"Status {statuses}: {codes}.", 110))
        text += f'\n\nclass {name}(ApiError):\n    """{summary}'
        text += "".join(f"\n{'' if at else chr(10)}    {line}" for at, line in enumerate(lines))
        text += '\n    """\n' if lines else '"""\n'
    text += "\n\nERRORS: Final[dict[str, type[ApiError]]] = {\n"
    for row in rows:
        text += f'    "{row.code}": {"ApiError" if row.type == BASE else row.type},\n'
    file.write_text(text + "}\n", "utf8")
