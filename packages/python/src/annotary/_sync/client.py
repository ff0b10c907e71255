"""The client: one attribute for each group of operations."""

from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType

import httpx
from typing_extensions import Self

from annotary._calls import Settings
from annotary._sync import groups
from annotary._sync.assets import Assets
from annotary._sync.labels import Labels
from annotary._sync.queue import Queue
from annotary._sync.releases import Releases
from annotary._sync.samples import Samples
from annotary._sync.transfers import Exports, Imports
from annotary._sync.transport import Transport


class Client:
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
        http_client: httpx.Client | None = None,
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
        self._use(Transport(settings, http_client or httpx.Client(timeout=timeout)))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.assets = Assets(transport)
        self.buckets = groups.BucketsGroup(transport)
        self.claims = groups.ClaimsGroup(transport)
        self.collaborators = groups.CollaboratorsGroup(transport)
        self.configuration = groups.ConfigurationGroup(transport)
        self.datasets = groups.DatasetsGroup(transport)
        self.exports = Exports(transport)
        self.feed = groups.FeedGroup(transport)
        self.guide = groups.GuideGroup(transport)
        self.imports = Imports(transport)
        self.invitations = groups.InvitationsGroup(transport)
        self.issues = groups.IssuesGroup(transport)
        self.jobs = groups.JobsGroup(transport)
        self.labels = Labels(transport)
        self.labelsets = groups.LabelsetsGroup(transport)
        self.models = groups.ModelsGroup(transport)
        self.organization_feed = groups.OrganizationFeedGroup(transport)
        self.organization_webhooks = groups.OrganizationWebhooksGroup(transport)
        self.organizations = groups.OrganizationsGroup(transport)
        self.overlap = groups.OverlapGroup(transport)
        self.gold = groups.GoldGroup(transport)
        self.pauses = groups.PausesGroup(transport)
        self.predictions = groups.PredictionsGroup(transport)
        self.release_audits = groups.ReleaseAuditsGroup(transport)
        self.queue = Queue(transport)
        self.releases = Releases(transport)
        self.samples = Samples(transport)
        self.status = groups.StatusGroup(transport)
        self.users = groups.UsersGroup(transport)
        self.warnings = groups.WarningsGroup(transport)
        self.webhooks = groups.WebhooksGroup(transport)

    def with_options(self, *, retries: int | None = None, exact_numbers: bool | None = None) -> Self:
        """Return a client with other settings that uses the same connections. Only the first is to be closed."""
        settings = self._transport.settings
        if retries is not None:
            settings = replace(settings, retries=retries)
        if exact_numbers is not None:
            settings = replace(settings, exact_numbers=exact_numbers)
        other = object.__new__(type(self))
        other._owned = False
        other._use(Transport(settings, self._transport.http))
        return other

    def close(self) -> None:
        """Close the connections."""
        if self._owned:
            self._transport.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
