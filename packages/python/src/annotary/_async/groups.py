"""One method for each operation of the API. Generated from its OpenAPI document by `scripts/generate.py`."""

import builtins
from collections.abc import AsyncIterator, Sequence
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


class AsyncStatusGroup(AsyncGroup):
    """Operations on status."""

    async def status(self) -> models.StatusStatusResult:
        """Check an API key, and get the server version.

        Unknown parameters and invalid values are ignored.
        """
        call = Call("GET", "/api_status/", "always")
        return await self._transport.read(models.StatusStatusResult, call)

    async def server(self) -> models.ServerStatus:
        """Get the version, roles and backlog of the server."""
        call = Call("GET", "/server_status/", "always")
        return await self._transport.read(models.ServerStatus, call)

    async def health(self) -> models.StatusHealthResult:
        """Check that the process is running."""
        call = Call("GET", "/healthz", "always")
        return await self._transport.read(models.StatusHealthResult, call)

    async def ready(self) -> models.StatusHealthResult:
        """Check that the database is available, writable and intact."""
        call = Call("GET", "/readyz", "always")
        return await self._transport.read(models.StatusHealthResult, call)

    async def metrics(self) -> str:
        """Get metrics in the Prometheus text format."""
        call = Call("GET", "/metrics", "always")
        return await self._transport.read_text(call)

    async def openapi(self) -> dict[str, Any]:
        """Get this OpenAPI document."""
        call = Call("GET", "/openapi.json", "always")
        return await self._transport.read(dict[str, Any], call)

    async def configuration_schema(self) -> dict[str, Any]:
        """Get the JSON Schema (2020-12) of the label-editor configuration."""
        call = Call("GET", "/configuration/schema.json", "always")
        return await self._transport.read(dict[str, Any], call)


