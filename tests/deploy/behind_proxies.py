"""An ASGI application that says what reached it, run as `manage.py serve` runs Tablekeeper's."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl

from api.body_limit import Receive, Send

released = asyncio.Event()
"""Set by a request to /release."""


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer with the request as it came; /stream, with the headers that its query names, waits for /release."""
    if scope["path"] == "/stream":
        await stream(send, dict(parse_qsl(scope["query_string"].decode())))
        return
    length, is_ended = 0, False
    while not is_ended:
        message = await receive()
        length += len(message.get("body", b""))
        is_ended = not message.get("more_body", False)
    if scope["path"] == "/release":
        released.set()
    headers = [(name.decode(), value.decode()) for name, value in scope["headers"]]
    seen = {"client": scope["client"][0], "scheme": scope["scheme"], "headers": dict(headers), "length": length}
    await start(send, {"Content-Type": "application/json"})
    await send({"type": "http.response.body", "body": json.dumps(seen).encode()})


async def stream(send: Send, headers: dict[str, str]) -> None:
    """Send a message at once, and another one when somebody has asked for it."""
    released.clear()
    await start(send, {"Content-Type": "text/event-stream", **headers})
    await send({"type": "http.response.body", "body": b"data: one\n\n", "more_body": True})
    await released.wait()
    await send({"type": "http.response.body", "body": b"data: two\n\n"})


async def start(send: Send, headers: dict[str, str]) -> None:
    lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 200, "headers": lines})
