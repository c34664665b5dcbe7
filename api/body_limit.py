"""No body is taken in further than it may be long: Django would first store all of it, whatever its size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

MOST_BYTES = 1024 * 1024

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class BoundedBodies:
    """An ASGI application behind which a body ends one byte above `most`, or at once where it says that it is longer.

    That is enough for the application to refuse it. What follows is dropped as it comes.
    """

    def __init__(self, application: Application, most: int) -> None:
        self.application = application
        self.most = most

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] == "http":
            receive = Bounded(receive, self.most, is_over=_said_length(scope) > self.most)
        await self.application(scope, receive, send)


class Bounded:
    """A request's messages, of which its body is cut. is_over: it is too long by what it says of itself."""

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


def _said_length(scope: dict[str, Any]) -> int:
    """The Content-Length; 0 where there is none, or none that is a number."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(said) if said.isdigit() and len(said) < 20 else 0
