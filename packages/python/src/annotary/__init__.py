"""A client of the labeling engine Annotary.

`Client` is for threads, `AsyncClient` for asyncio. Both have one method for each operation of the API.
"""

from annotary import errors, models, release, webhooks
from annotary._async.client import AsyncClient
from annotary._async.work import AsyncOpenClaim
from annotary._sync.client import Client
from annotary._sync.work import OpenClaim
from annotary._values import ExactJson, JsonObject, Omit, omit
from annotary._version import __version__
from annotary.errors import AnnotaryError, ApiError
from annotary.progress import Progress, show_progress

__all__ = [
    "AnnotaryError",
    "ApiError",
    "AsyncClient",
    "AsyncOpenClaim",
    "Client",
    "ExactJson",
    "JsonObject",
    "Omit",
    "OpenClaim",
    "Progress",
    "__version__",
    "errors",
    "models",
    "omit",
    "release",
    "show_progress",
    "webhooks",
]