class AsyncUsersGroup(AsyncGroup):
    """Operations on users."""

    async def me(self) -> models.User:
        """Get the authenticated user."""
        call = Call("GET", "/user", "always")
        return await self._transport.read(models.User, call)

    async def change_me(self, *, email: str | None, idempotency_key: str | None = None) -> models.User:
        """Change your e-mail address.

        `null` removes it.
        """
        call = Call("PATCH", "/user", "keyed", body={"email": email}, idempotency_key=idempotency_key)
        return await self._transport.read(models.User, call)

    def list(
        self,
        *,
        per_page: int | Omit = omit,
        after: str | Omit = omit,
        q: str | Omit = omit,
        is_organization: bool | Omit = omit,
    ) -> AsyncRows[models.ListedAccount]:
        """List all people and organizations by name.

        Args:
            q: a string at most 200 character(s) long
        """
        call = Call(
            "GET",
            "/users/",
            "always",
            query={"per_page": per_page, "after": after, "q": q, "is_organization": is_organization},
        )
        return AsyncRows(self._transport, models.ListedAccount, call)

    async def create(
        self,
        *,
        username: str,
        email: str | None | Omit = omit,
        is_organization: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.User:
        """Create a person or an organization.

        Args:
            username: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first
                a letter or digit
        """
        call = Call(
            "POST",
            "/users/",
            "keyed",
            body={"username": username, "email": email, "is_organization": is_organization},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.User, call)

    def audit(
        self,
        *,
        per_page: int | Omit = omit,
        before: str | Omit = omit,
        action: str | Omit = omit,
        by: str | Omit = omit,
        account: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
    ) -> AsyncRows[models.AuditEntry]:
        """List audit entries of your account and datasets, newest first.

        Args:
            action: a string at most 100 character(s) long
        """
        call = Call(
            "GET",
            "/user/audit/",
            "always",
            query={
                "per_page": per_page,
                "before": before,
                "action": action,
                "by": by,
                "account": account,
                "since": since,
                "until": until,
            },
        )
        return AsyncRows(self._transport, models.AuditEntry, call)

    def deleted_work(
        self,
        *,
        per_page: int | Omit = omit,
        start: str | Omit = omit,
        end: str | Omit = omit,
        sort: Literal["created_at", "-created_at"] | Omit = omit,
        user: str | Omit = omit,
    ) -> AsyncRows[models.DeletedWorkunit]:
        """List retained workunits of your deleted datasets, newest first."""
        call = Call(
            "GET",
            "/user/deleted_workunits/",
            "always",
            query={"per_page": per_page, "start": start, "end": end, "sort": sort, "user": user},
        )
        return AsyncRows(self._transport, models.DeletedWorkunit, call)

    def audit_of_all(
        self,
        *,
        per_page: int | Omit = omit,
        before: str | Omit = omit,
        action: str | Omit = omit,
        by: str | Omit = omit,
        account: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
    ) -> AsyncRows[models.AuditEntry]:
        """List audit entries about accounts, newest first.

        Entries about datasets are not included.

        Args:
            action: a string at most 100 character(s) long
        """
        call = Call(
            "GET",
            "/audit/",
            "always",
            query={
                "per_page": per_page,
                "before": before,
                "action": action,
                "by": by,
                "account": account,
                "since": since,
                "until": until,
            },
        )
        return AsyncRows(self._transport, models.AuditEntry, call)

    async def get(self, username: str) -> models.User:
        """Get a person or an organization."""
        call = Call("GET", f"/users/{encode(username)}", "always")
        return await self._transport.read(models.User, call)

    async def change(
        self,
        username: str,
        *,
        disabled: bool | None | Omit = omit,
        email: str | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.User:
        """Disable or enable an account, or change its e-mail address."""
        call = Call(
            "PATCH",
            f"/users/{encode(username)}/",
            "keyed",
            body={"disabled": disabled, "email": email},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.User, call)

    async def remove(
        self, username: str, *, now: bool | Omit = omit, releases: Literal["keep", "delete", "remake"] | Omit = omit
    ) -> models.AccountRemoval:
        """Delete a person, and replace their name by a pseudonym.

        Deletes the API keys, roles and e-mail address of the person. Finished work is kept under the
        pseudonym. A browser session must have signed in within the last 10 minutes. Otherwise the response
        is 403 with the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the
        request. API keys are not affected.

        Args:
            now: Deletes webhook events that contain the name immediately, and compacts the database
            releases: The action for releases whose file contains the name: `keep` (default), `delete`,
                or `remake` from the current state
        """
        call = Call("DELETE", f"/users/{encode(username)}/", "always", query={"now": now, "releases": releases})
        return await self._transport.read(models.AccountRemoval, call)

    async def create_key_for(
        self,
        username: str,
        *,
        description: str | None | Omit = omit,
        expires_at: str | None | Omit = omit,
        scope: models.NewKeyScope | JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.NewApiKey:
        """Create an API key for a person.

        The key is only shown in this response. A browser session must have signed in within the last 10
        minutes. Otherwise the response is 403 with the code `sign_in_required`: sign in again with `POST
        /console/session`, then repeat the request. API keys are not affected.
        """
        call = Call(
            "POST",
            f"/users/{encode(username)}/api_keys/",
            "keyed",
            body={"description": description, "expires_at": expires_at, "scope": scope},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.NewApiKey, call)

    async def keys(self) -> builtins.list[models.ApiKey]:
        """List your API keys, newest first."""
        call = Call("GET", "/user/api_keys/", "always")
        return await self._transport.read(builtins.list[models.ApiKey], call)

    async def create_key(
        self,
        *,
        description: str | None | Omit = omit,
        expires_at: str | None | Omit = omit,
        scope: models.NewKeyScope | JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.NewApiKey:
        """Create an API key for yourself.

        The key is only shown in this response. A browser session must have signed in within the last 10
        minutes. Otherwise the response is 403 with the code `sign_in_required`: sign in again with `POST
        /console/session`, then repeat the request. API keys are not affected.
        """
        call = Call(
            "POST",
            "/user/api_keys/",
            "keyed",
            body={"description": description, "expires_at": expires_at, "scope": scope},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.NewApiKey, call)

    async def rotate_key(
        self,
        key: str,
        *,
        overlap_seconds: int | None | Omit = omit,
        expires_at: str | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.NewApiKey:
        """Rotate an API key: create a new key with the same scope.

        Both keys work until `overlap_seconds` have passed. The new key is only shown in this response. A
        browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.

        Args:
            overlap_seconds: The number of seconds during which the old key also works. By default a day
        """
        call = Call(
            "POST",
            f"/user/api_keys/{encode(key)}/rotate/",
            "keyed",
            body={"overlap_seconds": overlap_seconds, "expires_at": expires_at},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.NewApiKey, call)

    async def create_embed_token(
        self,
        *,
        user: str | None | Omit = omit,
        dataset: str | None | Omit = omit,
        role: Literal["labeler", "reviewer", "manager", "admin"] | None | Omit = omit,
        webhooks: str | None | Omit = omit,
        grants: Sequence[Literal["collaborators", "webhook_secrets", "disable_webhooks"]] | None | Omit = omit,
        expires_in: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.UsersCreateEmbedTokenResult:
        """Create a short-lived embed token.

        For pages of another application. The token is restricted to one dataset and a role, or to the
        webhooks of one account, and is valid for at most an hour. Site admins can create tokens for other
        people. The token is only shown in this response; lists of API keys do not contain it. A browser
        session must have signed in within the last 10 minutes. Otherwise the response is 403 with the code
        `sign_in_required`: sign in again with `POST /console/session`, then repeat the request. API keys
        are not affected.

        Args:
            user: The person of the token. By default the caller; site admins create tokens for others
            dataset: The only dataset of the token, as `owner/name`
            role: The highest role of the token on the dataset. By default `labeler`
            webhooks: The account whose webhooks the token manages: that of its person, or an
                organization that they administer
            grants: Additional rights: `collaborators` for a token with the role `admin`;
                `webhook_secrets` and `disable_webhooks` for a token for webhooks. Anyone who can read the
                page has these rights too
            expires_in: The validity in seconds. By default an hour
        """
        call = Call(
            "POST",
            "/embed_tokens/",
            "keyed",
            body={
                "user": user,
                "dataset": dataset,
                "role": role,
                "webhooks": webhooks,
                "grants": grants,
                "expires_in": expires_in,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.UsersCreateEmbedTokenResult, call)

    async def revoke_key(self, key: str) -> None:
        """Revoke an API key."""
        call = Call("DELETE", f"/user/api_keys/{encode(key)}/", "always")
        await self._transport.send(call)

    async def sessions(self) -> builtins.list[models.Session]:
        """List your browser sessions, newest first."""
        call = Call("GET", "/user/sessions/", "always")
        return await self._transport.read(builtins.list[models.Session], call)

    async def end_session(self, session: str) -> None:
        """End a browser session."""
        call = Call("DELETE", f"/user/sessions/{encode(session)}/", "always")
        await self._transport.send(call)

    async def webhooks(self) -> models.User:
        """Get the webhook setting of your account.

        `webhooks_enabled` says whether events are recorded.
        """
        call = Call("GET", "/user/webhooks/", "always")
        return await self._transport.read(models.User, call)

    async def enable_webhooks(self) -> models.User:
        """Enable webhooks for your datasets.

        Events are recorded from now on.
        """
        call = Call("PUT", "/user/webhooks/", "always")
        return await self._transport.read(models.User, call)

    async def disable_webhooks(self) -> None:
        """Disable webhooks.

        Events are no longer recorded or sent. Endpoints are kept.
        """
        call = Call("DELETE", "/user/webhooks/", "always")
        await self._transport.send(call)


class AsyncOrganizationsGroup(AsyncGroup):
    """Operations on organizations."""

    def list(self, *, per_page: int | Omit = omit, after: str | Omit = omit) -> AsyncRows[models.User]:
        """List your organizations by name.

        Site admins get all organizations.
        """
        call = Call("GET", "/organizations/", "always", query={"per_page": per_page, "after": after})
        return AsyncRows(self._transport, models.User, call)

    async def create(self, *, username: str, idempotency_key: str | None = None) -> models.User:
        """Create an organization.

        You become its first admin.

        Args:
            username: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first
                a letter or digit
        """
        call = Call("POST", "/organizations/", "keyed", body={"username": username}, idempotency_key=idempotency_key)
        return await self._transport.read(models.User, call)

    async def join(
        self,
        organization: str,
        *,
        role: Literal["labeler", "reviewer", "manager", "admin"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Member:
        """Join an organization as a site admin.

        Audited, and visible to the admins of the organization.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/join/",
            "keyed",
            body={"role": role},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Member, call)

    async def members(self, organization: str) -> builtins.list[models.Member]:
        """List members and their roles."""
        call = Call("GET", f"/organizations/{encode(organization)}/members/", "always")
        return await self._transport.read(builtins.list[models.Member], call)

    async def member(self, organization: str, username: str) -> models.Member:
        """Get a member."""
        call = Call("GET", f"/organizations/{encode(organization)}/members/{encode(username)}/", "always")
        return await self._transport.read(models.Member, call)

    async def put_member(
        self, organization: str, username: str, *, role: Literal["labeler", "reviewer", "manager", "admin"]
    ) -> models.Member:
        """Add a member, or change their role."""
        call = Call(
            "PUT", f"/organizations/{encode(organization)}/members/{encode(username)}/", "always", body={"role": role}
        )
        return await self._transport.read(models.Member, call)

    async def remove_member(self, organization: str, username: str) -> None:
        """Remove a member."""
        call = Call("DELETE", f"/organizations/{encode(organization)}/members/{encode(username)}/", "always")
        await self._transport.send(call)

    async def quota(self, organization: str) -> models.Quota:
        """Get the quotas of an organization and their usage."""
        call = Call("GET", f"/organizations/{encode(organization)}/quota/", "always")
        return await self._transport.read(models.Quota, call)

    async def change_quota(
        self,
        organization: str,
        *,
        samples: int | None | Omit = omit,
        bytes: int | None | Omit = omit,
        requests_per_minute: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Quota:
        """Change the quotas of an organization."""
        call = Call(
            "PATCH",
            f"/organizations/{encode(organization)}/quota/",
            "keyed",
            body={"samples": samples, "bytes": bytes, "requests_per_minute": requests_per_minute},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Quota, call)

    def audit(
        self,
        organization: str,
        *,
        per_page: int | Omit = omit,
        before: str | Omit = omit,
        action: str | Omit = omit,
        by: str | Omit = omit,
        account: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
    ) -> AsyncRows[models.AuditEntry]:
        """List audit entries, newest first.

        Args:
            action: a string at most 100 character(s) long
        """
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/audit/",
            "always",
            query={
                "per_page": per_page,
                "before": before,
                "action": action,
                "by": by,
                "account": account,
                "since": since,
                "until": until,
            },
        )
        return AsyncRows(self._transport, models.AuditEntry, call)

    def deleted_work(
        self,
        organization: str,
        *,
        per_page: int | Omit = omit,
        start: str | Omit = omit,
        end: str | Omit = omit,
        sort: Literal["created_at", "-created_at"] | Omit = omit,
        user: str | Omit = omit,
    ) -> AsyncRows[models.DeletedWorkunit]:
        """List retained workunits of deleted datasets, newest first."""
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/deleted_workunits/",
            "always",
            query={"per_page": per_page, "start": start, "end": end, "sort": sort, "user": user},
        )
        return AsyncRows(self._transport, models.DeletedWorkunit, call)


class AsyncModelsGroup(AsyncGroup):
    """Operations on models."""

    def list(self, username: str, *, per_page: int | Omit = omit, after: str | Omit = omit) -> AsyncRows[models.Model]:
        """List the models of an organization or a person by name."""
        call = Call("GET", f"/users/{encode(username)}/models/", "always", query={"per_page": per_page, "after": after})
        return AsyncRows(self._transport, models.Model, call)

    async def create(
        self,
        username: str,
        *,
        new_username: str,
        display_name: str | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Model:
        """Create a model of an organization or a person.

        Admins of an organization create models of it. Only site admins create models of people.

        Args:
            new_username: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the
                first a letter or digit
            display_name: The name that people read; null for none
        """
        call = Call(
            "POST",
            f"/users/{encode(username)}/models/",
            "keyed",
            body={"username": new_username, "display_name": display_name},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Model, call)

    async def get(self, model: str) -> models.Model:
        """Get a model and its versions."""
        call = Call("GET", f"/models/{encode(model)}/", "always")
        return await self._transport.read(models.Model, call)

    async def update(
        self,
        model: str,
        *,
        display_name: str | None | Omit = omit,
        disabled: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Model:
        """Rename, disable or enable a model.

        Only the display name changes. API keys of a disabled model do not work.
        """
        call = Call(
            "PATCH",
            f"/models/{encode(model)}/",
            "keyed",
            body={"display_name": display_name, "disabled": disabled},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Model, call)

    async def add_version(
        self, model: str, *, name: str, note: str | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.ModelVersion:
        """Add a version to a model.

        Versions never change, because labels name them.
        """
        call = Call(
            "POST",
            f"/models/{encode(model)}/versions/",
            "keyed",
            body={"name": name, "note": note},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ModelVersion, call)

    async def keys(self, model: str) -> builtins.list[models.ApiKey]:
        """List the API keys of a model, newest first."""
        call = Call("GET", f"/models/{encode(model)}/api_keys/", "always")
        return await self._transport.read(builtins.list[models.ApiKey], call)

    async def create_key(
        self,
        model: str,
        *,
        description: str | None | Omit = omit,
        expires_at: str | None | Omit = omit,
        scope: models.NewKeyScope | JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.NewApiKey:
        """Create an API key of a model.

        The key is only shown in this response. Rotate and revoke it like your own. A browser session must
        have signed in within the last 10 minutes. Otherwise the response is 403 with the code
        `sign_in_required`: sign in again with `POST /console/session`, then repeat the request. API keys
        are not affected.
        """
        call = Call(
            "POST",
            f"/models/{encode(model)}/api_keys/",
            "keyed",
            body={"description": description, "expires_at": expires_at, "scope": scope},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.NewApiKey, call)


class AsyncPredictionsGroup(AsyncGroup):
    """Operations on predictions."""

    async def prelabel(
        self, claim: str, *, model_version: str, attributes: JsonObject, score: float | None | Omit = omit
    ) -> models.PrelabelDone:
        """Submit the label of a model and end the claim.

        Only for the model that has the claim. The label becomes PRELABELED. A label that does not fit the
        configuration is refused with 400, and the claim stays open. Where a person has written the label,
        the response is 409 `touched_by_person`, and the claim ends.
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/prelabel/",
            "never",
            body={"model_version": model_version, "attributes": attributes, "score": score},
        )
        return await self._transport.read(models.PrelabelDone, call)

    async def decline(self, claim: str, *, model_version: str, reason: str) -> models.DeclineDone:
        """Give no label and end the claim.

        Only for the model that has the claim. The reason is stored, and no model gets the sample again
        until another label is requested.
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/decline/",
            "never",
            body={"model_version": model_version, "reason": reason},
        )
        return await self._transport.read(models.DeclineDone, call)

    def list(
        self,
        dataset: str,
        *,
        sample: str | Omit = omit,
        model: str | Omit = omit,
        outcome: Literal["prelabeled", "declined"] | Omit = omit,
        before: str | Omit = omit,
        per_page: int | Omit = omit,
    ) -> AsyncRows[models.Prediction]:
        """List the answers of models, the newest claims first.

        Managers get those of all models, and models their own.
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/predictions/",
            "always",
            query={"sample": sample, "model": model, "outcome": outcome, "before": before, "per_page": per_page},
        )
        return AsyncRows(self._transport, models.Prediction, call)

    async def count(self, dataset: str) -> builtins.list[models.PredictionCount]:
        """Count the answers of models by version and outcome.

        Managers get those of all models, and models their own.
        """
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/predictions/counts/", "always")
        return await self._transport.read(builtins.list[models.PredictionCount], call)

    async def request(
        self,
        dataset: str,
        *,
        uuids: Sequence[str] | None | Omit = omit,
        filters: models.SampleFilters | JsonObject | None | Omit = omit,
        cursor: str | None | Omit = omit,
        unless_version: JsonObject | None | Omit = omit,
        dry_run: bool | None | Omit = omit,
    ) -> models.PredictionRequestDone:
        """Request labels of models for up to 10000 samples.

        For samples without a label, and for those whose last version is the answer of a model, which gets
        another one in its place. `dry_run` counts them. A repeated call leaves out what waits already.

        Args:
            unless_version: Leaves out samples whose newest answer of a model is of this version
            dry_run: Changes nothing, and returns what the call would do now
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/predictions/requests/",
            "never",
            body={
                "uuids": uuids,
                "filters": filters,
                "cursor": cursor,
                "unless_version": unless_version,
                "dry_run": dry_run,
            },
        )
        return await self._transport.read(models.PredictionRequestDone, call)


class AsyncInvitationsGroup(AsyncGroup):
    """Operations on invitations."""

    async def of_organization(self, organization: str) -> builtins.list[models.Invitation]:
        """List unexpired invitations to an organization, newest first."""
        call = Call("GET", f"/organizations/{encode(organization)}/invitations/", "always")
        return await self._transport.read(builtins.list[models.Invitation], call)

    async def to_organization(
        self,
        organization: str,
        *,
        role: Literal["labeler", "reviewer", "manager", "admin"],
        expires_at: str | None | Omit = omit,
        max_uses: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.InvitationsToOrganizationResult:
        """Create an invitation link to an organization.

        The link is only shown in this response.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/invitations/",
            "keyed",
            body={"role": role, "expires_at": expires_at, "max_uses": max_uses},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.InvitationsToOrganizationResult, call)

    async def revoke_of_organization(self, organization: str, invitation: str) -> None:
        """Revoke an invitation.

        People who have accepted it keep their role.
        """
        call = Call("DELETE", f"/organizations/{encode(organization)}/invitations/{encode(invitation)}/", "always")
        await self._transport.send(call)

    async def of_dataset(self, dataset: str) -> builtins.list[models.Invitation]:
        """List unexpired invitations to a dataset, newest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/invitations/", "always")
        return await self._transport.read(builtins.list[models.Invitation], call)

    async def to_dataset(
        self,
        dataset: str,
        *,
        role: Literal["labeler", "reviewer", "manager", "admin"],
        expires_at: str | None | Omit = omit,
        max_uses: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.InvitationsToOrganizationResult:
        """Create an invitation link to a dataset.

        The link is only shown in this response.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/invitations/",
            "keyed",
            body={"role": role, "expires_at": expires_at, "max_uses": max_uses},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.InvitationsToOrganizationResult, call)

    async def revoke_of_dataset(self, dataset: str, invitation: str) -> None:
        """Revoke an invitation.

        People who have accepted it keep their role.
        """
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/invitations/{encode(invitation)}/", "always")
        await self._transport.send(call)

    async def read(self, *, token: str) -> models.Invitation:
        """Get an invitation by the token in its link."""
        call = Call("POST", "/invitations/read", "always", body={"token": token})
        return await self._transport.read(models.Invitation, call)

    async def accept(self, *, token: str, idempotency_key: str | None = None) -> models.AcceptedInvitation:
        """Accept an invitation.

        If you already have a higher role, you keep it.
        """
        call = Call("POST", "/invitations/accept", "keyed", body={"token": token}, idempotency_key=idempotency_key)
        return await self._transport.read(models.AcceptedInvitation, call)

    async def create_account(
        self, *, token: str, username: str, email: str | None | Omit = omit
    ) -> models.InvitationsCreateAccountResult:
        """Create an account with an invitation.

        Only if the server allows it.

        Args:
            username: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first
                a letter or digit
        """
        call = Call(
            "POST", "/invitations/accounts", "never", body={"token": token, "username": username, "email": email}
        )
        return await self._transport.read(models.InvitationsCreateAccountResult, call)


class AsyncBucketsGroup(AsyncGroup):
    """Operations on buckets."""

    async def list(self, organization: str) -> builtins.list[models.Bucket]:
        """List the buckets of an organization, oldest first."""
        call = Call("GET", f"/organizations/{encode(organization)}/buckets/", "always")
        return await self._transport.read(builtins.list[models.Bucket], call)

    async def create(
        self,
        organization: str,
        *,
        kind: Literal["s3", "gs", "azure"],
        name: str,
        credentials: models.BucketCredentials | JsonObject,
        account: str | None | Omit = omit,
        prefix: str | None | Omit = omit,
        endpoint: str | None | Omit = omit,
        region: str | None | Omit = omit,
        url_seconds: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Bucket:
        """Add a bucket.

        Its credentials are never shown again.

        Args:
            name: Of the bucket or the container
            account: The storage account; for Azure alone
            prefix: Only keys that begin with it are signed
            endpoint: By default the provider's own
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/buckets/",
            "keyed",
            body={
                "kind": kind,
                "name": name,
                "credentials": credentials,
                "account": account,
                "prefix": prefix,
                "endpoint": endpoint,
                "region": region,
                "url_seconds": url_seconds,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Bucket, call)

    async def get(self, organization: str, bucket: str) -> models.Bucket:
        """Get a bucket of an organization."""
        call = Call("GET", f"/organizations/{encode(organization)}/buckets/{encode(bucket)}/", "always")
        return await self._transport.read(models.Bucket, call)

    async def update(
        self,
        organization: str,
        bucket: str,
        *,
        endpoint: str | None | Omit = omit,
        region: str | None | Omit = omit,
        url_seconds: int | None | Omit = omit,
        credentials: models.BucketCredentials | JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Bucket:
        """Update a bucket."""
        call = Call(
            "PATCH",
            f"/organizations/{encode(organization)}/buckets/{encode(bucket)}/",
            "keyed",
            body={"endpoint": endpoint, "region": region, "url_seconds": url_seconds, "credentials": credentials},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Bucket, call)

    async def remove(self, organization: str, bucket: str) -> None:
        """Delete a bucket and its credentials.

        The objects in the bucket are not deleted.
        """
        call = Call("DELETE", f"/organizations/{encode(organization)}/buckets/{encode(bucket)}/", "always")
        await self._transport.send(call)

    async def test(self, organization: str, bucket: str, *, idempotency_key: str | None = None) -> models.BucketTest:
        """Test the settings of a bucket.

        Lists one key of the bucket.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/buckets/{encode(bucket)}/test/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.BucketTest, call)


class AsyncDatasetsGroup(AsyncGroup):
    """Operations on datasets."""

    def list_mine(
        self,
        *,
        per_page: int | Omit = omit,
        include: Literal["shared"] | Omit = omit,
        q: str | Omit = omit,
        owner: str | Omit = omit,
        role: Literal["labeler", "reviewer", "manager", "admin", "owner"] | Omit = omit,
    ) -> AsyncRows[models.Dataset]:
        """List your datasets, newest first.

        Args:
            include: Also includes datasets where the caller is a collaborator, or a member of the
                organization that owns them
            role: Only datasets with this role of the caller. Admins of an organization have the role of
                an owner in its datasets
        """
        call = Call(
            "GET",
            "/user/datasets/",
            "always",
            query={"per_page": per_page, "include": include, "q": q, "owner": owner, "role": role},
        )
        return AsyncRows(self._transport, models.Dataset, call)

    async def create(
        self,
        *,
        name: str,
        category: str,
        task_type: Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ],
        description: str | None | Omit = omit,
        readme: str | None | Omit = omit,
        guide: str | None | Omit = omit,
        data_type: Literal["IMAGE", "POINTCLOUD", "MULTISENSOR"] | None | Omit = omit,
        public: bool | None | Omit = omit,
        archived: bool | None | Omit = omit,
        task_attributes: JsonObject | None | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        region_of_interest: JsonObject | None | Omit = omit,
        labeling_inactivity_timeout_seconds: int | None | Omit = omit,
        enable_skip_labeling: bool | None | Omit = omit,
        enable_skip_reviewing: bool | None | Omit = omit,
        enable_ratings: bool | None | Omit = omit,
        enable_save_button: bool | None | Omit = omit,
        enable_label_status_verified: bool | None | Omit = omit,
        enable_same_dimensions_track_constraint: bool | None | Omit = omit,
        enable_3d_cuboid_rotation: bool | None | Omit = omit,
        enable_3d_region_of_interest: bool | None | Omit = omit,
        enable_interpolation: bool | None | Omit = omit,
        use_timestamps_for_interpolation: bool | None | Omit = omit,
        enable_object_linking: bool | None | Omit = omit,
        enable_object_link_category_restrictions: bool | None | Omit = omit,
        enable_extrapolation: bool | None | Omit = omit,
        enable_confirm_on_submit: bool | None | Omit = omit,
        time_zone: str | None | Omit = omit,
        reject_on_warnings: Sequence[
            Literal[
                "intersecting-cuboids",
                "cuboid-dimension-limits",
                "degenerate-cuboid",
                "mandatory-attribute",
                "attribute-value",
                "attribute-range",
                "unknown-attribute",
                "unknown-category",
                "unknown-joint",
                "track-attribute",
                "sensor-attribute",
                "duplicate-annotation-id",
                "missing-link-end",
                "malformed-label",
                "track-dimension-change",
                "track-rotation-jump",
                "track-displacement",
                "track-category-change",
                "duplicate-id",
                "minimum-points",
                "polygon-self-intersection",
                "shape-outside-image",
                "overlapping-boxes",
                "missing-joints",
            ]
        ]
        | None
        | Omit = omit,
        daily_goal: int | None | Omit = omit,
        overlap: int | None | Omit = omit,
        overlap_decision: Literal["review", "merge", "one_more"] | None | Omit = omit,
        overlap_threshold: float | None | Omit = omit,
        overlap_quorum: float | None | Omit = omit,
        overlap_match_threshold: float | None | Omit = omit,
        overlap_weights: Literal["equal", "gold"] | None | Omit = omit,
        overlap_maximum: int | None | Omit = omit,
        enable_prelabeling: bool | None | Omit = omit,
        review_rate: float | None | Omit = omit,
        review_warnings: bool | None | Omit = omit,
        review_categories: Sequence[int] | None | Omit = omit,
        review_people: Sequence[str] | None | Omit = omit,
        gold_rate: float | None | Omit = omit,
        gold_agreement: float | None | Omit = omit,
        gold_threshold: float | None | Omit = omit,
        gold_minimum: int | None | Omit = omit,
        gold_feedback: bool | None | Omit = omit,
        audit_tolerance: models.AuditTolerance | JsonObject | None | Omit = omit,
        on_missing_values: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_empty_label: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_open_issues: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_warnings: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Dataset:
        """Create a dataset.

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            guide: The labeling guide, in Markdown
            time_zone: The time zone of the days in statistics
            reject_on_warnings: Kinds of warnings for which a label is rejected with 400 instead of
                stored
            daily_goal: The number of samples that a person should submit, or review, in a day; 0 for
                none
            overlap: The number of people who label each new sample, without seeing each other's labels;
                a reviewer decides between them
            overlap_decision: The decision when the last label of a sample is in: `review` waits for a
                reviewer; `merge` merges labels that agree, and waits for a reviewer otherwise; `one_more`
                merges them too, and otherwise asks one more person for a label
            overlap_threshold: The least agreement of the labels of a sample, from 0 to 1, at which they
                are merged
            overlap_quorum: The least share of the labels of a sample that must have an object for it to
                be in the merged label, above 0 and up to 1. Null: more than half
            overlap_match_threshold: The least similarity, from 0 to 1, from which objects of several
                labels are merged to one
            overlap_weights: The weights of the votes of people in the merge of their labels: `equal`,
                or `gold`, by the share of their labels of gold samples that passed
            overlap_maximum: The number of labels of a sample from which `one_more` asks for no more,
                and waits for a reviewer
            enable_prelabeling: Whether samples without a label wait for a model in the queue
                `prelabeling`, also those that exist when it is switched on. People do not wait for it
            review_rate: The share of samples whose submitted label waits for a reviewer, from 0 to 1;
                the labels of the others are accepted at once. The server draws the samples with a secret
            review_warnings: Whether every label with warnings waits for a reviewer, and every label
                that could not be checked
            review_categories: Ids of categories: every label with an object of one of them waits for a
                reviewer
            review_people: Usernames of people, such as new ones: every label that they submit waits for
                a reviewer. Answered to those who may list collaborators
            gold_rate: The share of gold samples among the samples that a person gets to label, from 0
                to 0.5. While it is more than 0, submissions cannot be taken back
            gold_agreement: The least agreement with the known label, from 0 to 1, at which the label of
                a gold sample passes
            gold_threshold: The share of a person's labels of gold samples that must pass, from 0 to 1;
                a labeler or reviewer with less is paused. Null: nobody is
            gold_minimum: The number of labels of gold samples from which a person may be paused,
                counted since their last pause ended
            gold_feedback: Whether people read the result with the answer to the submission of a gold
                sample
            audit_tolerance: The metric and the tolerance of geometry of new audits that name none.
                Null: any error of geometry that an auditor sees counts
            on_missing_values: The effect of mandatory values that are missing when a label is submitted
                or accepted: shown, asked about first, or refused with 400
            on_empty_label: The effect of a label without objects when a label is submitted or accepted:
                shown, asked about first, or refused with 400
            on_open_issues: The effect of open issues of the sample when a label is submitted or
                accepted: shown, asked about first, or refused with 400
            on_warnings: The effect of all other warnings when a label is submitted or accepted: shown,
                asked about first, or refused with 400
        """
        call = Call(
            "POST",
            "/user/datasets/",
            "keyed",
            body={
                "name": name,
                "category": category,
                "task_type": task_type,
                "description": description,
                "readme": readme,
                "guide": guide,
                "data_type": data_type,
                "public": public,
                "archived": archived,
                "task_attributes": task_attributes,
                "metadata": metadata,
                "region_of_interest": region_of_interest,
                "labeling_inactivity_timeout_seconds": labeling_inactivity_timeout_seconds,
                "enable_skip_labeling": enable_skip_labeling,
                "enable_skip_reviewing": enable_skip_reviewing,
                "enable_ratings": enable_ratings,
                "enable_save_button": enable_save_button,
                "enable_label_status_verified": enable_label_status_verified,
                "enable_same_dimensions_track_constraint": enable_same_dimensions_track_constraint,
                "enable_3d_cuboid_rotation": enable_3d_cuboid_rotation,
                "enable_3d_region_of_interest": enable_3d_region_of_interest,
                "enable_interpolation": enable_interpolation,
                "use_timestamps_for_interpolation": use_timestamps_for_interpolation,
                "enable_object_linking": enable_object_linking,
                "enable_object_link_category_restrictions": enable_object_link_category_restrictions,
                "enable_extrapolation": enable_extrapolation,
                "enable_confirm_on_submit": enable_confirm_on_submit,
                "time_zone": time_zone,
                "reject_on_warnings": reject_on_warnings,
                "daily_goal": daily_goal,
                "overlap": overlap,
                "overlap_decision": overlap_decision,
                "overlap_threshold": overlap_threshold,
                "overlap_quorum": overlap_quorum,
                "overlap_match_threshold": overlap_match_threshold,
                "overlap_weights": overlap_weights,
                "overlap_maximum": overlap_maximum,
                "enable_prelabeling": enable_prelabeling,
                "review_rate": review_rate,
                "review_warnings": review_warnings,
                "review_categories": review_categories,
                "review_people": review_people,
                "gold_rate": gold_rate,
                "gold_agreement": gold_agreement,
                "gold_threshold": gold_threshold,
                "gold_minimum": gold_minimum,
                "gold_feedback": gold_feedback,
                "audit_tolerance": audit_tolerance,
                "on_missing_values": on_missing_values,
                "on_empty_label": on_empty_label,
                "on_open_issues": on_open_issues,
                "on_warnings": on_warnings,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Dataset, call)

    def list_of(self, username: str, *, per_page: int | Omit = omit) -> AsyncRows[models.Dataset]:
        """List the visible datasets of an account, newest first."""
        call = Call("GET", f"/users/{encode(username)}/datasets/", "always", query={"per_page": per_page})
        return AsyncRows(self._transport, models.Dataset, call)

    async def create_for(
        self,
        organization: str,
        *,
        name: str,
        category: str,
        task_type: Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ],
        description: str | None | Omit = omit,
        readme: str | None | Omit = omit,
        guide: str | None | Omit = omit,
        data_type: Literal["IMAGE", "POINTCLOUD", "MULTISENSOR"] | None | Omit = omit,
        public: bool | None | Omit = omit,
        archived: bool | None | Omit = omit,
        task_attributes: JsonObject | None | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        region_of_interest: JsonObject | None | Omit = omit,
        labeling_inactivity_timeout_seconds: int | None | Omit = omit,
        enable_skip_labeling: bool | None | Omit = omit,
        enable_skip_reviewing: bool | None | Omit = omit,
        enable_ratings: bool | None | Omit = omit,
        enable_save_button: bool | None | Omit = omit,
        enable_label_status_verified: bool | None | Omit = omit,
        enable_same_dimensions_track_constraint: bool | None | Omit = omit,
        enable_3d_cuboid_rotation: bool | None | Omit = omit,
        enable_3d_region_of_interest: bool | None | Omit = omit,
        enable_interpolation: bool | None | Omit = omit,
        use_timestamps_for_interpolation: bool | None | Omit = omit,
        enable_object_linking: bool | None | Omit = omit,
        enable_object_link_category_restrictions: bool | None | Omit = omit,
        enable_extrapolation: bool | None | Omit = omit,
        enable_confirm_on_submit: bool | None | Omit = omit,
        time_zone: str | None | Omit = omit,
        reject_on_warnings: Sequence[
            Literal[
                "intersecting-cuboids",
                "cuboid-dimension-limits",
                "degenerate-cuboid",
                "mandatory-attribute",
                "attribute-value",
                "attribute-range",
                "unknown-attribute",
                "unknown-category",
                "unknown-joint",
                "track-attribute",
                "sensor-attribute",
                "duplicate-annotation-id",
                "missing-link-end",
                "malformed-label",
                "track-dimension-change",
                "track-rotation-jump",
                "track-displacement",
                "track-category-change",
                "duplicate-id",
                "minimum-points",
                "polygon-self-intersection",
                "shape-outside-image",
                "overlapping-boxes",
                "missing-joints",
            ]
        ]
        | None
        | Omit = omit,
        daily_goal: int | None | Omit = omit,
        overlap: int | None | Omit = omit,
        overlap_decision: Literal["review", "merge", "one_more"] | None | Omit = omit,
        overlap_threshold: float | None | Omit = omit,
        overlap_quorum: float | None | Omit = omit,
        overlap_match_threshold: float | None | Omit = omit,
        overlap_weights: Literal["equal", "gold"] | None | Omit = omit,
        overlap_maximum: int | None | Omit = omit,
        enable_prelabeling: bool | None | Omit = omit,
        review_rate: float | None | Omit = omit,
        review_warnings: bool | None | Omit = omit,
        review_categories: Sequence[int] | None | Omit = omit,
        review_people: Sequence[str] | None | Omit = omit,
        gold_rate: float | None | Omit = omit,
        gold_agreement: float | None | Omit = omit,
        gold_threshold: float | None | Omit = omit,
        gold_minimum: int | None | Omit = omit,
        gold_feedback: bool | None | Omit = omit,
        audit_tolerance: models.AuditTolerance | JsonObject | None | Omit = omit,
        on_missing_values: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_empty_label: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_open_issues: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_warnings: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Dataset:
        """Create a dataset owned by an organization.

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            guide: The labeling guide, in Markdown
            time_zone: The time zone of the days in statistics
            reject_on_warnings: Kinds of warnings for which a label is rejected with 400 instead of
                stored
            daily_goal: The number of samples that a person should submit, or review, in a day; 0 for
                none
            overlap: The number of people who label each new sample, without seeing each other's labels;
                a reviewer decides between them
            overlap_decision: The decision when the last label of a sample is in: `review` waits for a
                reviewer; `merge` merges labels that agree, and waits for a reviewer otherwise; `one_more`
                merges them too, and otherwise asks one more person for a label
            overlap_threshold: The least agreement of the labels of a sample, from 0 to 1, at which they
                are merged
            overlap_quorum: The least share of the labels of a sample that must have an object for it to
                be in the merged label, above 0 and up to 1. Null: more than half
            overlap_match_threshold: The least similarity, from 0 to 1, from which objects of several
                labels are merged to one
            overlap_weights: The weights of the votes of people in the merge of their labels: `equal`,
                or `gold`, by the share of their labels of gold samples that passed
            overlap_maximum: The number of labels of a sample from which `one_more` asks for no more,
                and waits for a reviewer
            enable_prelabeling: Whether samples without a label wait for a model in the queue
                `prelabeling`, also those that exist when it is switched on. People do not wait for it
            review_rate: The share of samples whose submitted label waits for a reviewer, from 0 to 1;
                the labels of the others are accepted at once. The server draws the samples with a secret
            review_warnings: Whether every label with warnings waits for a reviewer, and every label
                that could not be checked
            review_categories: Ids of categories: every label with an object of one of them waits for a
                reviewer
            review_people: Usernames of people, such as new ones: every label that they submit waits for
                a reviewer. Answered to those who may list collaborators
            gold_rate: The share of gold samples among the samples that a person gets to label, from 0
                to 0.5. While it is more than 0, submissions cannot be taken back
            gold_agreement: The least agreement with the known label, from 0 to 1, at which the label of
                a gold sample passes
            gold_threshold: The share of a person's labels of gold samples that must pass, from 0 to 1;
                a labeler or reviewer with less is paused. Null: nobody is
            gold_minimum: The number of labels of gold samples from which a person may be paused,
                counted since their last pause ended
            gold_feedback: Whether people read the result with the answer to the submission of a gold
                sample
            audit_tolerance: The metric and the tolerance of geometry of new audits that name none.
                Null: any error of geometry that an auditor sees counts
            on_missing_values: The effect of mandatory values that are missing when a label is submitted
                or accepted: shown, asked about first, or refused with 400
            on_empty_label: The effect of a label without objects when a label is submitted or accepted:
                shown, asked about first, or refused with 400
            on_open_issues: The effect of open issues of the sample when a label is submitted or
                accepted: shown, asked about first, or refused with 400
            on_warnings: The effect of all other warnings when a label is submitted or accepted: shown,
                asked about first, or refused with 400
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/datasets/",
            "keyed",
            body={
                "name": name,
                "category": category,
                "task_type": task_type,
                "description": description,
                "readme": readme,
                "guide": guide,
                "data_type": data_type,
                "public": public,
                "archived": archived,
                "task_attributes": task_attributes,
                "metadata": metadata,
                "region_of_interest": region_of_interest,
                "labeling_inactivity_timeout_seconds": labeling_inactivity_timeout_seconds,
                "enable_skip_labeling": enable_skip_labeling,
                "enable_skip_reviewing": enable_skip_reviewing,
                "enable_ratings": enable_ratings,
                "enable_save_button": enable_save_button,
                "enable_label_status_verified": enable_label_status_verified,
                "enable_same_dimensions_track_constraint": enable_same_dimensions_track_constraint,
                "enable_3d_cuboid_rotation": enable_3d_cuboid_rotation,
                "enable_3d_region_of_interest": enable_3d_region_of_interest,
                "enable_interpolation": enable_interpolation,
                "use_timestamps_for_interpolation": use_timestamps_for_interpolation,
                "enable_object_linking": enable_object_linking,
                "enable_object_link_category_restrictions": enable_object_link_category_restrictions,
                "enable_extrapolation": enable_extrapolation,
                "enable_confirm_on_submit": enable_confirm_on_submit,
                "time_zone": time_zone,
                "reject_on_warnings": reject_on_warnings,
                "daily_goal": daily_goal,
                "overlap": overlap,
                "overlap_decision": overlap_decision,
                "overlap_threshold": overlap_threshold,
                "overlap_quorum": overlap_quorum,
                "overlap_match_threshold": overlap_match_threshold,
                "overlap_weights": overlap_weights,
                "overlap_maximum": overlap_maximum,
                "enable_prelabeling": enable_prelabeling,
                "review_rate": review_rate,
                "review_warnings": review_warnings,
                "review_categories": review_categories,
                "review_people": review_people,
                "gold_rate": gold_rate,
                "gold_agreement": gold_agreement,
                "gold_threshold": gold_threshold,
                "gold_minimum": gold_minimum,
                "gold_feedback": gold_feedback,
                "audit_tolerance": audit_tolerance,
                "on_missing_values": on_missing_values,
                "on_empty_label": on_empty_label,
                "on_open_issues": on_open_issues,
                "on_warnings": on_warnings,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Dataset, call)

    async def get(self, dataset: str) -> models.Dataset:
        """Get a dataset."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/", "always")
        return await self._transport.read(models.Dataset, call)

    async def update(
        self,
        dataset: str,
        *,
        name: str | None | Omit = omit,
        category: str | None | Omit = omit,
        task_type: Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ]
        | None
        | Omit = omit,
        description: str | None | Omit = omit,
        readme: str | None | Omit = omit,
        guide: str | None | Omit = omit,
        data_type: Literal["IMAGE", "POINTCLOUD", "MULTISENSOR"] | None | Omit = omit,
        public: bool | None | Omit = omit,
        archived: bool | None | Omit = omit,
        task_attributes: JsonObject | None | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        region_of_interest: JsonObject | None | Omit = omit,
        labeling_inactivity_timeout_seconds: int | None | Omit = omit,
        enable_skip_labeling: bool | None | Omit = omit,
        enable_skip_reviewing: bool | None | Omit = omit,
        enable_ratings: bool | None | Omit = omit,
        enable_save_button: bool | None | Omit = omit,
        enable_label_status_verified: bool | None | Omit = omit,
        enable_same_dimensions_track_constraint: bool | None | Omit = omit,
        enable_3d_cuboid_rotation: bool | None | Omit = omit,
        enable_3d_region_of_interest: bool | None | Omit = omit,
        enable_interpolation: bool | None | Omit = omit,
        use_timestamps_for_interpolation: bool | None | Omit = omit,
        enable_object_linking: bool | None | Omit = omit,
        enable_object_link_category_restrictions: bool | None | Omit = omit,
        enable_extrapolation: bool | None | Omit = omit,
        enable_confirm_on_submit: bool | None | Omit = omit,
        time_zone: str | None | Omit = omit,
        reject_on_warnings: Sequence[
            Literal[
                "intersecting-cuboids",
                "cuboid-dimension-limits",
                "degenerate-cuboid",
                "mandatory-attribute",
                "attribute-value",
                "attribute-range",
                "unknown-attribute",
                "unknown-category",
                "unknown-joint",
                "track-attribute",
                "sensor-attribute",
                "duplicate-annotation-id",
                "missing-link-end",
                "malformed-label",
                "track-dimension-change",
                "track-rotation-jump",
                "track-displacement",
                "track-category-change",
                "duplicate-id",
                "minimum-points",
                "polygon-self-intersection",
                "shape-outside-image",
                "overlapping-boxes",
                "missing-joints",
            ]
        ]
        | None
        | Omit = omit,
        daily_goal: int | None | Omit = omit,
        overlap: int | None | Omit = omit,
        overlap_decision: Literal["review", "merge", "one_more"] | None | Omit = omit,
        overlap_threshold: float | None | Omit = omit,
        overlap_quorum: float | None | Omit = omit,
        overlap_match_threshold: float | None | Omit = omit,
        overlap_weights: Literal["equal", "gold"] | None | Omit = omit,
        overlap_maximum: int | None | Omit = omit,
        enable_prelabeling: bool | None | Omit = omit,
        review_rate: float | None | Omit = omit,
        review_warnings: bool | None | Omit = omit,
        review_categories: Sequence[int] | None | Omit = omit,
        review_people: Sequence[str] | None | Omit = omit,
        gold_rate: float | None | Omit = omit,
        gold_agreement: float | None | Omit = omit,
        gold_threshold: float | None | Omit = omit,
        gold_minimum: int | None | Omit = omit,
        gold_feedback: bool | None | Omit = omit,
        audit_tolerance: models.AuditTolerance | JsonObject | None | Omit = omit,
        on_missing_values: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_empty_label: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_open_issues: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        on_warnings: Literal["warn", "ask", "refuse"] | None | Omit = omit,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.Dataset:
        """Update the fields that are sent.

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            guide: The labeling guide, in Markdown
            time_zone: The time zone of the days in statistics
            reject_on_warnings: Kinds of warnings for which a label is rejected with 400 instead of
                stored
            daily_goal: The number of samples that a person should submit, or review, in a day; 0 for
                none
            overlap: The number of people who label each new sample, without seeing each other's labels;
                a reviewer decides between them
            overlap_decision: The decision when the last label of a sample is in: `review` waits for a
                reviewer; `merge` merges labels that agree, and waits for a reviewer otherwise; `one_more`
                merges them too, and otherwise asks one more person for a label
            overlap_threshold: The least agreement of the labels of a sample, from 0 to 1, at which they
                are merged
            overlap_quorum: The least share of the labels of a sample that must have an object for it to
                be in the merged label, above 0 and up to 1. Null: more than half
            overlap_match_threshold: The least similarity, from 0 to 1, from which objects of several
                labels are merged to one
            overlap_weights: The weights of the votes of people in the merge of their labels: `equal`,
                or `gold`, by the share of their labels of gold samples that passed
            overlap_maximum: The number of labels of a sample from which `one_more` asks for no more,
                and waits for a reviewer
            enable_prelabeling: Whether samples without a label wait for a model in the queue
                `prelabeling`, also those that exist when it is switched on. People do not wait for it
            review_rate: The share of samples whose submitted label waits for a reviewer, from 0 to 1;
                the labels of the others are accepted at once. The server draws the samples with a secret
            review_warnings: Whether every label with warnings waits for a reviewer, and every label
                that could not be checked
            review_categories: Ids of categories: every label with an object of one of them waits for a
                reviewer
            review_people: Usernames of people, such as new ones: every label that they submit waits for
                a reviewer. Answered to those who may list collaborators
            gold_rate: The share of gold samples among the samples that a person gets to label, from 0
                to 0.5. While it is more than 0, submissions cannot be taken back
            gold_agreement: The least agreement with the known label, from 0 to 1, at which the label of
                a gold sample passes
            gold_threshold: The share of a person's labels of gold samples that must pass, from 0 to 1;
                a labeler or reviewer with less is paused. Null: nobody is
            gold_minimum: The number of labels of gold samples from which a person may be paused,
                counted since their last pause ended
            gold_feedback: Whether people read the result with the answer to the submission of a gold
                sample
            audit_tolerance: The metric and the tolerance of geometry of new audits that name none.
                Null: any error of geometry that an auditor sees counts
            on_missing_values: The effect of mandatory values that are missing when a label is submitted
                or accepted: shown, asked about first, or refused with 400
            on_empty_label: The effect of a label without objects when a label is submitted or accepted:
                shown, asked about first, or refused with 400
            on_open_issues: The effect of open issues of the sample when a label is submitted or
                accepted: shown, asked about first, or refused with 400
            on_warnings: The effect of all other warnings when a label is submitted or accepted: shown,
                asked about first, or refused with 400
        """
        call = Call(
            "PATCH",
            f"/datasets/{encode_dataset(dataset)}/",
            "keyed",
            body={
                "name": name,
                "category": category,
                "task_type": task_type,
                "description": description,
                "readme": readme,
                "guide": guide,
                "data_type": data_type,
                "public": public,
                "archived": archived,
                "task_attributes": task_attributes,
                "metadata": metadata,
                "region_of_interest": region_of_interest,
                "labeling_inactivity_timeout_seconds": labeling_inactivity_timeout_seconds,
                "enable_skip_labeling": enable_skip_labeling,
                "enable_skip_reviewing": enable_skip_reviewing,
                "enable_ratings": enable_ratings,
                "enable_save_button": enable_save_button,
                "enable_label_status_verified": enable_label_status_verified,
                "enable_same_dimensions_track_constraint": enable_same_dimensions_track_constraint,
                "enable_3d_cuboid_rotation": enable_3d_cuboid_rotation,
                "enable_3d_region_of_interest": enable_3d_region_of_interest,
                "enable_interpolation": enable_interpolation,
                "use_timestamps_for_interpolation": use_timestamps_for_interpolation,
                "enable_object_linking": enable_object_linking,
                "enable_object_link_category_restrictions": enable_object_link_category_restrictions,
                "enable_extrapolation": enable_extrapolation,
                "enable_confirm_on_submit": enable_confirm_on_submit,
                "time_zone": time_zone,
                "reject_on_warnings": reject_on_warnings,
                "daily_goal": daily_goal,
                "overlap": overlap,
                "overlap_decision": overlap_decision,
                "overlap_threshold": overlap_threshold,
                "overlap_quorum": overlap_quorum,
                "overlap_match_threshold": overlap_match_threshold,
                "overlap_weights": overlap_weights,
                "overlap_maximum": overlap_maximum,
                "enable_prelabeling": enable_prelabeling,
                "review_rate": review_rate,
                "review_warnings": review_warnings,
                "review_categories": review_categories,
                "review_people": review_people,
                "gold_rate": gold_rate,
                "gold_agreement": gold_agreement,
                "gold_threshold": gold_threshold,
                "gold_minimum": gold_minimum,
                "gold_feedback": gold_feedback,
                "audit_tolerance": audit_tolerance,
                "on_missing_values": on_missing_values,
                "on_empty_label": on_empty_label,
                "on_open_issues": on_open_issues,
                "on_warnings": on_warnings,
            },
            if_match=if_match,
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Dataset, call)

    async def remove(self, dataset: str, *, if_match: str | None = None) -> None:
        """Delete a dataset and its contents.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.
        """
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/", "always", if_match=if_match)
        await self._transport.send(call)

    async def clone(
        self,
        dataset: str,
        *,
        name: str | None | Omit = omit,
        owner: str | None | Omit = omit,
        task_type: Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ]
        | None
        | Omit = omit,
        public: bool | None | Omit = omit,
        clone_labels: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Dataset | models.Job:
        """Clone a dataset, optionally with labels; large datasets as a job (202).

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            owner: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/clone/",
            "keyed",
            body={"name": name, "owner": owner, "task_type": task_type, "public": public, "clone_labels": clone_labels},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read_any(models.Dataset | models.Job, call)

    async def transfer(self, dataset: str, *, owner: str, idempotency_key: str | None = None) -> models.Dataset:
        """Transfer a dataset to an organization that you administer.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.

        Args:
            owner: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/transfer/",
            "keyed",
            body={"owner": owner},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Dataset, call)

    def audit(
        self,
        dataset: str,
        *,
        per_page: int | Omit = omit,
        before: str | Omit = omit,
        action: str | Omit = omit,
        by: str | Omit = omit,
        account: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
    ) -> AsyncRows[models.AuditEntry]:
        """List audit entries, newest first.

        Args:
            action: a string at most 100 character(s) long
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/audit/",
            "always",
            query={
                "per_page": per_page,
                "before": before,
                "action": action,
                "by": by,
                "account": account,
                "since": since,
                "until": until,
            },
        )
        return AsyncRows(self._transport, models.AuditEntry, call)


class AsyncConfigurationGroup(AsyncGroup):
    """Operations on configuration."""

    async def get(self, dataset: str) -> models.ConfigurationRecord:
        """Get the label-editor configuration."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/configuration/", "always")
        return await self._transport.read(models.ConfigurationRecord, call)

    async def put(
        self, dataset: str, *, configuration: JsonObject, config_version: int | None | Omit = omit
    ) -> models.ConfigurationRecord:
        """Replace the label-editor configuration."""
        call = Call(
            "PUT",
            f"/datasets/{encode_dataset(dataset)}/configuration/",
            "always",
            body={"configuration": configuration, "config_version": config_version},
        )
        return await self._transport.read(models.ConfigurationRecord, call)

    def history(
        self, dataset: str, *, per_page: int | Omit = omit, before: int | Omit = omit
    ) -> AsyncRows[models.ConfigurationHistoryRow]:
        """List the versions of the configuration, newest first."""
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/configuration/versions/",
            "always",
            query={"per_page": per_page, "before": before},
        )
        return AsyncRows(self._transport, models.ConfigurationHistoryRow, call)

    async def version(self, dataset: str, number: str) -> models.ConfigurationVersion:
        """Get a version of the configuration."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/configuration/versions/{encode(number)}/", "always")
        return await self._transport.read(models.ConfigurationVersion, call)

    async def preview(
        self,
        dataset: str,
        *,
        configuration: JsonObject,
        config_version: int,
        actions: Sequence[models.ConfigurationAction | JsonObject] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.ConfigurationPreview:
        """Preview how a configuration change affects labels.

        Changes nothing.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/configuration/preview/",
            "keyed",
            body={"configuration": configuration, "config_version": config_version, "actions": actions},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ConfigurationPreview, call)

    async def apply(
        self,
        dataset: str,
        *,
        configuration: JsonObject,
        config_version: int,
        actions: Sequence[models.ConfigurationAction | JsonObject] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Job:
        """Apply a configuration change and migrate the labels, in a job.

        The job prepares the new labels, then the configuration and all labels change at once.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/configuration/apply/",
            "keyed",
            body={"configuration": configuration, "config_version": config_version, "actions": actions},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Job, call)

    async def validate(self, *, configuration: JsonObject) -> models.ConfigurationAdvice:
        """Validate a configuration without storing it.

        An invalid configuration is answered with 400 and every violation.
        """
        call = Call("POST", "/configuration/validate/", "always", body={"configuration": configuration})
        return await self._transport.read(models.ConfigurationAdvice, call)


class AsyncCollaboratorsGroup(AsyncGroup):
    """Operations on collaborators."""

    async def list(self, dataset: str) -> builtins.list[models.Collaborator]:
        """List collaborators by name."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/collaborators/", "always")
        return await self._transport.read(builtins.list[models.Collaborator], call)

    async def add(
        self,
        dataset: str,
        *,
        user: str,
        role: Literal["model", "labeler", "reviewer", "manager", "admin"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Collaborator:
        """Add a collaborator.

        The role is labeler when none is given.

        Args:
            user: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            role: The role of a collaborator: `model` for models, and the other ones for people
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/collaborators/",
            "keyed",
            body={"user": user, "role": role},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Collaborator, call)

    async def join(
        self,
        dataset: str,
        *,
        role: Literal["labeler", "reviewer", "manager", "admin"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Collaborator:
        """Join a dataset as a site admin.

        Audited, and visible to the owner of the dataset.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/join/",
            "keyed",
            body={"role": role},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Collaborator, call)

    async def get(self, dataset: str, username: str) -> models.Collaborator:
        """Get a collaborator."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/collaborators/{encode(username)}", "always")
        return await self._transport.read(models.Collaborator, call)

    async def change(
        self,
        dataset: str,
        username: str,
        *,
        role: Literal["model", "labeler", "reviewer", "manager", "admin"],
        idempotency_key: str | None = None,
    ) -> models.Collaborator:
        """Change the role of a collaborator.

        Managers can change labelers to reviewers and back.

        Args:
            role: The role of a collaborator: `model` for models, and the other ones for people
        """
        call = Call(
            "PATCH",
            f"/datasets/{encode_dataset(dataset)}/collaborators/{encode(username)}",
            "keyed",
            body={"role": role},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Collaborator, call)

    async def remove(self, dataset: str, username: str) -> None:
        """Remove a collaborator."""
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/collaborators/{encode(username)}", "always")
        await self._transport.send(call)


class AsyncPausesGroup(AsyncGroup):
    """Operations on pauses."""

    async def list(self, dataset: str) -> builtins.list[models.Pause]:
        """List the people who are paused, by name."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/pauses/", "always")
        return await self._transport.read(builtins.list[models.Pause], call)

    async def pause(self, dataset: str, username: str, *, reason: str) -> models.Pause:
        """Pause a person, or change the reason.

        A paused person gets no samples of the dataset: claims fail with 409 `person_paused`, with the
        reason as `pause_reason`. They read the dataset, and keep and finish what they have claimed.
        Managers pause labelers and reviewers; admins everybody but the owner. Audited, with the event
        `person.paused`.
        """
        call = Call(
            "PUT", f"/datasets/{encode_dataset(dataset)}/pauses/{encode(username)}/", "always", body={"reason": reason}
        )
        return await self._transport.read(models.Pause, call)

    async def resume(self, dataset: str, username: str) -> None:
        """End the pause of a person.

        Audited, with the event `person.resumed`. Managers do not end their own pause. Removing the
        collaborator ends it too.
        """
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/pauses/{encode(username)}/", "always")
        await self._transport.send(call)


class AsyncGuideGroup(AsyncGroup):
    """Operations on guide."""

    async def get(self, dataset: str) -> models.Guide:
        """Get the labeling guide, and when you acknowledged it.

        The field `guide` of the dataset changes the text.
        """
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/guide/", "always")
        return await self._transport.read(models.Guide, call)

    async def acknowledge(self, dataset: str, *, version: str) -> models.Guide:
        """Acknowledge a version of the labeling guide.

        Recorded once for each person and version, and in the audit log. Fails with 404
        `labeling_guide_not_found` when the guide is without text, with 409 `guide_changed` when the version
        is not the current one, and with 409 `dataset_archived`.

        Args:
            version: The first 16 hexadecimal digits of the SHA-256 of the text of a labeling guide
        """
        call = Call(
            "PUT", f"/datasets/{encode_dataset(dataset)}/guide/acknowledgement/", "always", body={"version": version}
        )
        return await self._transport.read(models.Guide, call)

    async def list_acknowledgements(self, dataset: str) -> builtins.list[models.GuideAcknowledgement]:
        """List who has acknowledged the current version, by name."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/guide/acknowledgements/", "always")
        return await self._transport.read(builtins.list[models.GuideAcknowledgement], call)


class AsyncLabelsetsGroup(AsyncGroup):
    """Operations on labelsets."""

    async def list(self, dataset: str) -> builtins.list[models.Labelset]:
        """List labelsets, ground truth first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/labelsets/", "always")
        return await self._transport.read(builtins.list[models.Labelset], call)

    async def create(
        self, dataset: str, *, name: str, description: str | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.Labelset:
        """Add a labelset for predictions.

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/labelsets/",
            "keyed",
            body={"name": name, "description": description},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Labelset, call)

    async def get(self, dataset: str, labelset: str) -> models.Labelset:
        """Get a labelset."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/labelsets/{encode(labelset)}/", "always")
        return await self._transport.read(models.Labelset, call)

    async def update(
        self, dataset: str, labelset: str, *, description: str | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.Labelset:
        """Change the description of a labelset."""
        call = Call(
            "PATCH",
            f"/datasets/{encode_dataset(dataset)}/labelsets/{encode(labelset)}/",
            "keyed",
            body={"description": description},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Labelset, call)

    async def remove(self, dataset: str, labelset: str) -> None:
        """Delete a labelset and its labels.

        The ground-truth labelset cannot be deleted.
        """
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/labelsets/{encode(labelset)}/", "always")
        await self._transport.send(call)


class AsyncSamplesGroup(AsyncGroup):
    """Operations on samples."""

    def list(
        self,
        dataset: str,
        *,
        per_page: int | Omit = omit,
        cursor: str | Omit = omit,
        labelset: str | Omit = omit,
        include_full_label: bool | Omit = omit,
        include: Literal["overlap"] | Omit = omit,
        name__contains: str | Omit = omit,
        filters: str | Omit = omit,
        label_status: str | Omit = omit,
        assigned_labeler: str | Omit = omit,
        assigned_reviewer: str | Omit = omit,
        priority__gte: float | Omit = omit,
        priority__lte: float | Omit = omit,
        overlap_state: str | Omit = omit,
        q: str | Omit = omit,
        sort: str | Omit = omit,
    ) -> AsyncRows[models.Sample]:
        """List samples.

        Unknown parameters are ignored. Empty values, `per_page=desc`, an unknown `sort` or `labelset`, and
        `filters` that is a status count as absent. Numbered pages (`page`) can skip or repeat samples that
        are added, removed or reordered between requests; pages of the `next` link do not.

        Args:
            cursor: The cursor from the `next` link of the previous page. Reading by cursor has constant
                cost and does not skip samples while others are added
            include: Adds the overlap of each sample: the number of people who label it, and its state.
                For reviewers
            name__contains: A part of the name, case-sensitive
            filters: `key:value,key:value`: top-level metadata as text; all pairs must match. To escape,
                write \\, for a comma within a value, and \\: for a colon within a key
            label_status: `LABELED,UNLABELED,…`: samples whose ground-truth label has one of these
                statuses
            assigned_labeler: Username
            assigned_reviewer: Username
            overlap_state: `labeling,adjudicating,…`: samples that several people label, in one of these
                states. For reviewers
            q: A search, for example `name:street AND (status = LABELED OR priority >= 5) AND NOT
                metadata.city in (Ghent, "New York")`
            sort: `name`, `created_at`, `priority` or `gt_label__updated_at`, with `-` for descending
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/samples/",
            "always",
            query={
                "per_page": choose_size(per_page, include_full_label),
                "cursor": cursor,
                "labelset": labelset,
                "include_full_label": include_full_label,
                "include": include,
                "name__contains": name__contains,
                "filters": filters,
                "label_status": label_status,
                "assigned_labeler": assigned_labeler,
                "assigned_reviewer": assigned_reviewer,
                "priority__gte": priority__gte,
                "priority__lte": priority__lte,
                "overlap_state": overlap_state,
                "q": q,
                "sort": sort,
            },
        )
        return AsyncRows(self._transport, models.Sample, call)

    async def create(
        self,
        dataset: str,
        *,
        name: str,
        attributes: JsonObject | None | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        readme: str | None | Omit = omit,
        priority: float | None | Omit = omit,
        assigned_labeler: str | None | Omit = omit,
        assigned_reviewer: str | None | Omit = omit,
        overlap: int | None | Omit = omit,
        label: models.SampleLabel | JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Sample:
        """Add a sample.

        Args:
            assigned_labeler: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens,
                the first a letter or digit
            assigned_reviewer: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens,
                the first a letter or digit
            overlap: The number of people who label the sample, without seeing each other's labels.
                Defaults to that of the dataset; a sample that exists keeps its own, and one with a label
                that is more than a prelabel gets none
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/samples/",
            "keyed",
            body={
                "name": name,
                "attributes": attributes,
                "metadata": metadata,
                "readme": readme,
                "priority": priority,
                "assigned_labeler": assigned_labeler,
                "assigned_reviewer": assigned_reviewer,
                "overlap": overlap,
                "label": label,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Sample, call)

    async def create_many(
        self, dataset: str, items: Sequence[models.NewSample | JsonObject], *, check: bool | Omit = omit
    ) -> builtins.list[models.Sample]:
        """Add up to 10000 samples, all or none; or any number as NDJSON.

        An NDJSON body is read line by line and has no limit of samples.
        """
        call = Call(
            "POST", f"/datasets/{encode_dataset(dataset)}/samples_bulk/", "never", query={"check": check}, body=items
        )
        return await self._transport.read(builtins.list[models.Sample], call)

    async def update_many(
        self,
        dataset: str,
        *,
        set: JsonObject,
        uuids: Sequence[str] | None | Omit = omit,
        filters: models.SampleFilters | JsonObject | None | Omit = omit,
        cursor: str | None | Omit = omit,
        share: float | None | Omit = omit,
        seed: str | None | Omit = omit,
    ) -> models.SamplesUpdateManyResult:
        """Update priority, assignees or status of up to 10000 samples.

        All or none of the samples are updated. If more than 10000 samples match `filters`, `next` is the
        `cursor` of the next call. Samples are processed in the order of their creation, so that each is
        processed once, even if the update changes which samples match.

        Args:
            share: The part of the samples that changes, drawn by `seed`: each sample with this
                probability
        """
        call = Call(
            "PATCH",
            f"/datasets/{encode_dataset(dataset)}/samples_bulk/",
            "always",
            body={"set": set, "uuids": uuids, "filters": filters, "cursor": cursor, "share": share, "seed": seed},
        )
        return await self._transport.read(models.SamplesUpdateManyResult, call)

    async def remove_many(self, dataset: str, *, uuids: Sequence[str]) -> models.SamplesRemoveManyResult:
        """Delete samples by id.

        Unknown ids are skipped.
        """
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/samples_bulk/", "always", body={"uuids": uuids})
        return await self._transport.read(models.SamplesRemoveManyResult, call)

    async def remove_matching(
        self,
        dataset: str,
        *,
        filters: models.SampleFilters | JsonObject | None | Omit = omit,
        cursor: str | None | Omit = omit,
    ) -> models.SamplesRemoveMatchingResult:
        """Delete up to 10000 samples that match filters.

        Empty filters match all samples.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/samples_bulk/delete/",
            "always",
            body={"filters": filters, "cursor": cursor},
        )
        return await self._transport.read(models.SamplesRemoveMatchingResult, call)

    async def get(
        self,
        sample: str,
        *,
        labelset: str | Omit = omit,
        include: Literal["overlap"] | Omit = omit,
        include_signed_urls: str | Omit = omit,
    ) -> models.Sample:
        """Get a sample, optionally with a label.

        Unknown parameters are ignored, and empty values count as absent.

        Args:
            include: Adds the overlap of each sample: the number of people who label it, and its state.
                For reviewers
            include_signed_urls: Accepted for compatibility, without effect: this server does not sign
                URLs of other services
        """
        call = Call(
            "GET",
            f"/samples/{encode(sample)}/",
            "always",
            query={"labelset": labelset, "include": include, "include_signed_urls": include_signed_urls},
        )
        return await self._transport.read(models.Sample, call)

    async def update(
        self,
        sample: str,
        *,
        name: str | None | Omit = omit,
        attributes: JsonObject | None | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        readme: str | None | Omit = omit,
        priority: float | None | Omit = omit,
        assigned_labeler: str | None | Omit = omit,
        assigned_reviewer: str | None | Omit = omit,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.Sample:
        """Update the sent fields of a sample.

        Managers can change priority and assignees; admins can change all fields.

        Args:
            assigned_labeler: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens,
                the first a letter or digit
            assigned_reviewer: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens,
                the first a letter or digit
        """
        call = Call(
            "PATCH",
            f"/samples/{encode(sample)}/",
            "keyed",
            body={
                "name": name,
                "attributes": attributes,
                "metadata": metadata,
                "readme": readme,
                "priority": priority,
                "assigned_labeler": assigned_labeler,
                "assigned_reviewer": assigned_reviewer,
            },
            if_match=if_match,
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Sample, call)

    async def remove(self, sample: str, *, if_match: str | None = None) -> None:
        """Delete a sample, its labels and issues."""
        call = Call("DELETE", f"/samples/{encode(sample)}/", "always", if_match=if_match)
        await self._transport.send(call)

    async def thumbnail(self, sample: str, *, size: Literal[96, 320, 640] | Omit = omit) -> bytes:
        """Get a small copy of the first picture of a sample.

        Of PNG, JPEG and WebP up to 32 MiB that the server can open: its assets, objects in buckets, and
        URLs of the hosts in its settings. Others are 404.
        """
        call = Call("GET", f"/samples/{encode(sample)}/thumbnail/", "always", query={"size": size})
        return await self._transport.read_bytes(call)


class AsyncLabelsGroup(AsyncGroup):
    """Operations on labels."""

    async def get(self, sample: str, *, labelset: str = "ground-truth") -> models.Label:
        """Get the label of a sample."""
        call = Call("GET", f"/labels/{encode(sample)}/{encode(labelset)}/", "always")
        return await self._transport.read(models.Label, call)

    async def put(
        self,
        sample: str,
        *,
        label_status: Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | None
        | Omit = omit,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        labelset: str = "ground-truth",
        if_match: str | None = None,
    ) -> models.WrittenLabel:
        """Create (201) or replace (200) a label."""
        call = Call(
            "PUT",
            f"/labels/{encode(sample)}/{encode(labelset)}/",
            "always",
            body={"label_status": label_status, "attributes": attributes, "score": score, "rating": rating},
            if_match=if_match,
        )
        return await self._transport.read(models.WrittenLabel, call)

    async def patch(
        self,
        sample: str,
        *,
        label_status: Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | None
        | Omit = omit,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        labelset: str = "ground-truth",
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.WrittenLabel:
        """Update the fields that are sent."""
        call = Call(
            "PATCH",
            f"/labels/{encode(sample)}/{encode(labelset)}/",
            "keyed",
            body={"label_status": label_status, "attributes": attributes, "score": score, "rating": rating},
            if_match=if_match,
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WrittenLabel, call)

    async def remove(self, sample: str, *, labelset: str = "ground-truth", if_match: str | None = None) -> None:
        """Delete a label; its history is kept.

        The sample becomes unlabeled.
        """
        call = Call("DELETE", f"/labels/{encode(sample)}/{encode(labelset)}/", "always", if_match=if_match)
        await self._transport.send(call)

    def history(
        self, sample: str, *, per_page: int | Omit = omit, before: str | Omit = omit, labelset: str = "ground-truth"
    ) -> AsyncRows[models.LabelHistoryRow]:
        """List the versions of a label, newest first."""
        call = Call(
            "GET",
            f"/labels/{encode(sample)}/{encode(labelset)}/history/",
            "always",
            query={"per_page": per_page, "before": before},
        )
        return AsyncRows(self._transport, models.LabelHistoryRow, call)

    async def version(self, sample: str, version: str, *, labelset: str = "ground-truth") -> models.LabelVersion:
        """Get a version of a label."""
        call = Call("GET", f"/labels/{encode(sample)}/{encode(labelset)}/history/{encode(version)}/", "always")
        return await self._transport.read(models.LabelVersion, call)

    async def restore(
        self,
        sample: str,
        *,
        version: str,
        labelset: str = "ground-truth",
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.WrittenLabel:
        """Restore an earlier version of a label."""
        call = Call(
            "POST",
            f"/labels/{encode(sample)}/{encode(labelset)}/restore/",
            "keyed",
            body={"version": version},
            if_match=if_match,
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WrittenLabel, call)


class AsyncWarningsGroup(AsyncGroup):
    """Operations on warnings."""

    async def check(
        self, sample: str, *, labelset: str | None | Omit = omit, attributes: JsonObject | None | Omit = omit
    ) -> models.Check:
        """Check the label of a sample, or unsaved work."""
        call = Call(
            "POST", f"/samples/{encode(sample)}/check/", "always", body={"labelset": labelset, "attributes": attributes}
        )
        return await self._transport.read(models.Check, call)

    def check_dataset(self, dataset: str, *, labelset: str | None | Omit = omit) -> AsyncIterator[dict[str, Any]]:
        """Check all labels; streams warnings, progress and a summary as NDJSON."""
        call = Call("POST", f"/datasets/{encode_dataset(dataset)}/check/", "always", body={"labelset": labelset})
        return self._transport.read_lines(call)

    async def totals(self, dataset: str, *, labelset: str | Omit = omit) -> models.WarningTotals:
        """Count the warnings of a dataset by rule."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/warnings/", "always", query={"labelset": labelset})
        return await self._transport.read(models.WarningTotals, call)

    async def list(
        self, sample: str, *, per_page: int | Omit = omit, cursor: int | Omit = omit, labelset: str = "ground-truth"
    ) -> models.LastCheck:
        """Get the last check of a label, with a page of its warnings.

        The `Link` header leads to the next page of warnings.
        """
        call = Call(
            "GET",
            f"/labels/{encode(sample)}/{encode(labelset)}/warnings/",
            "always",
            query={"per_page": per_page, "cursor": cursor},
        )
        return await self._transport.read(models.LastCheck, call)

    async def dismiss(
        self,
        sample: str,
        warning: str,
        *,
        reason: str,
        labelset: str = "ground-truth",
        idempotency_key: str | None = None,
    ) -> models.LabelWarning:
        """Dismiss a warning with a reason.

        The warning returns when the parts of the label that it is about change.
        """
        call = Call(
            "POST",
            f"/labels/{encode(sample)}/{encode(labelset)}/warnings/{encode(warning)}/dismiss/",
            "keyed",
            body={"reason": reason},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.LabelWarning, call)

    async def restore(self, sample: str, warning: str, *, labelset: str = "ground-truth") -> None:
        """Restore a dismissed warning."""
        call = Call(
            "DELETE", f"/labels/{encode(sample)}/{encode(labelset)}/warnings/{encode(warning)}/dismiss/", "always"
        )
        await self._transport.send(call)


class AsyncIssuesGroup(AsyncGroup):
    """Operations on issues."""

    async def list(self, dataset: str) -> builtins.list[models.Issue]:
        """List all issues, oldest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/issues/", "always")
        return await self._transport.read(builtins.list[models.Issue], call)

    async def of_sample(self, sample: str) -> builtins.list[models.Issue]:
        """List the issues of a sample, oldest first."""
        call = Call("GET", f"/samples/{encode(sample)}/issues/", "always")
        return await self._transport.read(builtins.list[models.Issue], call)

    async def open(
        self,
        sample: str,
        *,
        description: str,
        status: Literal["OPEN", "CLOSED"] | None | Omit = omit,
        anchor: JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Issue:
        """Create an issue about a sample."""
        call = Call(
            "POST",
            f"/samples/{encode(sample)}/issues/",
            "keyed",
            body={"description": description, "status": status, "anchor": anchor},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Issue, call)

    async def get(self, issue: str) -> models.Issue:
        """Get an issue with its replies."""
        call = Call("GET", f"/issues/{encode(issue)}/", "always")
        return await self._transport.read(models.Issue, call)

    async def update(
        self,
        issue: str,
        *,
        description: str | None | Omit = omit,
        status: Literal["OPEN", "CLOSED"] | None | Omit = omit,
        anchor: JsonObject | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Issue:
        """Update the description, status or anchor of an issue.

        Authors can change their own issues, managers all issues.
        """
        call = Call(
            "PATCH",
            f"/issues/{encode(issue)}/",
            "keyed",
            body={"description": description, "status": status, "anchor": anchor},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Issue, call)

    async def remove(self, issue: str) -> None:
        """Delete an issue."""
        call = Call("DELETE", f"/issues/{encode(issue)}/", "always")
        await self._transport.send(call)

    async def comment(self, issue: str, *, text: str, idempotency_key: str | None = None) -> models.Comment:
        """Reply to an issue."""
        call = Call(
            "POST", f"/issues/{encode(issue)}/comments/", "keyed", body={"text": text}, idempotency_key=idempotency_key
        )
        return await self._transport.read(models.Comment, call)

    async def remove_comment(self, issue: str, comment: str) -> None:
        """Delete a reply.

        Only its author or a manager.
        """
        call = Call("DELETE", f"/issues/{encode(issue)}/comments/{encode(comment)}/", "always")
        await self._transport.send(call)


class AsyncQueueGroup(AsyncGroup):
    """Operations on queue."""

    async def claim(
        self,
        dataset: str,
        queue: str,
        *,
        count: int | None | Omit = omit,
        lease_seconds: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> builtins.list[models.ClaimedSample]:
        """Claim the next samples.

        Your own open claims come first.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/queue/{encode(queue)}/claim/",
            "keyed",
            body={"count": count, "lease_seconds": lease_seconds},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(builtins.list[models.ClaimedSample], call)

    async def claim_sample(
        self,
        dataset: str,
        queue: str,
        sample: str,
        *,
        lease_seconds: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.ClaimedSample:
        """Claim a given sample.

        Claims the sample regardless of its place in the order, if the queue could give it to the caller.
        Your own open claim of it is renewed. Otherwise the response is 409 with the reason: `sample_held`,
        `sample_finished`, `sample_of_other` or `too_many_claims`.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/queue/{encode(queue)}/claim/{encode(sample)}/",
            "keyed",
            body={"lease_seconds": lease_seconds},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ClaimedSample, call)

    async def stats(self, dataset: str, *, start: str | Omit = omit, end: str | Omit = omit) -> models.QueueStats:
        """Get the work done per person, by default of the last 7 days.

        Managers get the work of everyone, others their own.
        """
        call = Call(
            "GET", f"/datasets/{encode_dataset(dataset)}/queue/stats/", "always", query={"start": start, "end": end}
        )
        return await self._transport.read(models.QueueStats, call)

    async def throughput(self, dataset: str, *, start: str | Omit = omit, end: str | Omit = omit) -> models.Throughput:
        """Get the work finished per day, by default of the last 30 days.

        Managers get the work of everyone, others their own.
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/queue/throughput/",
            "always",
            query={"start": start, "end": end},
        )
        return await self._transport.read(models.Throughput, call)

    async def statistics(
        self,
        dataset: str,
        *,
        start: str | Omit = omit,
        end: str | Omit = omit,
        time_zone: str | Omit = omit,
        by: str | Omit = omit,
        user: str | Omit = omit,
    ) -> models.Statistics:
        """Get work statistics by person, day, kind of work and category.

        Managers get the work of everyone, others their own.

        Args:
            by: The dimensions of the rows, separated by commas. With `category`, rows count objects
                only
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/statistics/",
            "always",
            query={"start": start, "end": end, "time_zone": time_zone, "by": by, "user": user},
        )
        return await self._transport.read(models.Statistics, call)

    async def statistics_csv(
        self,
        dataset: str,
        *,
        start: str | Omit = omit,
        end: str | Omit = omit,
        time_zone: str | Omit = omit,
        by: str | Omit = omit,
        user: str | Omit = omit,
    ) -> str:
        """Get work statistics as CSV.

        The rows of the JSON statistics, for spreadsheets. Texts that look like formulas begin with an
        apostrophe.

        Args:
            by: The dimensions of the rows, separated by commas. With `category`, rows count objects
                only
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/statistics.csv",
            "always",
            query={"start": start, "end": end, "time_zone": time_zone, "by": by, "user": user},
        )
        return await self._transport.read_text(call)

    async def view(
        self, dataset: str, queue: str, *, user: str | Omit = omit, limit: int | Omit = omit
    ) -> builtins.list[models.QueueStep]:
        """Get the queue of a person, step by step.

        Args:
            user: The person whose order is shown; by default the caller
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/queue/{encode(queue)}/",
            "always",
            query={"user": user, "limit": limit},
        )
        return await self._transport.read(builtins.list[models.QueueStep], call)

    async def explain(self, dataset: str, queue: str, *, user: str | Omit = omit) -> models.QueueExplanation:
        """Explain which sample a person would get next.

        Args:
            user: The person whose order is shown; by default the caller
        """
        call = Call(
            "GET", f"/datasets/{encode_dataset(dataset)}/queue/{encode(queue)}/explain/", "always", query={"user": user}
        )
        return await self._transport.read(models.QueueExplanation, call)

    async def review_draw(self, sample: str) -> models.ReviewDraw:
        """Get whether a sample is drawn for a review.

        The draw follows from the sample and a secret of the server, and never changes. It is shown once the
        label of the sample was submitted, so that nobody foresees it. A submitted label waits for a
        reviewer when the draw of its sample is below `review_rate`.
        """
        call = Call("GET", f"/samples/{encode(sample)}/review_draw/", "always")
        return await self._transport.read(models.ReviewDraw, call)

    async def claims(self, dataset: str) -> builtins.list[models.ListedClaim]:
        """List open claims, oldest first.

        Managers get the claims of everyone, others their own.
        """
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/claims/", "always")
        return await self._transport.read(builtins.list[models.ListedClaim], call)

    def workunits(
        self,
        dataset: str,
        *,
        per_page: int | Omit = omit,
        start: str | Omit = omit,
        end: str | Omit = omit,
        sort: Literal["created_at", "-created_at"] | Omit = omit,
        user: str | Omit = omit,
        include_session_time_metrics: bool | Omit = omit,
    ) -> AsyncRows[models.ListedWorkunit]:
        """List workunits, newest first.

        Unknown parameters are ignored, and empty values count as absent.
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/workunits/",
            "always",
            query={
                "per_page": per_page,
                "start": start,
                "end": end,
                "sort": sort,
                "user": user,
                "include_session_time_metrics": include_session_time_metrics,
            },
        )
        return AsyncRows(self._transport, models.ListedWorkunit, call)


