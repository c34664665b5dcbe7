"""Clients of the API that write down what they sent, when, and what was answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any
from uuid import uuid4

import httpx

from tests.faults.history import OK, Answer, Read, Write

UNAVAILABLE = (502, 503, 504)
BUG = 500
ATTEMPT_SECONDS = 20.0
PAUSE_SECONDS = 0.3
PATIENCE_SECONDS = 180.0


class Unanswered(Exception):
    """The servers did not answer for very long."""


@dataclass(frozen=True)
class Request:
    """A request with its key."""

    method: str
    path: str
    body: Any
    key: str


@dataclass
class Journal:
    """What all clients have seen. bugs: answers that blame the server. problems: why a client could not go on."""

    writes: list[Write] = field(default_factory=list)
    sent: list[tuple[Request, Write]] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    bugs: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unavailable: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, request: Request, writes: Sequence[Write]) -> None:
        with self.lock:
            self.writes.extend(writes)
            self.sent.append((request, writes[0]))


class Client:
    """Somebody who sends commands to the servers, each with a key of its own, and repeats them until they are answered.

    make: a way into the servers.
    """

    def __init__(self, journal: Journal, make: Callable[[], httpx.Client]) -> None:
        self.journal = journal
        self.http = make()

    def get(self, path: str) -> httpx.Response:
        """Reads, again as long as the servers are unavailable. Raises Unanswered."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            answer = self._attempt(Request("GET", path, None, ""))
            if answer is not None and answer.status_code not in (*UNAVAILABLE, BUG):
                return answer
            time.sleep(PAUSE_SECONDS)
        raise Unanswered(f"GET {path}")

    def write(
        self,
        what: str,
        request: tuple[str, str, Any],
        *,
        stream: str = "",
        markers: Sequence[str] = (),
        marker_of: Callable[[Any], str] | None = None,
        copies: int = 1,
        gives_up: bool = False,
    ) -> Any:
        """Sends a command; the answer's body, or None for a refusal or where it was given up. Raises Unanswered.

        markers: of its effects, or `marker_of` the answer. copies: how many send it at once, with the same key.
        gives_up: after the first failure.
        """
        keyed = Request(*request, str(uuid4()))
        answers: list[Answer] = []
        began = time.monotonic()
        others = [threading.Thread(target=self._once, args=(keyed, answers), daemon=True) for _ in range(copies - 1)]
        for other in others:
            other.start()
        final = self._until_answered(keyed, answers, gives_up=gives_up)
        ended = time.monotonic() if final else inf
        for other in others:
            other.join()
        body = _json(final) if final is not None and final.status in OK else None
        found = [marker_of(body)] if marker_of and body else list(markers) or [""]
        self.journal.add(keyed, [Write(stream, marker, what, began, ended, tuple(answers)) for marker in found])
        if final is None and not gives_up:
            raise Unanswered(f"{what}: {keyed.method} {keyed.path}")
        return body

    def must(self, what: str, request: tuple[str, str, Any], **options: Any) -> Any:
        """Sends a command that nothing speaks against. Raises Unanswered, also where it is refused."""
        body = self.write(what, request, **options)
        if body is None:
            raise Unanswered(f"{what}: {self.journal.sent[-1][1].answers}")
        return body

    def repeat(self, request: Request) -> Answer | None:
        """Sends a command again with its key; None if it is not answered for very long."""
        return self._until_answered(request, [], gives_up=False)

    def _until_answered(self, request: Request, answers: list[Answer], *, gives_up: bool) -> Answer | None:
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            answer = self._once(request, answers)
            if answer is not None and answer.status not in (*UNAVAILABLE, BUG):
                return answer
            if gives_up:
                break
            time.sleep(PAUSE_SECONDS)
        return None

    def _once(self, request: Request, answers: list[Answer]) -> Answer | None:
        got = self._attempt(request)
        if got is None:
            return None
        answer = Answer(got.status_code, got.text)
        answers.append(answer)
        return answer

    def _attempt(self, request: Request) -> httpx.Response | None:
        """Sends it once; None where no answer came."""
        headers = {"Idempotency-Key": request.key} if request.key else {}
        try:
            answer = self.http.request(
                request.method, request.path, json=request.body, headers=headers, timeout=ATTEMPT_SECONDS
            )
        except httpx.TransportError:
            self.journal.unavailable += 1
            return None
        if answer.status_code in UNAVAILABLE:
            self.journal.unavailable += 1
        if answer.status_code == BUG:
            name = answer.headers.get("X-Request-ID", "")
            self.journal.bugs.append(f"{request.method} {request.path}: 500, request {name}")
        return answer


def _json(answer: Answer) -> Any:
    return httpx.Response(answer.status, text=answer.text).json() if answer.text else {}
