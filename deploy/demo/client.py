"""A small client of the REST API."""

from __future__ import annotations

import time
from ssl import SSLContext
from typing import Any, Self
from uuid import uuid4

import httpx

from deploy.demo import Failed

TIMEOUT_SECONDS = 20.0
ATTEMPTS, PAUSE_SECONDS = 4, 0.5
BUSY = 503


class Client:
    """Sends requests to one server as one user."""

    def __init__(self, address: str, verify: SSLContext | bool = True) -> None:
        """address: of the server, with a slash at its end. verify: the certificates that are trusted, as of httpx."""
        self.http = httpx.Client(base_url=f"{address}api/v1/", timeout=TIMEOUT_SECONDS, trust_env=False, verify=verify)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def log_in(self, username: str, password: str) -> None:
        """Send all further requests as this user."""
        token = self.post("tokens", {"username": username, "password": password})["token"]
        self.http.headers["Authorization"] = f"Token {token}"

    def get(self, path: str, **query: int | str) -> Any:
        return self._answer(self.http.build_request("GET", path, params=query))

    def post(self, path: str, body: Any, link: str | None = None) -> Any:
        """Send a request that has its effect once, even if it is repeated. Raises Failed.

        link: of a table or an entry, used instead of the user's token.
        """
        return self._answer(self._writing("POST", path, body, link))

    def change(self, path: str, body: Any) -> Any:
        return self._answer(self._writing("PATCH", path, body))

    def put(self, path: str, body: Any) -> Any:
        return self._answer(self._writing("PUT", path, body))

    def refusal(self, path: str, body: Any, link: str | None = None) -> Any:
        """Return the problem with which the server refuses a request. Raises Failed if it accepts it."""
        request = self._writing("POST", path, body, link)
        answer = self._sent(request)
        if answer.is_success:
            raise Failed(f"The server accepts {_name(request)}, which it should refuse.")
        return answer.json()

    def _writing(self, method: str, path: str, body: Any, link: str | None = None) -> httpx.Request:
        headers = {"Idempotency-Key": str(uuid4())} | ({"Authorization": f"Link {link}"} if link else {})
        return self.http.build_request(method, path, json=body, headers=headers)

    def send_list(self, path: str, content: bytes, **query: str) -> Any:
        """Send a CSV file, once. Raises Failed."""
        headers = {"Idempotency-Key": str(uuid4()), "Content-Type": "text/csv"}
        return self._answer(self.http.build_request("POST", path, params=query, content=content, headers=headers))

    def _answer(self, request: httpx.Request) -> Any:
        return _read(request, self._sent(request))

    def _sent(self, request: httpx.Request) -> httpx.Response:
        """Return the response; a server that is busy or unreachable is tried again a few times."""
        for left in reversed(range(ATTEMPTS)):
            try:
                answer = self.http.send(request)
            except httpx.TransportError as error:
                if not left:
                    raise Failed(f"The server does not answer {_name(request)}: {error}.") from None
            else:
                if answer.status_code != BUSY or not left:
                    return answer
            time.sleep(PAUSE_SECONDS)
        raise AssertionError


def _read(request: httpx.Request, answer: httpx.Response) -> Any:
    if answer.is_success:
        return answer.json()
    try:
        problem = answer.json()
        reason = f"{problem['detail']} ({problem['code']})"
    except (ValueError, LookupError, TypeError):
        reason = "without a reason."
    raise Failed(f"The server answers {_name(request)} with {answer.status_code}: {reason}")


def _name(request: httpx.Request) -> str:
    return f"{request.method} {request.url.path}"
