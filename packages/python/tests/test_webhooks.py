import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from standardwebhooks import Webhook as Standard

from annotary import Client
from annotary.webhooks import WebhookVerificationError, verify

SECRET = "whsec_" + base64.b64encode(b"s" * 32).decode()
BODY = json.dumps({"event_type": "sample.created", "object": {"name": "é"}}).encode()


def sign(body: bytes = BODY, *, secret: str = SECRET, age: int = 0) -> dict[str, str]:
    """Sign as the library of the standard does."""
    seconds = int(time.time()) - age
    signature = Standard(secret).sign("e1", datetime.fromtimestamp(seconds, timezone.utc), body.decode())
    return {"Webhook-Id": "e1", "Webhook-Timestamp": str(seconds), "Webhook-Signature": signature}


def test_accepts_what_the_library_of_the_standard_signs() -> None:
    webhook = verify(BODY, sign(), SECRET)
    assert webhook.id == webhook.events[0].id == "e1"
    assert webhook.events[0].type == "sample.created"
    assert webhook.events[0].payload["object"] == {"name": "é"}


def test_accepts_the_headers_of_svix() -> None:
    headers = {name.replace("Webhook", "svix"): value for name, value in sign().items()}
    assert verify(BODY, headers, SECRET).id == "e1"


def test_accepts_one_of_several_keys_and_signatures() -> None:
    other = "whsec_" + base64.b64encode(b"o" * 32).decode()
    headers = sign()
    headers["Webhook-Signature"] = (
        f"v1,AAAA v2,x {sign(secret=other)['Webhook-Signature']} {headers['Webhook-Signature']}"
    )
    assert verify(BODY, headers, [other, SECRET]).id == "e1"


def test_reads_collected_events() -> None:
    body = json.dumps({"events": [{"id": "a", "payload": {"event_type": "x"}}, {"id": "b", "payload": {}}]}).encode()
    assert [event.id for event in verify(body, sign(body), SECRET).events] == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"Webhook-Id": "e2"}, "no_match"),
        ({"Webhook-Signature": "v1,"}, "no_match"),
        ({"Webhook-Signature": "v1,AAAA"}, "no_match"),
        ({"Webhook-Signature": sign()["Webhook-Signature"].replace("v1,", "v1a,")}, "no_match"),
        ({"Webhook-Signature": ""}, "missing_header"),
        ({"Webhook-Timestamp": "007"}, "malformed_timestamp"),
        ({"Webhook-Timestamp": "1e9"}, "malformed_timestamp"),
        ({"Webhook-Timestamp": "1"}, "too_old"),
        ({"Webhook-Timestamp": "99999999999"}, "too_new"),
    ],
)
def test_refuses_what_is_not_authentic(change: dict[str, str], code: str) -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify(BODY, {**sign(), **change}, SECRET)
    assert caught.value.code == code


def test_refuses_another_body_and_an_old_request() -> None:
    for body, headers, code in ((BODY + b" ", sign(), "no_match"), (BODY, sign(age=301), "too_old")):
        with pytest.raises(WebhookVerificationError) as caught:
            verify(body, headers, SECRET)
        assert caught.value.code == code
    assert verify(BODY, sign(age=299), SECRET).id == "e1"


@pytest.mark.parametrize("body", [b"text", b"[]", b"null"])
def test_refuses_a_signed_body_that_is_not_an_object(body: bytes) -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify(body, sign(body), SECRET)
    assert caught.value.code == "not_json"


@pytest.mark.parametrize("key", ["whsec_", "whsec_!", "whsk_AAAA", ""])
def test_refuses_keys_that_cannot_verify(key: str) -> None:
    with pytest.raises(ValueError):
        verify(BODY, sign(), key)


def test_accepts_signatures_of_a_key_pair() -> None:
    private_key = Ed25519PrivateKey.generate()
    key = "whpk_" + base64.b64encode(private_key.public_key().public_bytes_raw()).decode()
    headers = sign()
    text = f"e1.{headers['Webhook-Timestamp']}.".encode() + BODY
    headers["Webhook-Signature"] = "v1a," + base64.b64encode(private_key.sign(text)).decode()
    assert verify(BODY, headers, key).id == "e1"
    with pytest.raises(WebhookVerificationError):
        verify(BODY + b" ", headers, key)


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[bytes, dict[str, str]]]]]:
    received: list[tuple[bytes, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.append((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *_args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", received
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("kind", ["v1", "v1a"])
def test_accepts_what_the_server_sends(
    client: Client, dataset: str, receiver: tuple[str, list[tuple[bytes, dict[str, str]]]], kind: Any
) -> None:
    url, received = receiver
    client.users.enable_webhooks()
    endpoint = client.webhooks.create(url=url, datasets=[dataset], event_types=["sample.created"], secret_kind=kind)
    key = client.webhooks.secret(endpoint.uuid).secret
    assert key.startswith({"v1": "whsec_", "v1a": "whpk_"}[kind])
    sample = client.samples.create(dataset, name="a.jpg")
    deadline = time.monotonic() + 20
    while not received and time.monotonic() < deadline:
        time.sleep(0.05)
    body, headers = received[0]
    event = verify(body, headers, key).events[0]
    assert event.type == "sample.created"
    assert event.payload["object"]["uuid"] == sample.uuid
    client.webhooks.remove(endpoint.uuid)


def test_names_no_key_in_an_error() -> None:
    key = "whsec_" + os.urandom(8).hex() + "!"
    with pytest.raises(ValueError) as caught:
        verify(BODY, sign(), key)
    assert key not in str(caught.value)
