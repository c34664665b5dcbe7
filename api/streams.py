"""Goes on with an answer that a view has opened as a stream, when Django has finished with the request.

Django keeps a thread, and with it a database connection, until an answer is sent. So a view of a stream answers with
the first message alone and leaves in the scope what is to follow; this application, around Django's, holds the answer
back, and sends it when the thread is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from api.body_limit import Application, Message, Receive, Send
from league.live.client import HEARTBEAT_SECONDS, Access, Client
from league.live.following import Following
from league.live.hub import Hub

OPENED = "tablekeeper.live"
Scope = MutableMapping[str, Any]


@dataclass(frozen=True)
class Opened:
    """What a view leaves in the scope. seen, access and address are those of the client."""

    following: Following
    seen: dict[UUID, int]
    access: Access
    address: str


class Streams:
    """An ASGI application that keeps open what `application` has opened."""

    def __init__(self, application: Application, hub: Hub) -> None:
        self.application = application
        self.hub = hub

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        held: list[Message] = []

        async def hold_or_send(message: Message) -> None:
            if OPENED in scope:
                held.append(message)
            else:
                await send(message)

        await self.application(scope, receive, hold_or_send)
        if held:
            await self.follow(scope[OPENED], held, receive, send)

    async def follow(self, opened: Opened, held: list[Message], receive: Receive, send: Send) -> None:
        """Sends the answer so far, and then what happens, until the client has gone or the stream ends."""
        client = Client(opened.following, opened.seen, opened.access, opened.address)
        self.hub.join(client)
        leaving = asyncio.create_task(_end_when_gone(client, receive))
        try:
            for message in held:
                await send(_without_length(message))
            async for chunk in client.chunks():
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except (TimeoutError, OSError):
            return  # the client takes nothing any longer
        except asyncio.CancelledError:
            pass  # the server stops
        finally:
            leaving.cancel()
            self.hub.leave(client)
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _end_when_gone(client: Client, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    client.end()


def _without_length(message: Message) -> Message:
    """A part of the answer, which is not its end."""
    if message["type"] == "http.response.body":
        return {**message, "more_body": True}
    headers = [(name, value) for name, value in message["headers"] if name.lower() != b"content-length"]
    return {**message, "headers": headers}