class AsyncClaimsGroup(AsyncGroup):
    """Operations on claims."""

    async def mine(self) -> builtins.list[models.ListedClaim]:
        """List your open claims, oldest first."""
        call = Call("GET", "/claims/", "always")
        return await self._transport.read(builtins.list[models.ListedClaim], call)

    async def get(self, claim: str) -> models.ClaimedSample:
        """Get an open claim with its sample and label.

        Only for the holder of the claim or a manager.
        """
        call = Call("GET", f"/claims/{encode(claim)}/", "always")
        return await self._transport.read(models.ClaimedSample, call)

    async def give_back(self, claim: str) -> None:
        """Release a claim.

        Returns the sample to the queue. Only for the holder of the claim or a manager.
        """
        call = Call("DELETE", f"/claims/{encode(claim)}/", "always")
        await self._transport.send(call)

    async def renew(self, claim: str, *, lease_seconds: int | None | Omit = omit) -> models.Claim:
        """Renew a claim.

        The lease is extended from now.
        """
        call = Call("POST", f"/claims/{encode(claim)}/renew/", "always", body={"lease_seconds": lease_seconds})
        return await self._transport.read(models.Claim, call)

    async def save(
        self,
        claim: str,
        *,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        time: int | None | Omit = omit,
        inactive_time: int | None | Omit = omit,
        time_since: Literal["claim", "previous"] | None | Omit = omit,
        comment: str | None | Omit = omit,
        overlap_label: str | None | Omit = omit,
    ) -> models.WorkDone:
        """Save unfinished work and keep the claim.

        Args:
            time_since: The start of `time` and `inactive_time`: the claim, or the previous work on it.
                Without this field, times that exceed the time since the last save are counted from the
                claim. Times since the previous work may include work under earlier claims on the sample in
                the same queue that ended before it was sent; such work counts once if it is more than 5
                seconds
            overlap_label: With accept, where several people labeled the sample: the letter of the label
                to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused
                with all other work
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/save/",
            "always",
            body={
                "attributes": attributes,
                "score": score,
                "rating": rating,
                "time": time,
                "inactive_time": inactive_time,
                "time_since": time_since,
                "comment": comment,
                "overlap_label": overlap_label,
            },
        )
        return await self._transport.read(models.WorkDone, call)

    async def submit(
        self,
        claim: str,
        *,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        time: int | None | Omit = omit,
        inactive_time: int | None | Omit = omit,
        time_since: Literal["claim", "previous"] | None | Omit = omit,
        comment: str | None | Omit = omit,
        overlap_label: str | None | Omit = omit,
    ) -> models.WorkDone:
        """Submit the label and end the claim.

        Args:
            time_since: The start of `time` and `inactive_time`: the claim, or the previous work on it.
                Without this field, times that exceed the time since the last save are counted from the
                claim. Times since the previous work may include work under earlier claims on the sample in
                the same queue that ended before it was sent; such work counts once if it is more than 5
                seconds
            overlap_label: With accept, where several people labeled the sample: the letter of the label
                to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused
                with all other work
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/submit/",
            "always",
            body={
                "attributes": attributes,
                "score": score,
                "rating": rating,
                "time": time,
                "inactive_time": inactive_time,
                "time_since": time_since,
                "comment": comment,
                "overlap_label": overlap_label,
            },
        )
        return await self._transport.read(models.WorkDone, call)

    async def skip(
        self,
        claim: str,
        *,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        time: int | None | Omit = omit,
        inactive_time: int | None | Omit = omit,
        time_since: Literal["claim", "previous"] | None | Omit = omit,
        comment: str | None | Omit = omit,
        overlap_label: str | None | Omit = omit,
    ) -> models.WorkDone:
        """Skip the sample and end the claim.

        Args:
            time_since: The start of `time` and `inactive_time`: the claim, or the previous work on it.
                Without this field, times that exceed the time since the last save are counted from the
                claim. Times since the previous work may include work under earlier claims on the sample in
                the same queue that ended before it was sent; such work counts once if it is more than 5
                seconds
            overlap_label: With accept, where several people labeled the sample: the letter of the label
                to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused
                with all other work
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/skip/",
            "always",
            body={
                "attributes": attributes,
                "score": score,
                "rating": rating,
                "time": time,
                "inactive_time": inactive_time,
                "time_since": time_since,
                "comment": comment,
                "overlap_label": overlap_label,
            },
        )
        return await self._transport.read(models.WorkDone, call)

    async def accept(
        self,
        claim: str,
        *,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        time: int | None | Omit = omit,
        inactive_time: int | None | Omit = omit,
        time_since: Literal["claim", "previous"] | None | Omit = omit,
        comment: str | None | Omit = omit,
        overlap_label: str | None | Omit = omit,
    ) -> models.WorkDone:
        """Accept the label and end the claim.

        Args:
            time_since: The start of `time` and `inactive_time`: the claim, or the previous work on it.
                Without this field, times that exceed the time since the last save are counted from the
                claim. Times since the previous work may include work under earlier claims on the sample in
                the same queue that ended before it was sent; such work counts once if it is more than 5
                seconds
            overlap_label: With accept, where several people labeled the sample: the letter of the label
                to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused
                with all other work
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/accept/",
            "always",
            body={
                "attributes": attributes,
                "score": score,
                "rating": rating,
                "time": time,
                "inactive_time": inactive_time,
                "time_since": time_since,
                "comment": comment,
                "overlap_label": overlap_label,
            },
        )
        return await self._transport.read(models.WorkDone, call)

    async def reject(
        self,
        claim: str,
        *,
        attributes: JsonObject | None | Omit = omit,
        score: float | None | Omit = omit,
        rating: float | None | Omit = omit,
        time: int | None | Omit = omit,
        inactive_time: int | None | Omit = omit,
        time_since: Literal["claim", "previous"] | None | Omit = omit,
        comment: str | None | Omit = omit,
        overlap_label: str | None | Omit = omit,
    ) -> models.WorkDone:
        """Reject the label and end the claim; a comment creates an issue.

        Args:
            time_since: The start of `time` and `inactive_time`: the claim, or the previous work on it.
                Without this field, times that exceed the time since the last save are counted from the
                claim. Times since the previous work may include work under earlier claims on the sample in
                the same queue that ended before it was sent; such work counts once if it is more than 5
                seconds
            overlap_label: With accept, where several people labeled the sample: the letter of the label
                to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused
                with all other work
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/reject/",
            "always",
            body={
                "attributes": attributes,
                "score": score,
                "rating": rating,
                "time": time,
                "inactive_time": inactive_time,
                "time_since": time_since,
                "comment": comment,
                "overlap_label": overlap_label,
            },
        )
        return await self._transport.read(models.WorkDone, call)

    async def undo(
        self, claim: str, *, lease_seconds: int | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.UndoneWork:
        """Take back a submission or an acceptance within a minute.

        Only for the person who did the work, while nobody has claimed the sample or changed the label
        since; otherwise the response is 409 `sample_held`, `not_undoable`, `stale_claim`, `claim_ended` or
        `dataset_archived`. Work with a comment, whose issue stays, cannot be taken back. An acceptance
        takes the permission to review. The label returns to its version before the work, and you get a new
        claim on the sample. The history of the label keeps both versions. Of samples that several people
        label, the label of one person is removed, while nobody has claimed or made the decision.
        """
        call = Call(
            "POST",
            f"/claims/{encode(claim)}/undo/",
            "keyed",
            body={"lease_seconds": lease_seconds},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.UndoneWork, call)


class AsyncOverlapGroup(AsyncGroup):
    """Operations on overlap."""

    async def get(self, sample: str) -> models.Overlap:
        """Get the overlap of a sample: its labels, and how far these agree.

        Labels are shown when all of them are in. To decide, claim the sample in the reviewing queue and
        accept it with `overlap_label`, with your own `attributes`, or with both.
        """
        call = Call("GET", f"/samples/{encode(sample)}/overlap/", "always")
        return await self._transport.read(models.Overlap, call)

    async def set(self, sample: str, *, overlap: int, reopen: bool | None | Omit = omit) -> models.Overlap:
        """Set the number of people who label a sample.

        For a sample that nobody has begun, or to which labels are missing; otherwise, without `reopen`, the
        response is 409 `overlap_closed`. No work is lost: the number stays at least that of the labels that
        are in or begun. When none is missing any more, the sample waits for a decision; with 1 and without
        any work, it returns to the labeling queue.

        Args:
            overlap: The number of people who label the sample
            reopen: Whether more labels are requested of a finished sample. What its labeler submitted
                is one of them; the ground truth stays until all are in
        """
        call = Call("PUT", f"/samples/{encode(sample)}/overlap/", "always", body={"overlap": overlap, "reopen": reopen})
        return await self._transport.read(models.Overlap, call)

    async def agreement(
        self,
        dataset: str,
        *,
        seed: int | Omit = omit,
        lowest: int | Omit = omit,
        labelsets: str | Omit = omit,
        release: str | Omit = omit,
        releases: str | Omit = omit,
        labelset: str | Omit = omit,
    ) -> models.DatasetAgreement:
        """Get how far the labels of a dataset agree, by people, categories and attributes.

        Measured now from the samples that several people have labeled, or with `labelsets` or `releases`
        from those that have a finished label in both; of more than 20000 from as many that are drawn at
        random. That can take many seconds, and one dataset is measured after the other.

        Args:
            seed: The same seed gives the same figures of the same labels
            lowest: The number of samples with the lowest agreement that are listed
            labelsets: a string matching the pattern ^[^,]+,[^,]+$
            releases: a string matching the pattern ^[^,]+,[^,]+$
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/agreement/",
            "always",
            query={
                "seed": seed,
                "lowest": lowest,
                "labelsets": labelsets,
                "release": release,
                "releases": releases,
                "labelset": labelset,
            },
        )
        return await self._transport.read(models.DatasetAgreement, call)


