"""A body that is too long is not taken in: it ends where it is long enough to be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from api.body_limit import MOST_BYTES_AT, BoundedBodies, Message, Receive, Send

MOST = 10


async def reading(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """An application that reads a body to its end, then waits for the client to go."""
    more = True
    while more:
        message = await receive()
        assert message["type"] == "http.request"
        await send({"body": message["body"]})
        more = message["more_body"]
    assert (await receive())["type"] == "http.disconnect"


def read(*parts: bytes, said: bytes | None = None) -> tuple[bytes, int]:
    """What the application gets of a body in parts, and how many parts were left when it had its end."""
    coming: Iterator[Message] = iter(
        [{"type": "http.request", "body": part, "more_body": at < len(parts)} for at, part in enumerate(parts, 1)]
    )
    got, seen, taken = b"", 0, 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return next(coming, {"type": "http.disconnect"})

    async def send(message: Message) -> None:
        nonlocal got, seen
        got += message["body"]
        seen = taken

    headers = [] if said is None else [(b"content-length", said)]
    asyncio.run(BoundedBodies(reading, MOST)({"type": "http", "headers": headers}, receive, send))
    return got, len(parts) - seen


@pytest.mark.parametrize("parts", [(b"",), (b"abc", b"def"), (b"x" * 10,), (b"x" * 9, b"", b"y"), (b"x" * 11,)])
def test_a_body_up_to_the_byte_that_is_too_much_comes_through(parts: tuple[bytes, ...]) -> None:
    assert read(*parts) == (b"".join(parts), 0)


def test_a_longer_one_is_cut_and_the_rest_is_not_waited_for() -> None:
    assert read(b"x" * 6, b"y" * 6, *[b"z" * 6] * 100) == (b"xxxxxxyyyyy", 100)


def test_one_that_says_that_it_is_longer_is_not_read_at_all() -> None:
    assert read(b"x", b"y", said=b"11") == (b"", 2)
    assert read(b"x", b"y", said=b"10") == (b"xy", 0)


@pytest.mark.parametrize("said", [b"", b"-5", b"many", b"9" * 5000])
def test_what_is_no_length_says_nothing(said: bytes) -> None:
    assert read(b"x", said=said) == (b"x", 0)


def test_a_path_that_takes_whole_files_takes_more_from_those_who_name_themselves() -> None:
    most = next(iter(MOST_BYTES_AT))
    sizes = []

    async def reading(scope: Any, receive: Receive, send: Send) -> None:
        sizes.append(len((await receive())["body"]))

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * (MOST + 10), "more_body": False}

    async def send(_message: Message) -> None:
        pass

    for path, headers in (
        (most, [(b"authorization", b"Token t")]),
        (most, []),
        ("/api/v1/people", [(b"cookie", b"c")]),
    ):
        scope = {"type": "http", "path": path, "headers": headers}
        asyncio.run(BoundedBodies(reading, MOST)(scope, receive, send))
    assert sizes == [MOST + 10, MOST + 1, MOST + 1]
