"""How the request for the next page is made."""

import re
from urllib.parse import parse_qsl

from annotary._calls import Call
from annotary._values import omit

DEFAULT_PAGE = 1000
"""The number of rows of a page by default. No list has a smaller maximum."""

# Lists with these are read by the `next` link alone.
CURSORS = ("cursor", "after", "before")


def find_next(call: Call, link: str | None, count: int) -> Call | None:
    """Return the request for the page after one with so many rows, or None after the last one."""
    match = re.search(r'<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?', link or "")
    if match is not None:
        return call.with_query(**dict(parse_qsl(match[1], keep_blank_values=True)), page=omit)
    # A list with cursors ends at the page without a link.
    if any(name in call.query for name in CURSORS):
        return None
    size = call.query.get("per_page", omit)
    if count < min(DEFAULT_PAGE if size is omit else int(size), DEFAULT_PAGE):
        return None
    return call.with_query(page=int(call.query.get("page", 1)) + 1)
