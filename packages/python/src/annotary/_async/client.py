"""The client: one attribute for each group of operations."""

from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType

import httpx
from typing_extensions import Self

from annotary._async import groups
from annotary._async.assets import AsyncAssets
from annotary._async.labels import AsyncLabels
from annotary._async.queue import AsyncQueue
from annotary._async.releases import AsyncReleases
from annotary._async.samples import AsyncSamples
from annotary._async.transfers import AsyncExports, AsyncImports
from annotary._async.transport import AsyncTransport
from annotary._calls import Settings


class AsyncClient:
    """A client of a server. Close it, or use it as a context manager."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        exact_numbers: bool = False,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Make a client.

        Args:
            base_url: The address of the API, without a trailing path of an operation.
            api_key: A key of the account. Without one, only public operations work.
            timeout: Seconds to wait for a connection, and for each further piece of a response.
            retries: The number of times that a request is sent again after 429, 503 and broken connections.
            exact_numbers: Whether numbers with a fraction in free JSON (attributes, metadata) are read as
                `decimal.Decimal`, with all digits. Otherwise they are floats. Whole numbers are always exact.
            headers: Further headers of each request.
            http_client: A client of httpx with other settings. It is not closed.
        """
        settings = Settings(base_url, api_key, headers or {}, retries, exact_numbers=exact_numbers)
        self._owned = http_client is None
        self._use(AsyncTransport(settings, http_client or httpx.AsyncClient(timeout=timeout)))

    def _use(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.assets = AsyncAssets(transport)
        self.buckets = groups.AsyncBucketsGroup(transport)
        self.claims = groups.AsyncClaimsGroup(transport)
        self.collaborators = groups.AsyncCollaboratorsGroup(transport)
        self.configuration = groups.AsyncConfigurationGroup(transport)
        self.datasets = groups.AsyncDatasetsGroup(transport)
        self.exports = AsyncExports(transport)
        self.feed = groups.AsyncFeedGroup(transport)
        self.guide = groups.AsyncGuideGroup(transport)
        self.imports = AsyncImports(transport)
        self.invitations = groups.AsyncInvitationsGroup(transport)
        self.issues = groups.AsyncIssuesGroup(transport)
        self.jobs = groups.AsyncJobsGroup(transport)
        self.labels = AsyncLabels(transport)
        self.labelsets = groups.AsyncLabelsetsGroup(transport)
        self.models = groups.AsyncModelsGroup(transport)
        self.organization_feed = groups.AsyncOrganizationFeedGroup(transport)
        self.organization_webhooks = groups.AsyncOrganizationWebhooksGroup(transport)
        self.organizations = groups.AsyncOrganizationsGroup(transport)
        self.overlap = groups.AsyncOverlapGroup(transport)
        self.gold = groups.AsyncGoldGroup(transport)
        self.pauses = groups.AsyncPausesGroup(transport)
        self.predictions = groups.AsyncPredictionsGroup(transport)
        self.release_audits = groups.AsyncReleaseAuditsGroup(transport)
        self.queue = AsyncQueue(transport)
        self.releases = AsyncReleases(transport)
        self.samples = AsyncSamples(transport)
        self.status = groups.AsyncStatusGroup(transport)
        self.users = groups.AsyncUsersGroup(transport)
        self.warnings = groups.AsyncWarningsGroup(transport)
        self.webhooks = groups.AsyncWebhooksGroup(transport)

    def with_options(self, *, retries: int | None = None, exact_numbers: bool | None = None) -> Self:
        """Return a client with other settings that uses the same connections. Only the first is to be closed."""
        settings = self._transport.settings
        if retries is not None:
            settings = replace(settings, retries=retries)
        if exact_numbers is not None:
            settings = replace(settings, exact_numbers=exact_numbers)
        other = object.__new__(type(self))
        other._owned = False
        other._use(AsyncTransport(settings, self._transport.http))
        return other

    async def close(self) -> None:
        """Close the connections."""
        if self._owned:
            await self._transport.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
