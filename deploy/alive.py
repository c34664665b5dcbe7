"""`python -m deploy.alive`: whether the web process of this container answers. Standard library only: it is quick."""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

PATH = "/api/v1/health/live"
SECONDS = 4


def main(port: int) -> int:
    """Return 0 if it answers, else 1."""
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", PATH, headers={"Host": host()})
        return 0 if connection.getresponse().status == 200 else 1
    except (OSError, HTTPException):
        return 1


def host() -> str:
    """Return a host name that is answered."""
    first = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().strip("*.")
    return urlsplit(os.environ.get("PUBLIC_ORIGIN", "")).hostname or first or "localhost"


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if sys.argv[1:] else 8000))
