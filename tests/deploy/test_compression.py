"""Answers are compressed where the client takes it and where it helps, and a stream of events never is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from deploy.compression import CompressionMiddleware

LONG = "word " * 200


def answered(answer: HttpResponse | StreamingHttpResponse, takes: str = "gzip") -> HttpResponse:
    """What a client gets of an answer."""
    request: HttpRequest = RequestFactory().get("/", headers={"Accept-Encoding": takes})
    return CompressionMiddleware(lambda request: answer)(request)  # type: ignore[return-value]


@pytest.mark.parametrize(
    "kind", ["text/html; charset=utf-8", "application/json", "application/problem+json", "text/csv"]
)
def test_text_is_compressed(kind: str):
    answer = answered(HttpResponse(LONG, content_type=kind))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < len(LONG) // 2
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_client_that_does_not_take_it_gets_the_text():
    answer = answered(HttpResponse(LONG), takes="identity")
    assert "Content-Encoding" not in answer.headers
    assert answer.content.decode() == LONG


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/vnd.ms-excel"])
def test_files_that_are_compressed_already_are_left_alone(kind: str):
    assert "Content-Encoding" not in answered(HttpResponse(LONG, content_type=kind)).headers


def test_short_answers_are_left_alone():
    assert "Content-Encoding" not in answered(HttpResponse("short")).headers


def test_a_stream_of_events_is_never_buffered():
    taken = []

    def events() -> Iterator[bytes]:
        for number in range(3):
            taken.append(number)
            yield f"data: {number}\n\n".encode()

    answer = answered(StreamingHttpResponse(events(), content_type="text/event-stream"))
    assert "Content-Encoding" not in answer.headers
    assert (next(iter(answer)), taken) == (b"data: 0\n\n", [0])


def test_a_part_of_a_file_keeps_its_bytes():
    part = HttpResponse(LONG, status=206, content_type="text/plain", headers={"Content-Range": "bytes 0-999/5000"})
    assert answered(part).content.decode() == LONG


def test_the_api_is_compressed(db: None, client: Client):
    answer = client.get("/api/v1/schema", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
