"""What is sent, as any server hands it on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from django.core.asgi import get_asgi_application

from api.parsing import json_of
from api.problems import Problem
from tests.api.conftest import API


async def sent_in_chunks(path: str, *chunks: bytes) -> tuple[int, Any]:
    """Status and JSON of the answer to a body that came in chunks, without its length."""
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else await never()

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": API + path,
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", b"application/json"),
            (b"transfer-encoding", b"chunked"),
        ],
    }
    await get_asgi_application()(scope, receive, send)  # type: ignore[arg-type]
    return told[0]["status"], json.loads(b"".join(message.get("body", b"") for message in told))


async def never() -> dict[str, Any]:
    """What a client sends that has sent everything and stays."""
    await asyncio.Event().wait()
    return {}


@pytest.mark.anyio
@pytest.mark.django_db(transaction=True)
async def test_a_body_in_chunks_is_read_like_any_other() -> None:
    status, told = await sent_in_chunks("tokens", b'{"username": "nobody",', b' "password": "x"}')
    assert (status, told["code"]) == (401, "wrong_credentials")


@pytest.mark.anyio
@pytest.mark.django_db(transaction=True)
async def test_a_body_in_chunks_is_bounded_like_any_other() -> None:
    status, told = await sent_in_chunks("tokens", *[b"x" * 65536] * 40)
    assert (status, told["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a": 0.1}', {"a": 0.1}),
        (b"1.10", 1.1),
        (b"-0.0", 0.0),
        (b"1e5", 100000.0),
        (b"9223372036854775807", 2**63 - 1),
        (b"0.1234567890123456", 0.1234567890123456),
        ('"\N{PILE OF POO}"'.encode(), "\N{PILE OF POO}"),
        (b'"\\ud83d\\udca9"', "\N{PILE OF POO}"),
        (b" [1, null, true] ", [1, None, True]),
    ],
)
def test_json_that_is_read(raw: bytes, value: Any) -> None:
    assert json_of(raw) == value


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        (b'{"a": {"b": "\\u0000"}}', "bad_text", "a.b"),
        (b'[["\\udc00"]]', "bad_text", "0.0"),
        (b"9223372036854775808", "number_out_of_range", ""),
        (b'{"a": 1, "a": 1}', "duplicate_key", "a"),
        (b"1e-400", "number_out_of_range", ""),
        (b"1e99999999999999999999", "number_out_of_range", ""),
        (b"0.30000000000000000001", "number_out_of_range", ""),
        (b"[" * 34 + b"]" * 34, "too_deep", ".".join(["0"] * 33)),
        (b"\xff", "not_utf8", ""),
        (b"", "bad_json", ""),
    ],
)
def test_json_that_is_refused(raw: bytes, code: str, path: str) -> None:
    with pytest.raises(Problem) as refused:
        json_of(raw)
    (error,) = refused.value.errors
    assert (refused.value.status, error.code, error.field) == (400, code, path)