class AsyncGoldGroup(AsyncGroup):
    """Operations on gold."""

    async def get(self, sample: str) -> models.GoldSample:
        """Get the known label of a gold sample, and the results of people."""
        call = Call("GET", f"/samples/{encode(sample)}/gold/", "always")
        return await self._transport.read(models.GoldSample, call)

    async def set(
        self,
        sample: str,
        *,
        attributes: JsonObject,
        if_match: str | None = None,
        if_none_match: Literal["*"] | None = None,
    ) -> models.GoldSample:
        """Make a sample a gold sample, or replace its known label.

        For an unlabeled sample that nobody has begun or claimed; otherwise the response is 409
        `gold_closed`. It is mixed into the labeling queue at the `gold_rate` of the dataset, and people
        cannot tell it from others. Its ground truth stays empty. Answers to a replaced label do not count
        in the figures any more.
        """
        call = Call(
            "PUT",
            f"/samples/{encode(sample)}/gold/",
            "always",
            body={"attributes": attributes},
            if_match=if_match,
            if_none_match=if_none_match,
        )
        return await self._transport.read(models.GoldSample, call)

    async def remove(self, sample: str, *, if_match: str | None = None) -> None:
        """Return a gold sample to the labeling queue.

        Deletes the known label and the labels of people, and ends the claims on the sample. The results
        stay in the figures of people.
        """
        call = Call("DELETE", f"/samples/{encode(sample)}/gold/", "always", if_match=if_match)
        await self._transport.send(call)

    def list(
        self, dataset: str, *, per_page: int | Omit = omit, after: str | Omit = omit
    ) -> AsyncRows[models.GoldSampleFigures]:
        """List the gold samples of a dataset with the figures of their answers."""
        call = Call(
            "GET", f"/datasets/{encode_dataset(dataset)}/gold/", "always", query={"per_page": per_page, "after": after}
        )
        return AsyncRows(self._transport, models.GoldSampleFigures, call)

    def people(
        self, dataset: str, *, per_page: int | Omit = omit, after: str | Omit = omit
    ) -> AsyncRows[models.GoldPerson]:
        """List the results of people on gold samples, by name."""
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/gold/people/",
            "always",
            query={"per_page": per_page, "after": after},
        )
        return AsyncRows(self._transport, models.GoldPerson, call)

    def answers(
        self, sample: str, *, per_page: int | Omit = omit, after: str | Omit = omit
    ) -> AsyncRows[models.GoldAnswer]:
        """List the answers to a gold sample with the labels, the latest first.

        A sample that is no gold sample any more has the answers of before, without labels.
        """
        call = Call(
            "GET", f"/samples/{encode(sample)}/gold/answers/", "always", query={"per_page": per_page, "after": after}
        )
        return AsyncRows(self._transport, models.GoldAnswer, call)

    def person_answers(
        self, dataset: str, username: str, *, per_page: int | Omit = omit, after: str | Omit = omit
    ) -> AsyncRows[models.GoldPersonAnswer]:
        """List a person's answers to gold samples, the latest first."""
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/gold/people/{encode(username)}/answers/",
            "always",
            query={"per_page": per_page, "after": after},
        )
        return AsyncRows(self._transport, models.GoldPersonAnswer, call)


