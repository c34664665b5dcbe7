"""A sample receiver of webhooks: it listens on this machine, checks signatures, and answers as the test says."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

Answer = int | Callable[[BaseHTTPRequestHandler], Any]


@dataclass(frozen=True)
class Received:
    """A request. code: what was answered; 0 if the receiver did that itself."""

    path: str
    headers: dict[str, str]
    body: bytes
    code: int

    @property
    def id(self) -> str:
        """The `Webhook-Id`."""
        return self.headers["webhook-id"]

    @property
    def content(self) -> dict[str, Any]:
        """The body's JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Receiver:
    """requests: all so far. answers: what the next requests get, a status or a function; then 200.

    most_at_once: the most requests that were being answered at the same time. thinks_for: so long it looks at each, for
    another one to come meanwhile.
    """

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.answers: deque[Answer] = deque()
        self.come = threading.Condition()
        self.open = self.most_at_once = 0
        self.thinks_for = 0.0
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.take(self)

            def log_message(self, *_: Any) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook?to=chat"

    def take(self, request: BaseHTTPRequestHandler) -> None:
        """Notes a request, then answers it."""
        body = request.rfile.read(int(request.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in request.headers.items()}
        with self.come:
            answer = self.answers.popleft() if self.answers else 200
            code = answer if isinstance(answer, int) else 0
            self.requests.append(Received(request.path, headers, body, code))
            self.come.notify_all()
            self.open += 1
            self.most_at_once = max(self.most_at_once, self.open)
        try:
            self.answer(request, answer)
        finally:
            with self.come:
                self.open -= 1

    def answer(self, request: BaseHTTPRequestHandler, answer: Answer) -> None:
        """Answers a request as it was told."""
        time.sleep(self.thinks_for)
        if not isinstance(answer, int):
            answer(request)
            return
        request.send_response(answer)
        request.end_headers()
        request.wfile.write(f"answer {answer}".encode())

    def wait_for(self, count: int, seconds: float = 60) -> None:
        """Returns when so many requests have come. Fails if they do not."""
        with self.come:
            assert self.come.wait_for(lambda: len(self.requests) >= count, seconds), len(self.requests)

    @property
    def taken(self) -> list[Received]:
        """The requests that were answered with success."""
        return [request for request in self.requests if 200 <= request.code < 300]

    def positions(self) -> list[int]:
        """The positions of all events that were taken, in order, each delivery once."""
        by_id = {request.id: request for request in self.taken}
        return [event["position"] for request in by_id.values() for event in request.content["events"]]


def is_signed(request: Received, secret: str) -> bool:
    """Whether the request carries a signature by the secret, as the reference implementation says."""
    try:
        Webhook(secret).verify(request.body, request.headers)
    except WebhookVerificationError:
        return False
    return True


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver, until it is not needed any more."""
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
