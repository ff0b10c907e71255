"""A built server on SQLite."""

import os
import re
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO

REPOSITORY = Path(__file__).parents[4]
MAIN = REPOSITORY / "packages/server/bin/annotary.js"
KEY = "ann_pythonpk_" + "k" * 43


@dataclass
class Server:
    url: str
    process: subprocess.Popen[str]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def start_server(folder: Path) -> Server:
    """Start a server, and wait until it listens."""
    env = {
        **os.environ,
        "ANNOTARY_DATABASE_URL": f"sqlite:{folder / 'annotary.db'}",
        "ANNOTARY_DATA_DIR": str(folder),
        "ANNOTARY_PORT": "0",
        "ANNOTARY_ADMIN_API_KEY": KEY,
        "ANNOTARY_WEBHOOK_ALLOW": "127.0.0.0/8",
    }
    process = subprocess.Popen(
        ["node", str(MAIN), "serve"], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    return Server(wait_for_url(process.stdout), process)


def wait_for_url(output: IO[str]) -> str:
    printed = ""
    for line in output:
        printed += line
        match = re.search(r"listening on (http://\S+)", line)
        if match is not None:
            return match[1]
    raise RuntimeError(f"The server has ended: {printed}")