class AsyncReleasesGroup(AsyncGroup):
    """Operations on releases."""

    async def list(self, dataset: str) -> builtins.list[models.Release]:
        """List releases, newest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/releases/", "always")
        return await self._transport.read(builtins.list[models.Release], call)

    async def create(
        self, dataset: str, *, name: str, description: str | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.Release:
        """Create a release.

        Its status is `PENDING` until the file is written.

        Args:
            name: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/",
            "keyed",
            body={"name": name, "description": description},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Release, call)

    async def get(self, dataset: str, release: str) -> models.Release:
        """Get a release, with a temporary URL of its file."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/", "always")
        return await self._transport.read(models.Release, call)

    async def update(
        self, dataset: str, release: str, *, description: str | None | Omit = omit, idempotency_key: str | None = None
    ) -> models.Release:
        """Change the description of a release.

        Its file does not change.
        """
        call = Call(
            "PATCH",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/",
            "keyed",
            body={"description": description},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Release, call)

    async def remove(self, dataset: str, release: str) -> None:
        """Delete a release and its file."""
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/", "always")
        await self._transport.send(call)

    def diff(self, dataset: str, release: str, other: str) -> AsyncIterator[dict[str, Any]]:
        """Compare two releases, one line per sample."""
        call = Call(
            "GET", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/diff/{encode(other)}/", "always"
        )
        return self._transport.read_lines(call)

    async def statements(self, dataset: str, release: str) -> builtins.list[models.Envelope]:
        """List the signed statements of a release, oldest first.

        In-toto statements in DSSE envelopes. Releases of versions before 0.1.0 have none.
        """
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/statements/", "always")
        return await self._transport.read(builtins.list[models.Envelope], call)

    async def append_statement(
        self,
        dataset: str,
        release: str,
        *,
        predicate_type: str,
        predicate: JsonObject,
        idempotency_key: str | None = None,
    ) -> models.Envelope:
        """Sign a statement about a release, such as the result of an audit.

        The server adds `signed_at` and does not check what the predicate says. A statement is never
        changed, and is deleted with its release. A release has at most 100.

        Args:
            predicate_type: A URI that says what the predicate means, such as that of an audit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/statements/",
            "keyed",
            body={"predicate_type": predicate_type, "predicate": predicate},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Envelope, call)

    async def prove(self, dataset: str, release: str, sample: str) -> models.SampleProof:
        """Prove that a sample with its labels is in a release.

        The server reads the file of the release once. Whoever has the proof, the line and the public key
        needs no other sample.
        """
        call = Call(
            "GET", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/proofs/{encode(sample)}/", "always"
        )
        return await self._transport.read(models.SampleProof, call)

    async def key_set(self) -> models.ReleaseKeySet:
        """Get the public keys that verify statements as a JSON Web Key Set.

        Newest first. Keys that no longer sign stay in the set. It is empty until the first release.
        """
        call = Call("GET", "/releases/jwks.json", "always")
        return await self._transport.read(models.ReleaseKeySet, call)

    async def rotate_key(self, *, idempotency_key: str | None = None) -> models.ReleaseKeySet:
        """Make a new key, which signs statements from now on.

        Other server processes follow within a minute.
        """
        call = Call("POST", "/releases/signing_key/rotate/", "keyed", idempotency_key=idempotency_key)
        return await self._transport.read(models.ReleaseKeySet, call)


