"""Verifies webhooks by the signatures of Standard Webhooks."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, TypeAlias, cast

from annotary._problem import AnnotaryError

MOST_SIGNATURES = 20
"""Each costs a verification, and no sender makes more."""

Failure: TypeAlias = Literal["missing_header", "malformed_timestamp", "too_old", "too_new", "no_match", "not_json"]

MESSAGES: dict[Failure, str] = {
    "missing_header": "The request lacks webhook-id, webhook-timestamp or webhook-signature.",
    "malformed_timestamp": "The webhook-timestamp is not a whole number of seconds.",
    "too_old": "The webhook-timestamp is too old; check the clock of this machine.",
    "too_new": "The webhook-timestamp lies in the future; check the clock of this machine.",
    "no_match": "No signature of the request matches one of your keys.",
    "not_json": "The body is signed, but is not an object of JSON in UTF-8.",
}


class WebhookVerificationError(AnnotaryError):
    """The webhook cannot be accepted. Respond with status 401."""

    def __init__(self, code: Failure) -> None:
        super().__init__(MESSAGES[code], code)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code,)


@dataclass(frozen=True)
class Event:
    """An event. `id` is the same at every attempt and every replay."""

    id: str
    payload: dict[str, Any]

    @property
    def type(self) -> str:
        """The type, such as `label.updated`."""
        return self.payload["event_type"]


@dataclass(frozen=True)
class Webhook:
    """A verified request. It has several events if the endpoint collects them."""

    id: str
    sent_at: datetime
    events: list[Event]


def verify(body: bytes, headers: Mapping[str, str], keys: str | Sequence[str], *, tolerance: float = 300.0) -> Webhook:
    """Verify a request. Raise a WebhookVerificationError for one that is not authentic, or too old or new.

    Args:
        body: The body as received, before it is parsed.
        headers: The headers of the request.
        keys: Every key that may sign, the old and the new one during a rotation: secrets, `whsec_…`, and public keys,
            `whpk_…`, which need the extra `ed25519`.
        tolerance: Seconds that the time of the request may differ from the clock.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signature = (find_header(fields, name) for name in ("id", "timestamp", "signature"))
    if not event_id or not timestamp or not signature:
        raise WebhookVerificationError("missing_header")
    # Only the canonical form: the signed text of the header and the number must be the same.
    if re.fullmatch(r"0|[1-9][0-9]{0,11}", timestamp) is None:
        raise WebhookVerificationError("malformed_timestamp")
    age = time.time() - int(timestamp)
    if abs(age) > tolerance:
        raise WebhookVerificationError("too_old" if age > 0 else "too_new")
    signed = f"{event_id}.{timestamp}.".encode() + body
    entries = [entry.partition(",") for entry in signature.split(" ")[:MOST_SIGNATURES]]
    signatures = [(version, decode(text)) for version, _, text in entries]
    accepted = [keys] if isinstance(keys, str) else keys
    if not any(is_signed(key, signatures, signed) for key in accepted):
        raise WebhookVerificationError("no_match")
    sent_at = datetime.fromtimestamp(int(timestamp), timezone.utc)
    return Webhook(event_id, sent_at, read_events(event_id, body))


def find_header(fields: Mapping[str, str], name: str) -> str | None:
    """Return a header. Proxies for another provider may pass on the `svix-` names only."""
    return fields.get(f"webhook-{name}") or fields.get(f"svix-{name}")


def is_signed(key: str, signatures: Sequence[tuple[str, bytes]], signed: bytes) -> bool:
    """Whether a key made one of the signatures. Raise a ValueError for what is not a key."""
    if key.startswith("whpk_"):
        return is_signed_publicly(decode_key(key.removeprefix("whpk_")), signatures, signed)
    if key.startswith("whsk_"):
        raise ValueError("whsk_ is a private key; verify with the public key, whpk_.")
    digest = hmac.new(decode_key(key.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    return any(version == "v1" and hmac.compare_digest(digest, value) for version, value in signatures)


def is_signed_publicly(key: bytes, signatures: Sequence[tuple[str, bytes]], signed: bytes) -> bool:
    """Whether the private key of an Ed25519 key pair made one of the signatures."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    public_key = Ed25519PublicKey.from_public_bytes(key)
    for version, value in signatures:
        if version == "v1a":
            try:
                public_key.verify(value, signed)
            except InvalidSignature:
                continue
            return True
    return False


def decode(text: str) -> bytes:
    """Decode base64. What is not base64 has no bytes, and matches nothing."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def decode_key(text: str) -> bytes:
    """Decode the part of a key behind its prefix. The error does not repeat the key."""
    key = decode(text)
    if not key:
        raise ValueError("A key to verify webhooks with must be base64 behind whsec_ or whpk_.")
    return key


def read_events(event_id: str, body: bytes) -> list[Event]:
    """Return the events of a body: one, or those that the endpoint collects."""
    try:
        value: Any = json.loads(body.decode("utf8"))
    except ValueError as error:
        raise WebhookVerificationError("not_json") from error
    if not isinstance(value, dict):
        raise WebhookVerificationError("not_json")
    payload = cast("dict[str, Any]", value)
    if "events" in payload and "event_type" not in payload:
        return [Event(entry["id"], entry["payload"]) for entry in payload["events"]]
    return [Event(event_id, payload)]
