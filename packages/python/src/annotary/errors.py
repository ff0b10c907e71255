"""The errors of calls: `except annotary.errors.Conflict`, or `error.code == "stale_claim"`.

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


class AlreadyExists(ApiError):
    """Status 409: 8 codes.

    Its `members` can be `resource`.
    """


class CollaboratorRefused(ApiError):
    """Status 400: `already_collaborator`, `collaborator_refused`.

    Its `members` can be `reason`.
    """


class Conflict(ApiError):
    """Status 409: 38 codes.

    Its `members` can be `claim_end`, `hidden_datasets`, `holder`, `pause_reason`, `references`, `setting`,
    `state`.
    """


class FileGone(ApiError):
    """Status 410: `file_gone`.

    Its `members` can be `resource`.
    """


class InvalidInput(ApiError):
    """Status 400: `invalid`, `warnings_refused`.

    Its `members` can be `errors`, `warnings`.
    """


class LabelTooLarge(ApiError):
    """Status 422: `label_too_large`.

    Its `members` can be `limit`, `what`.
    """


class NotFound(ApiError):
    """Status 404: 32 codes.

    Its `members` can be `remedy`, `resource`.
    """


class PermissionDenied(ApiError):
    """Status 403: `permission_denied`, `sign_in_required`.

    Its `members` can be `remedy`, `scope`.
    """


class QuotaExceeded(ApiError):
    """Status 402: `quota_exceeded`.

    Its `members` can be `limit`, `organization`, `quota`, `used`.
    """


class RequestsExceeded(ApiError):
    """Status 429: `requests_exceeded`.

    Its `members` can be `limit`, `organization`, `quota`, `retry_after`, `used`.
    """


class TooLarge(ApiError):
    """Status 413: `too_large`.

    Its `members` can be `limit`.
    """


class Unauthorized(ApiError):
    """Status 401: `unauthorized`."""


class Unprocessable(ApiError):
    """Status 422: `unprocessable`.

    Its `members` can be `limit`, `resource`.
    """


class UrlExpired(ApiError):
    """Status 403: `url_expired`.

    Its `members` can be `resource`.
    """


class VersionMismatch(ApiError):
    """Status 412: `version_mismatch`.

    Its `members` can be `current`, `expected`.
    """


class WebhookConflict(ApiError):
    """Status 409: 14 codes."""


class WebhookNotFound(ApiError):
    """Status 404: `webhook_delivery_not_found`, `webhook_endpoint_not_found`, `webhook_key_set_not_found`,
    `webhook_recovery_not_found`, `webhook_service_not_found`.

    Its `members` can be `what`.
    """


ERRORS: Final[dict[str, type[ApiError]]] = {
    "already_collaborator": CollaboratorRefused,
    "bad_idempotency_key": ApiError,
    "bad_line_count": ApiError,
    "bad_request": ApiError,
    "broken_body": ApiError,
    "broken_encoding": ApiError,
    "collaborator_refused": CollaboratorRefused,
    "invalid": InvalidInput,
    "long_field": ApiError,
    "malformed_json": ApiError,
    "no_last_line": ApiError,
    "other_line_count": ApiError,
    "sign_in_failed": ApiError,
    "too_many_fields": ApiError,
    "too_many_lines": ApiError,
    "unknown_version": ApiError,
    "warnings_refused": InvalidInput,
    "unauthorized": Unauthorized,
    "quota_exceeded": QuotaExceeded,
    "foreign_origin": ApiError,
    "not_from_console": ApiError,
    "permission_denied": PermissionDenied,
    "plain_http": ApiError,
    "sign_in_required": PermissionDenied,
    "url_expired": UrlExpired,
    "api_key_not_found": NotFound,
    "asset_not_found": NotFound,
    "audit_draw_not_found": NotFound,
    "audit_not_found": NotFound,
    "bucket_not_found": NotFound,
    "claim_not_found": NotFound,
    "collaborator_not_found": NotFound,
    "comment_not_found": NotFound,
    "configuration_version_not_found": NotFound,
    "console_missing": ApiError,
    "dataset_not_found": NotFound,
    "docs_missing": ApiError,
    "export_not_found": NotFound,
    "gold_sample_not_found": NotFound,
    "import_not_found": NotFound,
    "invitation_not_found": NotFound,
    "issue_not_found": NotFound,
    "job_not_found": NotFound,
    "label_not_found": NotFound,
    "label_version_not_found": NotFound,
    "labeling_guide_not_found": NotFound,
    "labelset_not_found": NotFound,
    "member_not_found": NotFound,
    "model_not_found": NotFound,
    "model_version_not_found": NotFound,
    "not_found": ApiError,
    "organization_not_found": NotFound,
    "pause_not_found": NotFound,
    "release_not_found": NotFound,
    "sample_not_found": NotFound,
    "session_not_found": NotFound,
    "thumbnail_not_found": NotFound,
    "user_not_found": NotFound,
    "warning_not_found": NotFound,
    "webhook_delivery_not_found": WebhookNotFound,
    "webhook_endpoint_not_found": WebhookNotFound,
    "webhook_key_set_not_found": WebhookNotFound,
    "webhook_recovery_not_found": WebhookNotFound,
    "webhook_service_not_found": WebhookNotFound,
    "workunit_not_found": NotFound,
    "method_not_allowed": ApiError,
    "slow_body": ApiError,
    "slow_request": ApiError,
    "account_deleted": Conflict,
    "already_done": Conflict,
    "already_rotated": Conflict,
    "asset_referenced": Conflict,
    "audit_closed": Conflict,
    "bucket_already_exists": AlreadyExists,
    "changed_meanwhile": Conflict,
    "claim_ended": Conflict,
    "configuration_changing": Conflict,
    "cursor_expired": WebhookConflict,
    "dataset_already_exists": AlreadyExists,
    "dataset_archived": Conflict,
    "dataset_busy": Conflict,
    "dataset_exists": Conflict,
    "delivery_ended": WebhookConflict,
    "delivery_sending": WebhookConflict,
    "endpoint_disabled": WebhookConflict,
    "event_forgotten": WebhookConflict,
    "feed_off": WebhookConflict,
    "gold_closed": Conflict,
    "gold_sample": Conflict,
    "ground_truth_stays": Conflict,
    "guide_changed": Conflict,
    "idempotency_mismatch": Conflict,
    "labels_not_indexed": Conflict,
    "labelset_already_exists": AlreadyExists,
    "last_admin": Conflict,
    "model_version_already_exists": AlreadyExists,
    "not_repeatable": Conflict,
    "not_requested": Conflict,
    "not_undoable": Conflict,
    "organization_already_exists": AlreadyExists,
    "overlap_closed": Conflict,
    "overlap_open": Conflict,
    "own_account": Conflict,
    "owns_datasets": Conflict,
    "person_paused": Conflict,
    "recovery_running": WebhookConflict,
    "release_already_exists": AlreadyExists,
    "release_not_signed": Conflict,
    "release_pending": Conflict,
    "sample_already_exists": AlreadyExists,
    "sample_finished": Conflict,
    "sample_held": Conflict,
    "sample_of_other": Conflict,
    "scan_too_long": Conflict,
    "sealed_secret_damaged": WebhookConflict,
    "sealing_key_changed": WebhookConflict,
    "stale_claim": Conflict,
    "task_type_in_use": Conflict,
    "too_many_claims": Conflict,
    "too_many_endpoints": WebhookConflict,
    "too_many_gold_samples": Conflict,
    "too_many_readers": WebhookConflict,
    "too_many_secrets": WebhookConflict,
    "too_many_tests": WebhookConflict,
    "touched_by_person": Conflict,
    "user_already_exists": AlreadyExists,
    "webhooks_off": WebhookConflict,
    "wrong_state": Conflict,
    "file_gone": FileGone,
    "version_mismatch": VersionMismatch,
    "inflates_too_much": ApiError,
    "too_large": TooLarge,
    "unsupported_encoding": ApiError,
    "unsupported_media_type": ApiError,
    "range_not_satisfiable": ApiError,
    "unknown_expectation": ApiError,
    "foreign_host": ApiError,
    "unknown_host": ApiError,
    "label_too_large": LabelTooLarge,
    "unprocessable": Unprocessable,
    "requests_exceeded": RequestsExceeded,
    "throttled": ApiError,
    "headers_too_large": ApiError,
    "body_taken": ApiError,
    "internal_error": ApiError,
    "unknown_transfer_encoding": ApiError,
    "busy": ApiError,
    "unavailable": ApiError,
}
