"""Cuts bodies that are too long. Django would store all of a body first, whatever its size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

MOST_BYTES = 1024 * 1024
MOST_BYTES_AT = dict.fromkeys(
    (f"/api/v1/{things}/import" for things in ("tournaments", "seasons", "clubs")), 64 * MOST_BYTES
)
"""The limits of paths that take whole files, for callers who name themselves."""
NAMED_BY = (b"authorization", b"cookie")

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class BoundedBodies:
    """An ASGI application that cuts a body one byte above `most`, or at once where its length is declared as more.

    That is enough for the application to refuse it. The rest is dropped as it arrives.
    """

    def __init__(self, application: Application, most: int) -> None:
        self.application = application
        self.most = most

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            is_named = any(name in NAMED_BY for name, _ in scope["headers"])
            most = MOST_BYTES_AT.get(scope.get("path", ""), self.most) if is_named else self.most
            receive = Bounded(receive, most, is_over=_declared_length(scope) > most)
        await self.application(scope, receive, send)


class Bounded:
    """The messages of a request, with its body cut. is_over: whether its declared length is too long."""

    def __init__(self, receive: Receive, most: int, *, is_over: bool) -> None:
        self.receive = receive
        self.left = 0 if is_over else most + 1
        self.is_ended = False

    async def __call__(self) -> Message:
        """The next message."""
        if self.left == 0 and not self.is_ended:
            self.is_ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        message = await self.receive()
        while self.is_ended and message["type"] == "http.request":
            message = await self.receive()
        if message["type"] != "http.request":
            return message
        body = message.get("body", b"")[: self.left]
        self.left -= len(body)
        self.is_ended = not message.get("more_body", False) or self.left == 0
        return {"type": "http.request", "body": body, "more_body": not self.is_ended}


def _declared_length(scope: dict[str, Any]) -> int:
    """The Content-Length; 0 where it is missing or not a number."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(length) if length.isdigit() and len(length) < 20 else 0
