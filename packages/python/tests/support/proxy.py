"""A proxy between client and server that loses responses, and answers in place of the server."""

import contextlib
import re
import socket
import threading
from collections.abc import Generator
from typing import Literal
from urllib.parse import urlsplit

Fault = Literal[
    "pass", "lose_response", "cut_response", "cut_half", "change_bytes", "busy", "throttle", "throttle_long"
]

ANSWERS: dict[Fault, bytes] = {
    "busy": b"503 Service Unavailable\r\nRetry-After: 0",
    "throttle": b"429 Too Many Requests\r\nRetry-After: 0",
    "throttle_long": b"429 Too Many Requests\r\nRetry-After: 3600",
}


class Proxy:
    """Each connection serves one request. The first ones meet the faults, in order."""

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.faults: list[Fault] = []
        self.requests: list[bytes] = []
        self._target_url = target
        self._rewrites = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            request = read_request(connection)
            if not request:
                return
            self.requests.append(request)
            fault = self.faults.pop(0) if self.faults else None
            if fault in ANSWERS:
                connection.sendall(
                    b"HTTP/1.1 " + ANSWERS[fault] + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                return
            response = self._forward(request)
            if fault == "lose_response":
                return
            if self._rewrites:
                response = self._rewrite(response)
            connection.sendall(break_response(response, fault))

    def rewrite_urls(self) -> None:
        """From now on, URLs of the server in its responses lead to the proxy."""
        self._rewrites = True

    def _rewrite(self, response: bytes) -> bytes:
        head, body = response.split(b"\r\n\r\n", 1)
        changed = body.replace(self._target_url.encode(), self.url.encode())
        length = f"content-length: {len(body)}".encode()
        replaced = re.sub(length, f"content-length: {len(changed)}".encode(), head, flags=re.IGNORECASE)
        return replaced + b"\r\n\r\n" + changed

    def _forward(self, request: bytes) -> bytes:
        head, body = request.split(b"\r\n\r\n", 1)
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        with socket.create_connection(self._target) as server:
            server.sendall(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + body)
            return b"".join(iter(lambda: server.recv(65536), b""))

    def close(self) -> None:
        self._listener.close()


def break_response(response: bytes, fault: Fault | None) -> bytes:
    """Return the bytes that arrive."""
    if fault == "cut_response":
        return response[: len(response) - 10]
    if fault == "cut_half":
        return response[: len(response) // 2]
    if fault == "change_bytes":
        return response.replace(b"a.jpg", b"b.jpg")
    return response


def read_request(connection: socket.socket) -> bytes:
    """Read one request with its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return b""
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@contextlib.contextmanager
def open_proxy(target: str) -> Generator[Proxy]:
    """Run a proxy."""
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
