"""How the request for the next page is made."""

import re
from urllib.parse import parse_qsl

from annotary._calls import Call
from annotary._values import Omit, omit

DEFAULT_PAGE = 1000
"""The number of rows of a page by default. No list has a smaller maximum."""

# Lists with these are read by the `next` link alone.
CURSORS = ("cursor", "after", "before")


def choose_size(per_page: int | Omit, is_full: bool | Omit) -> int | Omit:
    """Return the size of a page of samples. Without their labels they are small, and each request has a cost."""
    return 5000 if per_page is omit and (is_full is omit or not is_full) else per_page


def find_linked(call: Call, link: str | None) -> Call | None:
    """Return the request of the `next` link of a response, or None if it has none."""
    match = re.search(r'<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?', link or "")
    return None if match is None else call.with_query(**dict(parse_qsl(match[1], keep_blank_values=True)), page=omit)


def find_next(call: Call, link: str | None, count: int) -> Call | None:
    """Return the request for the page after one with so many rows, or None after the last one."""
    linked = find_linked(call, link)
    # A list with cursors ends at the page without a link.
    if linked is not None or any(name in call.query for name in CURSORS):
        return linked
    size = call.query.get("per_page", omit)
    if count < min(DEFAULT_PAGE if size is omit else int(size), DEFAULT_PAGE):
        return None
    return call.with_query(page=int(call.query.get("page", 1)) + 1)
