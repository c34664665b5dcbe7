"""Many people at several web servers at once, in one thread: requests over plain sockets, and how long each took."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Request:
    """A request to the API. link: of its sender; "" for a visitor. key: by which a repeat is known; "" without."""

    method: str
    path: str
    body: Any = None
    link: str = ""
    key: str = ""

    def text(self, host: str) -> bytes:
        """The request as it is sent, on a connection of its own."""
        body = b"" if self.body is None else json.dumps(self.body).encode()
        head = [f"{self.method} /api/v1/{self.path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        head += [f"Authorization: Link {self.link}"] if self.link else []
        head += [f"Idempotency-Key: {self.key}"] if self.key else []
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@dataclass(frozen=True)
class Answer:
    """The status of an answer; from the sending to the answer's end, in seconds."""

    status: int
    seconds: float


async def send(request: Request, address: str) -> Answer:
    """Sends a request and reads the whole answer."""
    host = urlsplit(address).netloc
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection(*host.split(":"))
    try:
        writer.write(request.text(host))
        answer = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    finally:
        writer.close()
    return Answer(int(answer.split(maxsplit=2)[1]), time.perf_counter() - begun)


async def at_once(requests: Sequence[Request], addresses: Sequence[str]) -> list[Answer]:
    """All requests at the same time, in turn to each server."""
    sent = (send(request, address) for request, address in zip(requests, cycle(addresses), strict=False))
    return await asyncio.gather(*sent)


async def in_sequence(requests: Iterable[Request], addresses: Sequence[str]) -> list[Answer]:
    """One request after the other."""
    return [await send(request, address) for request, address in zip(requests, cycle(addresses), strict=False)]


async def read_until(
    is_over: Callable[[], bool], requests: Sequence[Request], addresses: Sequence[str], pause: float
) -> list[Answer]:
    """A reader who sends a request after the other, with a pause after each answer."""
    answers: list[Answer] = []
    for request, address in zip(cycle(requests), cycle(addresses), strict=False):
        answers.append(await send(request, address))
        if is_over():
            return answers
        await asyncio.sleep(pause)
    raise AssertionError("a cycle has no end")