class AsyncReleaseAuditsGroup(AsyncGroup):
    """Operations on release audits."""

    async def list(self, dataset: str, release: str) -> builtins.list[models.ReleaseAudit]:
        """List the audits of a release, oldest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/", "always")
        return await self._transport.read(builtins.list[models.ReleaseAudit], call)

    async def create(
        self,
        dataset: str,
        release: str,
        *,
        labelset: str | Omit = omit,
        unit: Literal["samples", "objects"] | Omit = omit,
        level: float | Omit = omit,
        goal: float | None | Omit = omit,
        metric: Literal["iou", "distance", "angle"] | None | Omit = omit,
        tolerance: float | None | Omit = omit,
        draws: int | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.ReleaseAudit:
        """Begin an audit of a release.

        The audit is `preparing` until a job has read the file of the release: then its plan, with a
        commitment to the nonce from which the draw follows, is signed and appended to the statements of the
        release, and it is `open`. It is `failed` where the release has no finished label in the labelset,
        or none with objects in an audit of objects.

        Args:
            labelset: `ground-truth` by default
            unit: `samples`, the default: whole samples are drawn. `objects`: single annotations are,
                and tracks of sequences; errors of objects that were missed are not counted then
            level: The confidence of each bound, from 0.5 to 0.9999; 0.95 by default
            goal: The share of samples or objects with an error, at which the audit stops, such as 0.02
            metric: How geometry is measured. Without it, any error of geometry that an auditor sees
                counts
            tolerance: The value of the metric beyond which geometry is wrong: an `iou` below it, a
                `distance` or `angle` above it
            draws: The most samples or objects that are drawn, up to 10 000; 2000 by default
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/",
            "keyed",
            body={
                "labelset": labelset,
                "unit": unit,
                "level": level,
                "goal": goal,
                "metric": metric,
                "tolerance": tolerance,
                "draws": draws,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def get(self, dataset: str, release: str, audit: str, *, joint: bool | Omit = omit) -> models.ReleaseAudit:
        """Get an audit, with its curve and the bounds of its strata.

        Args:
            joint: Whether the bounds of the whole and of all strata hold together, and not each by
                itself
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/",
            "always",
            query={"joint": joint},
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def claim(
        self, dataset: str, release: str, audit: str, *, idempotency_key: str | None = None
    ) -> builtins.list[models.AuditWork]:
        """Claim the next draw of an audit for half an hour.

        Returns one sample, in an audit of objects with the one object that is checked, your open claim
        again where you have one, or none when there is nothing that you may check: all draws are checked or
        claimed, their labels are yours, or they are checked again: you have taken back their outcomes, or a
        manager has taken back yours.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/claim/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(builtins.list[models.AuditWork], call)

    def list_draws(
        self, dataset: str, release: str, audit: str, *, per_page: int | Omit = omit, after: int | Omit = omit
    ) -> AsyncRows[models.AuditDraw]:
        """List the samples or objects that an audit has drawn, with their outcomes.

        The `Link` header leads to the next page.
        """
        call = Call(
            "GET",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/draws/",
            "always",
            query={"per_page": per_page, "after": after},
        )
        return AsyncRows(self._transport, models.AuditDraw, call)

    async def submit(
        self,
        dataset: str,
        release: str,
        audit: str,
        number: str,
        *,
        errors: Sequence[models.NewAuditError | JsonObject],
    ) -> models.ReleaseAudit:
        """Say what is wrong with a draw that you have claimed, or correct that.

        Returns the audit with its bound, which counts the outcome as soon as all draws before it have one.
        The same request again changes nothing.

        Args:
            errors: None for a label that is right
        """
        call = Call(
            "PUT",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/draws/{encode(number)}/",
            "always",
            body={"errors": errors},
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def undo(self, dataset: str, release: str, audit: str, number: str) -> models.ReleaseAudit:
        """Take an outcome back, so that somebody else checks the draw again.

        Your own, or anybody's for managers. You do not get the draw again. The audit counts it as revised,
        and the audit log has the old outcome. Not of a finished audit.
        """
        call = Call(
            "DELETE",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/draws/{encode(number)}/",
            "always",
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def close_draw(
        self, dataset: str, release: str, audit: str, number: str, *, reason: str, idempotency_key: str | None = None
    ) -> models.ReleaseAudit:
        """Close a draw of an audit that nobody may or can check.

        It counts as an error in the upper bound, so that the bound goes on after it. Ends the claim of the
        draw. 409 `wrong_state` for one that has an outcome.

        Args:
            reason: Up to 1000 characters, for those who see who works on what
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/draws/{encode(number)}/close/",
            "keyed",
            body={"reason": reason},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def finish(
        self, dataset: str, release: str, audit: str, *, idempotency_key: str | None = None
    ) -> models.ReleaseAudit:
        """Finish an audit, and sign its result.

        At any time. The result, with the nonce, the draws with an error and the bounds, is appended to the
        statements of the release. Nothing changes afterwards.
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/finish/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.ReleaseAudit, call)

    async def return_stratum(
        self,
        dataset: str,
        release: str,
        audit: str,
        *,
        kind: Literal["category", "sensor", "labeler", "reviewer"],
        name: str,
        idempotency_key: str | None = None,
    ) -> models.AuditStratumReturn:
        """Send the labels of a stratum back to review.

        Labels that are as the release has them, and are REVIEWED or VERIFIED, become LABELED. For audits of
        the ground truth. An interrupted request can be repeated.

        Args:
            name: A category, a sensor, or an account
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/releases/{encode(release)}/audits/{encode(audit)}/return_stratum/",
            "keyed",
            body={"kind": kind, "name": name},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.AuditStratumReturn, call)


class AsyncExportsGroup(AsyncGroup):
    """Operations on exports."""

    async def formats(self) -> builtins.list[models.Format]:
        """List the export and import formats."""
        call = Call("GET", "/formats/", "always")
        return await self._transport.read(builtins.list[models.Format], call)

    async def list(self, dataset: str) -> builtins.list[models.Export]:
        """List exports, newest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/exports/", "always")
        return await self._transport.read(builtins.list[models.Export], call)

    async def create(
        self,
        dataset: str,
        *,
        format: str,
        release: str | None | Omit = omit,
        labelset: str | None | Omit = omit,
        labeler: str | None | Omit = omit,
        statuses: Sequence[
            Literal[
                "PRELABELED",
                "LABELING_IN_PROGRESS",
                "LABELED",
                "REVIEWING_IN_PROGRESS",
                "REVIEWED",
                "REJECTED",
                "SKIPPED",
                "VERIFIED",
            ]
            | Literal["UNLABELED"]
        ]
        | None
        | Omit = omit,
        metadata: JsonObject | None | Omit = omit,
        categories: Sequence[str] | None | Omit = omit,
        renames: JsonObject | None | Omit = omit,
        keyframes: Literal["keep", "expand"] | None | Omit = omit,
        splits: JsonObject | None | Omit = omit,
        files: Literal["copy", "link", "leave"] | None | Omit = omit,
        coordinates: Literal["sensor", "ego", "world"] | None | Omit = omit,
        croissant: bool | None | Omit = omit,
        spreadsheet: bool | None | Omit = omit,
        strict: bool | None | Omit = omit,
        name_contains: str | None | Omit = omit,
        keep_orientation: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Export:
        """Export a dataset or a release.

        The status is `PENDING` until the zip file is written.

        Args:
            format: The name of a format of `GET /formats/`
            release: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
            labelset: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first
                a letter or digit
            labeler: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a
                letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/exports/",
            "keyed",
            body={
                "format": format,
                "release": release,
                "labelset": labelset,
                "labeler": labeler,
                "statuses": statuses,
                "metadata": metadata,
                "categories": categories,
                "renames": renames,
                "keyframes": keyframes,
                "splits": splits,
                "files": files,
                "coordinates": coordinates,
                "croissant": croissant,
                "spreadsheet": spreadsheet,
                "strict": strict,
                "name_contains": name_contains,
                "keep_orientation": keep_orientation,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Export, call)

    async def get(self, dataset: str, transfer: str) -> models.Export:
        """Get an export, with a temporary URL of its zip file."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/exports/{encode(transfer)}/", "always")
        return await self._transport.read(models.Export, call)

    async def remove(self, dataset: str, transfer: str) -> None:
        """Delete an export and its zip file."""
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/exports/{encode(transfer)}/", "always")
        await self._transport.send(call)

    async def cancel(self, dataset: str, transfer: str, *, idempotency_key: str | None = None) -> models.Export:
        """Cancel a pending export."""
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/exports/{encode(transfer)}/cancel/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Export, call)


class AsyncImportsGroup(AsyncGroup):
    """Operations on imports."""

    async def list(self, dataset: str) -> builtins.list[models.Import]:
        """List imports, newest first."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/imports/", "always")
        return await self._transport.read(builtins.list[models.Import], call)

    async def create(
        self,
        dataset: str,
        *,
        asset: str | None | Omit = omit,
        format: str | None | Omit = omit,
        labelset: str | None | Omit = omit,
        empty: Literal["label", "unlabeled"] | None | Omit = omit,
        strict: bool | None | Omit = omit,
        url: str | None | Omit = omit,
        label_status: Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | None
        | Omit = omit,
        keep_labels: bool | None | Omit = omit,
        base_url: str | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.Import:
        """Import an uploaded archive, or a folder of a bucket.

        Everything is checked before anything is saved.

        Args:
            labelset: A name: must be 1 to 100 letters, digits, dots, underscores or hyphens, the first
                a letter or digit
        """
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/imports/",
            "keyed",
            body={
                "asset": asset,
                "format": format,
                "labelset": labelset,
                "empty": empty,
                "strict": strict,
                "url": url,
                "label_status": label_status,
                "keep_labels": keep_labels,
                "base_url": base_url,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Import, call)

    async def get(self, dataset: str, transfer: str) -> models.Import:
        """Get an import."""
        call = Call("GET", f"/datasets/{encode_dataset(dataset)}/imports/{encode(transfer)}/", "always")
        return await self._transport.read(models.Import, call)

    async def remove(self, dataset: str, transfer: str) -> None:
        """Delete the record of an import; its samples are kept."""
        call = Call("DELETE", f"/datasets/{encode_dataset(dataset)}/imports/{encode(transfer)}/", "always")
        await self._transport.send(call)

    async def cancel(self, dataset: str, transfer: str, *, idempotency_key: str | None = None) -> models.Import:
        """Cancel an import that has not saved anything yet."""
        call = Call(
            "POST",
            f"/datasets/{encode_dataset(dataset)}/imports/{encode(transfer)}/cancel/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.Import, call)


class AsyncAssetsGroup(AsyncGroup):
    """Operations on assets."""

    def list(self, *, per_page: int | Omit = omit, before: str | Omit = omit) -> AsyncRows[models.OwnAsset]:
        """List your uploaded files, newest first."""
        call = Call("GET", "/assets/", "always", query={"per_page": per_page, "before": before})
        return AsyncRows(self._transport, models.OwnAsset, call)

    async def create(self, *, filename: str, idempotency_key: str | None = None) -> models.Asset:
        """Create an upload.

        The response contains the form fields and the URL of the file.
        """
        call = Call("POST", "/assets/", "keyed", body={"filename": filename}, idempotency_key=idempotency_key)
        return await self._transport.read(models.Asset, call)

    def collect(
        self, *, dry_run: bool | None | Omit = omit, keep_hours: int | None | Omit = omit
    ) -> AsyncIterator[dict[str, Any]]:
        """Delete unreferenced assets; streams progress, assets and a summary as NDJSON.

        Args:
            dry_run: Only lists the assets that would be deleted
            keep_hours: The number of hours for which unreferenced assets are kept; by default the
                setting of the server
        """
        call = Call("POST", "/assets/collection/", "always", body={"dry_run": dry_run, "keep_hours": keep_hours})
        return self._transport.read_lines(call)

    async def read(self, asset: str, file: str, *, expires: str | Omit = omit, signature: str | Omit = omit) -> bytes:
        """Download the file of an asset.

        The URL is in the response that created the upload. It is signed if the server requires it.
        """
        call = Call(
            "GET",
            f"/assets/{encode(asset)}/{encode(file)}",
            "always",
            query={"expires": expires, "signature": signature},
        )
        return await self._transport.read_bytes(call)

    async def references(self, asset: str) -> models.AssetReferences:
        """List the references to an asset.

        Reads all datasets. Only for the owner of the asset and site admins.
        """
        call = Call("GET", f"/assets/{encode(asset)}/references/", "always")
        return await self._transport.read(models.AssetReferences, call)

    async def remove(self, asset: str, *, force: bool | Omit = omit) -> None:
        """Delete an unreferenced asset, or any asset with `force`.

        Args:
            force: Deletes the asset even if it is referenced
        """
        call = Call("DELETE", f"/assets/{encode(asset)}/", "always", query={"force": force})
        await self._transport.send(call)


class AsyncJobsGroup(AsyncGroup):
    """Operations on jobs."""

    async def get(self, job: str) -> models.Job:
        """Get the progress of a job."""
        call = Call("GET", f"/jobs/{encode(job)}/", "always")
        return await self._transport.read(models.Job, call)

    def list(
        self,
        *,
        per_page: int | Omit = omit,
        before: str | Omit = omit,
        status: Literal["PENDING", "RUNNING", "SUCCEEDED", "FAILED"] | Omit = omit,
    ) -> AsyncRows[models.ListedJob]:
        """List the jobs of all datasets, newest first."""
        call = Call("GET", "/jobs/", "always", query={"per_page": per_page, "before": before, "status": status})
        return AsyncRows(self._transport, models.ListedJob, call)

    async def retry(self, job: str, *, idempotency_key: str | None = None) -> models.ListedJob:
        """Retry a failed job.

        It gets as many attempts as a new job.
        """
        call = Call("POST", f"/jobs/{encode(job)}/retry/", "keyed", idempotency_key=idempotency_key)
        return await self._transport.read(models.ListedJob, call)


class AsyncWebhooksGroup(AsyncGroup):
    """Operations on webhooks."""

    async def list(self) -> builtins.list[models.WebhookEndpoint]:
        """List endpoints, oldest first."""
        call = Call("GET", "/user/webhooks/endpoints/", "always")
        return await self._transport.read(builtins.list[models.WebhookEndpoint], call)

    async def create(
        self,
        *,
        url: str,
        version: float | None | Omit = omit,
        description: str | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
            | Literal[
                "dataset.*",
                "sample.*",
                "label.*",
                "issue.*",
                "release.*",
                "export.*",
                "import.*",
                "audit.*",
                "person.*",
                "endpoint.*",
                "delivery.*",
            ]
        ]
        | None
        | Omit = omit,
        datasets: Sequence[str] | None | Omit = omit,
        enabled: bool | None | Omit = omit,
        rate_limit: int | None | Omit = omit,
        headers: JsonObject | None | Omit = omit,
        chat: bool | None | Omit = omit,
        fifo: bool | None | Omit = omit,
        batch: int | None | Omit = omit,
        retry_schedule: Sequence[int] | None | Omit = omit,
        timeout_seconds: int | None | Omit = omit,
        time_to_live_seconds: int | None | Omit = omit,
        secret: str | None | Omit = omit,
        secret_kind: Literal["v1", "v1a"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Add an endpoint."""
        call = Call(
            "POST",
            "/user/webhooks/endpoints/",
            "keyed",
            body={
                "url": url,
                "version": version,
                "description": description,
                "event_types": event_types,
                "datasets": datasets,
                "enabled": enabled,
                "rate_limit": rate_limit,
                "headers": headers,
                "chat": chat,
                "fifo": fifo,
                "batch": batch,
                "retry_schedule": retry_schedule,
                "timeout_seconds": timeout_seconds,
                "time_to_live_seconds": time_to_live_seconds,
                "secret": secret,
                "secret_kind": secret_kind,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def get(self, endpoint: str) -> models.WebhookEndpoint:
        """Get an endpoint."""
        call = Call("GET", f"/user/webhooks/endpoints/{encode(endpoint)}/", "always")
        return await self._transport.read(models.WebhookEndpoint, call)

    async def update(
        self,
        endpoint: str,
        *,
        url: str | None | Omit = omit,
        version: float | None | Omit = omit,
        description: str | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
            | Literal[
                "dataset.*",
                "sample.*",
                "label.*",
                "issue.*",
                "release.*",
                "export.*",
                "import.*",
                "audit.*",
                "person.*",
                "endpoint.*",
                "delivery.*",
            ]
        ]
        | None
        | Omit = omit,
        datasets: Sequence[str] | None | Omit = omit,
        enabled: bool | None | Omit = omit,
        rate_limit: int | None | Omit = omit,
        headers: JsonObject | None | Omit = omit,
        chat: bool | None | Omit = omit,
        fifo: bool | None | Omit = omit,
        batch: int | None | Omit = omit,
        retry_schedule: Sequence[int] | None | Omit = omit,
        timeout_seconds: int | None | Omit = omit,
        time_to_live_seconds: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Update the sent fields of an endpoint; null clears a field."""
        call = Call(
            "PATCH",
            f"/user/webhooks/endpoints/{encode(endpoint)}/",
            "keyed",
            body={
                "url": url,
                "version": version,
                "description": description,
                "event_types": event_types,
                "datasets": datasets,
                "enabled": enabled,
                "rate_limit": rate_limit,
                "headers": headers,
                "chat": chat,
                "fifo": fifo,
                "batch": batch,
                "retry_schedule": retry_schedule,
                "timeout_seconds": timeout_seconds,
                "time_to_live_seconds": time_to_live_seconds,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def remove(self, endpoint: str) -> None:
        """Delete an endpoint and its deliveries."""
        call = Call("DELETE", f"/user/webhooks/endpoints/{encode(endpoint)}/", "always")
        await self._transport.send(call)

    async def secret(self, endpoint: str) -> models.WebhookSecret:
        """Get the key that verifies deliveries: a secret, or the public key of a `v1a` pair.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.
        """
        call = Call("GET", f"/user/webhooks/endpoints/{encode(endpoint)}/secret/", "always")
        return await self._transport.read(models.WebhookSecret, call)

    async def rotate(
        self,
        endpoint: str,
        *,
        overlap_seconds: int | None | Omit = omit,
        secret: str | None | Omit = omit,
        secret_kind: Literal["v1", "v1a"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Rotate the signing secret; the old secrets also sign until they expire.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.

        Args:
            overlap_seconds: The number of seconds for which the old secrets sign too; 86400 by default
        """
        call = Call(
            "POST",
            f"/user/webhooks/endpoints/{encode(endpoint)}/secret/rotate/",
            "keyed",
            body={"overlap_seconds": overlap_seconds, "secret": secret, "secret_kind": secret_kind},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def test(
        self,
        endpoint: str,
        *,
        event_type: Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | None
        | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookDelivery:
        """Send a test event."""
        call = Call(
            "POST",
            f"/user/webhooks/endpoints/{encode(endpoint)}/test/",
            "keyed",
            body={"event_type": event_type},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookDelivery, call)

    def list_deliveries(
        self,
        endpoint: str,
        *,
        state: str | Omit = omit,
        event_type: str | Omit = omit,
        status: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
        dataset: str | Omit = omit,
        cursor: str | Omit = omit,
        per_page: int | Omit = omit,
    ) -> AsyncRows[models.WebhookDelivery]:
        """List the deliveries of an endpoint, newest event first.

        A page may have fewer rows than requested; more follow as long as it has a `next` link.
        """
        call = Call(
            "GET",
            f"/user/webhooks/endpoints/{encode(endpoint)}/deliveries/",
            "always",
            query={
                "state": state,
                "event_type": event_type,
                "status": status,
                "since": since,
                "until": until,
                "dataset": dataset,
                "cursor": cursor,
                "per_page": per_page,
            },
        )
        return AsyncRows(self._transport, models.WebhookDelivery, call)

    def list_all_deliveries(
        self,
        *,
        state: str | Omit = omit,
        event_type: str | Omit = omit,
        status: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
        dataset: str | Omit = omit,
        cursor: str | Omit = omit,
        per_page: int | Omit = omit,
    ) -> AsyncRows[models.WebhookDelivery]:
        """List the deliveries of all endpoints, newest event first.

        A page may have fewer rows than requested; more follow as long as it has a `next` link.
        """
        call = Call(
            "GET",
            "/user/webhooks/deliveries/",
            "always",
            query={
                "state": state,
                "event_type": event_type,
                "status": status,
                "since": since,
                "until": until,
                "dataset": dataset,
                "cursor": cursor,
                "per_page": per_page,
            },
        )
        return AsyncRows(self._transport, models.WebhookDelivery, call)

    async def get_delivery(self, delivery: str) -> models.WebhookDeliveryDetails:
        """Get a delivery with its attempts."""
        call = Call("GET", f"/user/webhooks/deliveries/{encode(delivery)}/", "always")
        return await self._transport.read(models.WebhookDeliveryDetails, call)

    async def replay(self, delivery: str, *, idempotency_key: str | None = None) -> models.WebhookDelivery:
        """Replay a delivery now, with the same event and id.

        Also works while it waits for its next attempt.
        """
        call = Call(
            "POST", f"/user/webhooks/deliveries/{encode(delivery)}/replay/", "keyed", idempotency_key=idempotency_key
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def skip(self, delivery: str, *, idempotency_key: str | None = None) -> models.WebhookDelivery:
        """Skip a waiting delivery, so that the ones behind it proceed."""
        call = Call(
            "POST", f"/user/webhooks/deliveries/{encode(delivery)}/skip/", "keyed", idempotency_key=idempotency_key
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def cancel(self, delivery: str, *, idempotency_key: str | None = None) -> models.WebhookDelivery:
        """Cancel a pending or held delivery.

        Only a replay sends it after that.
        """
        call = Call(
            "POST", f"/user/webhooks/deliveries/{encode(delivery)}/cancel/", "keyed", idempotency_key=idempotency_key
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def bulk(
        self,
        endpoint: str,
        *,
        action: Literal["replay", "skip", "cancel"],
        states: Sequence[Literal["pending", "held", "delivered", "dead", "cancelled"]] | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
        ]
        | None
        | Omit = omit,
        statuses: Sequence[Literal["1xx", "2xx", "3xx", "4xx", "5xx", "none"]] | None | Omit = omit,
        dataset: str | None | Omit = omit,
        since: str | None | Omit = omit,
        until: str | None | Omit = omit,
        cursor: str | None | Omit = omit,
        dry_run: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookBulkResult:
        """Replay, skip, cancel or count all matching deliveries; about 10 000 per call.

        Args:
            states: The states of the deliveries. By default `held` and `dead` for replay, `pending` for
                skip, `pending` and `held` for cancel. Deliveries that are being sent are not changed
            cursor: The `next` of the previous response
            dry_run: Only counts the deliveries
        """
        call = Call(
            "POST",
            f"/user/webhooks/endpoints/{encode(endpoint)}/deliveries/bulk/",
            "keyed",
            body={
                "action": action,
                "states": states,
                "event_types": event_types,
                "statuses": statuses,
                "dataset": dataset,
                "since": since,
                "until": until,
                "cursor": cursor,
                "dry_run": dry_run,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookBulkResult, call)

    async def recover(
        self,
        endpoint: str,
        *,
        since: str,
        until: str | None | Omit = omit,
        missing: bool | None | Omit = omit,
        dry_run: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookRecovery:
        """Recover the dead, held and optionally missing deliveries of a period.

        Runs in the background.
        """
        call = Call(
            "POST",
            f"/user/webhooks/endpoints/{encode(endpoint)}/recover/",
            "keyed",
            body={"since": since, "until": until, "missing": missing, "dry_run": dry_run},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookRecovery, call)

    async def list_recoveries(self, endpoint: str) -> builtins.list[models.WebhookRecovery]:
        """List recoveries and their progress, newest first."""
        call = Call("GET", f"/user/webhooks/endpoints/{encode(endpoint)}/recoveries/", "always")
        return await self._transport.read(builtins.list[models.WebhookRecovery], call)

    async def list_event_types(self) -> builtins.list[models.WebhookEventType]:
        """List event types, with payload schemas and examples."""
        call = Call("GET", "/webhooks/event-types/", "always")
        return await self._transport.read(builtins.list[models.WebhookEventType], call)

    async def key_set(self, key_set: str) -> models.WebhookKeySet:
        """Get the public keys of an account as a JSON Web Key Set.

        The URL is in the field `jwks_url` of an endpoint. It does not reveal the account.
        """
        call = Call("GET", f"/users/{encode(key_set)}/webhooks/jwks.json", "always")
        return await self._transport.read(models.WebhookKeySet, call)


class AsyncOrganizationWebhooksGroup(AsyncGroup):
    """Operations on organization webhooks."""

    async def list(self, organization: str) -> builtins.list[models.WebhookEndpoint]:
        """List endpoints, oldest first."""
        call = Call("GET", f"/organizations/{encode(organization)}/webhooks/endpoints/", "always")
        return await self._transport.read(builtins.list[models.WebhookEndpoint], call)

    async def create(
        self,
        organization: str,
        *,
        url: str,
        version: float | None | Omit = omit,
        description: str | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
            | Literal[
                "dataset.*",
                "sample.*",
                "label.*",
                "issue.*",
                "release.*",
                "export.*",
                "import.*",
                "audit.*",
                "person.*",
                "endpoint.*",
                "delivery.*",
            ]
        ]
        | None
        | Omit = omit,
        datasets: Sequence[str] | None | Omit = omit,
        enabled: bool | None | Omit = omit,
        rate_limit: int | None | Omit = omit,
        headers: JsonObject | None | Omit = omit,
        chat: bool | None | Omit = omit,
        fifo: bool | None | Omit = omit,
        batch: int | None | Omit = omit,
        retry_schedule: Sequence[int] | None | Omit = omit,
        timeout_seconds: int | None | Omit = omit,
        time_to_live_seconds: int | None | Omit = omit,
        secret: str | None | Omit = omit,
        secret_kind: Literal["v1", "v1a"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Add an endpoint."""
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/endpoints/",
            "keyed",
            body={
                "url": url,
                "version": version,
                "description": description,
                "event_types": event_types,
                "datasets": datasets,
                "enabled": enabled,
                "rate_limit": rate_limit,
                "headers": headers,
                "chat": chat,
                "fifo": fifo,
                "batch": batch,
                "retry_schedule": retry_schedule,
                "timeout_seconds": timeout_seconds,
                "time_to_live_seconds": time_to_live_seconds,
                "secret": secret,
                "secret_kind": secret_kind,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def get(self, organization: str, endpoint: str) -> models.WebhookEndpoint:
        """Get an endpoint."""
        call = Call("GET", f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/", "always")
        return await self._transport.read(models.WebhookEndpoint, call)

    async def update(
        self,
        organization: str,
        endpoint: str,
        *,
        url: str | None | Omit = omit,
        version: float | None | Omit = omit,
        description: str | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
            | Literal[
                "dataset.*",
                "sample.*",
                "label.*",
                "issue.*",
                "release.*",
                "export.*",
                "import.*",
                "audit.*",
                "person.*",
                "endpoint.*",
                "delivery.*",
            ]
        ]
        | None
        | Omit = omit,
        datasets: Sequence[str] | None | Omit = omit,
        enabled: bool | None | Omit = omit,
        rate_limit: int | None | Omit = omit,
        headers: JsonObject | None | Omit = omit,
        chat: bool | None | Omit = omit,
        fifo: bool | None | Omit = omit,
        batch: int | None | Omit = omit,
        retry_schedule: Sequence[int] | None | Omit = omit,
        timeout_seconds: int | None | Omit = omit,
        time_to_live_seconds: int | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Update the sent fields of an endpoint; null clears a field."""
        call = Call(
            "PATCH",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/",
            "keyed",
            body={
                "url": url,
                "version": version,
                "description": description,
                "event_types": event_types,
                "datasets": datasets,
                "enabled": enabled,
                "rate_limit": rate_limit,
                "headers": headers,
                "chat": chat,
                "fifo": fifo,
                "batch": batch,
                "retry_schedule": retry_schedule,
                "timeout_seconds": timeout_seconds,
                "time_to_live_seconds": time_to_live_seconds,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def remove(self, organization: str, endpoint: str) -> None:
        """Delete an endpoint and its deliveries."""
        call = Call("DELETE", f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/", "always")
        await self._transport.send(call)

    async def secret(self, organization: str, endpoint: str) -> models.WebhookSecret:
        """Get the key that verifies deliveries: a secret, or the public key of a `v1a` pair.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.
        """
        call = Call(
            "GET", f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/secret/", "always"
        )
        return await self._transport.read(models.WebhookSecret, call)

    async def rotate(
        self,
        organization: str,
        endpoint: str,
        *,
        overlap_seconds: int | None | Omit = omit,
        secret: str | None | Omit = omit,
        secret_kind: Literal["v1", "v1a"] | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookEndpoint:
        """Rotate the signing secret; the old secrets also sign until they expire.

        A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with
        the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request.
        API keys are not affected.

        Args:
            overlap_seconds: The number of seconds for which the old secrets sign too; 86400 by default
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/secret/rotate/",
            "keyed",
            body={"overlap_seconds": overlap_seconds, "secret": secret, "secret_kind": secret_kind},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookEndpoint, call)

    async def test(
        self,
        organization: str,
        endpoint: str,
        *,
        event_type: Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | None
        | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookDelivery:
        """Send a test event."""
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/test/",
            "keyed",
            body={"event_type": event_type},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookDelivery, call)

    def list_deliveries(
        self,
        organization: str,
        endpoint: str,
        *,
        state: str | Omit = omit,
        event_type: str | Omit = omit,
        status: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
        dataset: str | Omit = omit,
        cursor: str | Omit = omit,
        per_page: int | Omit = omit,
    ) -> AsyncRows[models.WebhookDelivery]:
        """List the deliveries of an endpoint, newest event first.

        A page may have fewer rows than requested; more follow as long as it has a `next` link.
        """
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/deliveries/",
            "always",
            query={
                "state": state,
                "event_type": event_type,
                "status": status,
                "since": since,
                "until": until,
                "dataset": dataset,
                "cursor": cursor,
                "per_page": per_page,
            },
        )
        return AsyncRows(self._transport, models.WebhookDelivery, call)

    def list_all_deliveries(
        self,
        organization: str,
        *,
        state: str | Omit = omit,
        event_type: str | Omit = omit,
        status: str | Omit = omit,
        since: str | Omit = omit,
        until: str | Omit = omit,
        dataset: str | Omit = omit,
        cursor: str | Omit = omit,
        per_page: int | Omit = omit,
    ) -> AsyncRows[models.WebhookDelivery]:
        """List the deliveries of all endpoints, newest event first.

        A page may have fewer rows than requested; more follow as long as it has a `next` link.
        """
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/webhooks/deliveries/",
            "always",
            query={
                "state": state,
                "event_type": event_type,
                "status": status,
                "since": since,
                "until": until,
                "dataset": dataset,
                "cursor": cursor,
                "per_page": per_page,
            },
        )
        return AsyncRows(self._transport, models.WebhookDelivery, call)

    async def get_delivery(self, organization: str, delivery: str) -> models.WebhookDeliveryDetails:
        """Get a delivery with its attempts."""
        call = Call("GET", f"/organizations/{encode(organization)}/webhooks/deliveries/{encode(delivery)}/", "always")
        return await self._transport.read(models.WebhookDeliveryDetails, call)

    async def replay(
        self, organization: str, delivery: str, *, idempotency_key: str | None = None
    ) -> models.WebhookDelivery:
        """Replay a delivery now, with the same event and id.

        Also works while it waits for its next attempt.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/deliveries/{encode(delivery)}/replay/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def skip(
        self, organization: str, delivery: str, *, idempotency_key: str | None = None
    ) -> models.WebhookDelivery:
        """Skip a waiting delivery, so that the ones behind it proceed."""
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/deliveries/{encode(delivery)}/skip/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def cancel(
        self, organization: str, delivery: str, *, idempotency_key: str | None = None
    ) -> models.WebhookDelivery:
        """Cancel a pending or held delivery.

        Only a replay sends it after that.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/deliveries/{encode(delivery)}/cancel/",
            "keyed",
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookDelivery, call)

    async def bulk(
        self,
        organization: str,
        endpoint: str,
        *,
        action: Literal["replay", "skip", "cancel"],
        states: Sequence[Literal["pending", "held", "delivered", "dead", "cancelled"]] | None | Omit = omit,
        event_types: Sequence[
            Literal[
                "dataset.created",
                "dataset.updated",
                "dataset.deleted",
                "sample.created",
                "sample.updated",
                "sample.deleted",
                "label.updated",
                "label.deleted",
                "issue.created",
                "issue.updated",
                "release.created",
                "export.succeeded",
                "export.failed",
                "import.succeeded",
                "import.failed",
                "audit.reached",
                "sample.agreed",
                "sample.disputed",
                "person.paused",
                "person.resumed",
                "endpoint.failing",
                "endpoint.disabled",
                "endpoint.recovered",
                "delivery.exhausted",
            ]
        ]
        | None
        | Omit = omit,
        statuses: Sequence[Literal["1xx", "2xx", "3xx", "4xx", "5xx", "none"]] | None | Omit = omit,
        dataset: str | None | Omit = omit,
        since: str | None | Omit = omit,
        until: str | None | Omit = omit,
        cursor: str | None | Omit = omit,
        dry_run: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookBulkResult:
        """Replay, skip, cancel or count all matching deliveries; about 10 000 per call.

        Args:
            states: The states of the deliveries. By default `held` and `dead` for replay, `pending` for
                skip, `pending` and `held` for cancel. Deliveries that are being sent are not changed
            cursor: The `next` of the previous response
            dry_run: Only counts the deliveries
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/deliveries/bulk/",
            "keyed",
            body={
                "action": action,
                "states": states,
                "event_types": event_types,
                "statuses": statuses,
                "dataset": dataset,
                "since": since,
                "until": until,
                "cursor": cursor,
                "dry_run": dry_run,
            },
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookBulkResult, call)

    async def recover(
        self,
        organization: str,
        endpoint: str,
        *,
        since: str,
        until: str | None | Omit = omit,
        missing: bool | None | Omit = omit,
        dry_run: bool | None | Omit = omit,
        idempotency_key: str | None = None,
    ) -> models.WebhookRecovery:
        """Recover the dead, held and optionally missing deliveries of a period.

        Runs in the background.
        """
        call = Call(
            "POST",
            f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/recover/",
            "keyed",
            body={"since": since, "until": until, "missing": missing, "dry_run": dry_run},
            idempotency_key=idempotency_key,
        )
        return await self._transport.read(models.WebhookRecovery, call)

    async def list_recoveries(self, organization: str, endpoint: str) -> builtins.list[models.WebhookRecovery]:
        """List recoveries and their progress, newest first."""
        call = Call(
            "GET", f"/organizations/{encode(organization)}/webhooks/endpoints/{encode(endpoint)}/recoveries/", "always"
        )
        return await self._transport.read(builtins.list[models.WebhookRecovery], call)

    async def enable(self, organization: str) -> models.User:
        """Enable webhooks for the datasets of an organization.

        Events are recorded from now on.
        """
        call = Call("PUT", f"/organizations/{encode(organization)}/webhooks/", "always")
        return await self._transport.read(models.User, call)

    async def disable(self, organization: str) -> None:
        """Disable webhooks.

        Events are no longer recorded or sent. Endpoints are kept.
        """
        call = Call("DELETE", f"/organizations/{encode(organization)}/webhooks/", "always")
        await self._transport.send(call)


class AsyncFeedGroup(AsyncGroup):
    """Operations on feed."""

    def read(
        self,
        *,
        after: str | Omit = omit,
        event_type: str | Omit = omit,
        dataset: str | Omit = omit,
        format: Literal["webhook", "cloudevents"] | Omit = omit,
        per_page: int | Omit = omit,
        wait: int | Omit = omit,
    ) -> AsyncRows[dict[str, Any]]:
        """Read events in their order, oldest first.

        At least once: continue after `annotary-position`, which every answer has as a header, and store it
        after the events. Only a page with events has a `next` link. `wait` waits up to so many seconds for
        an event. Without `after` the feed begins with the oldest event that is kept. 409 `feed_off` while
        the feed is off, and `cursor_expired` where events after the position may be missing. On PostgreSQL
        an event appears about 10 seconds after its change, when no earlier one can follow.

        Args:
            dataset: Between commas: `owner/name` of datasets of the account; all by default
        """
        call = Call(
            "GET",
            "/user/events/",
            "always",
            query={
                "after": after,
                "event_type": event_type,
                "dataset": dataset,
                "format": format,
                "per_page": per_page,
                "wait": wait,
            },
        )
        return AsyncRows(self._transport, dict[str, Any], call)

    async def enable(self) -> models.EventFeed:
        """Switch the event feed on.

        Events are kept for the feed from now on, but for those of changes that run at this moment. No
        webhook is sent for it.
        """
        call = Call("PUT", "/user/events/", "always")
        return await self._transport.read(models.EventFeed, call)

    async def disable(self) -> None:
        """Switch the event feed off."""
        call = Call("DELETE", "/user/events/", "always")
        await self._transport.send(call)

    async def stream(
        self,
        *,
        after: str | Omit = omit,
        event_type: str | Omit = omit,
        dataset: str | Omit = omit,
        format: Literal["webhook", "cloudevents"] | Omit = omit,
        wait: int | Omit = omit,
    ) -> str:
        """Read events as server-sent events.

        The stream ends after `wait` seconds, with 0 after its first page; continue with its last id in the
        header `Last-Event-ID`, as every client of server-sent events does by itself. Ids without an event
        tell the position while there is none.

        Args:
            dataset: Between commas: `owner/name` of datasets of the account; all by default
        """
        call = Call(
            "GET",
            "/user/events/stream/",
            "always",
            query={"after": after, "event_type": event_type, "dataset": dataset, "format": format, "wait": wait},
        )
        return await self._transport.read_text(call)


class AsyncOrganizationFeedGroup(AsyncGroup):
    """Operations on organization feed."""

    def read(
        self,
        organization: str,
        *,
        after: str | Omit = omit,
        event_type: str | Omit = omit,
        dataset: str | Omit = omit,
        format: Literal["webhook", "cloudevents"] | Omit = omit,
        per_page: int | Omit = omit,
        wait: int | Omit = omit,
    ) -> AsyncRows[dict[str, Any]]:
        """Read events in their order, oldest first.

        At least once: continue after `annotary-position`, which every answer has as a header, and store it
        after the events. Only a page with events has a `next` link. `wait` waits up to so many seconds for
        an event. Without `after` the feed begins with the oldest event that is kept. 409 `feed_off` while
        the feed is off, and `cursor_expired` where events after the position may be missing. On PostgreSQL
        an event appears about 10 seconds after its change, when no earlier one can follow.

        Args:
            dataset: Between commas: `owner/name` of datasets of the account; all by default
        """
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/events/",
            "always",
            query={
                "after": after,
                "event_type": event_type,
                "dataset": dataset,
                "format": format,
                "per_page": per_page,
                "wait": wait,
            },
        )
        return AsyncRows(self._transport, dict[str, Any], call)

    async def enable(self, organization: str) -> models.EventFeed:
        """Switch the event feed on.

        Events are kept for the feed from now on, but for those of changes that run at this moment. No
        webhook is sent for it.
        """
        call = Call("PUT", f"/organizations/{encode(organization)}/events/", "always")
        return await self._transport.read(models.EventFeed, call)

    async def disable(self, organization: str) -> None:
        """Switch the event feed off."""
        call = Call("DELETE", f"/organizations/{encode(organization)}/events/", "always")
        await self._transport.send(call)

    async def stream(
        self,
        organization: str,
        *,
        after: str | Omit = omit,
        event_type: str | Omit = omit,
        dataset: str | Omit = omit,
        format: Literal["webhook", "cloudevents"] | Omit = omit,
        wait: int | Omit = omit,
    ) -> str:
        """Read events as server-sent events.

        The stream ends after `wait` seconds, with 0 after its first page; continue with its last id in the
        header `Last-Event-ID`, as every client of server-sent events does by itself. Ids without an event
        tell the position while there is none.

        Args:
            dataset: Between commas: `owner/name` of datasets of the account; all by default
        """
        call = Call(
            "GET",
            f"/organizations/{encode(organization)}/events/stream/",
            "always",
            query={"after": after, "event_type": event_type, "dataset": dataset, "format": format, "wait": wait},
        )
        return await self._transport.read_text(call)
