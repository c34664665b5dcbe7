"""Somebody who follows a live stream of a real server."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

PATIENCE_SECONDS = 30.0


@dataclass
class Listener:
    """What has come so far.

    messages: the data of each event that has a position; at: when each came, by the monotonic clock. of_sign_ups: the
    data of those about sign-ups.
    """

    response: httpx.Response
    messages: list[dict[str, Any]] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    of_sign_ups: list[str] = field(default_factory=list)
    heartbeats: int = 0
    is_over: bool = False

    def read(self) -> None:
        """Reads to the end of the stream."""
        name = ""
        try:
            for line in self.response.iter_lines():
                word, _, value = line.partition(": ")
                if word == "data" and name == "sign_ups":
                    self.of_sign_ups.append(value)
                elif word == "data" and name != "beat":
                    self.messages.append(json.loads(value))
                    self.at.append(time.monotonic())
                    self.names.append(name)
                elif word == "event":
                    name = value
                elif word == "id":
                    self.ids.append(value)
                self.heartbeats += line == ":"
        except httpx.TransportError:
            pass  # the test has had enough, or the server was killed
        self.is_over = True

    @property
    def types(self) -> list[str]:
        """The types of events told so far, without the kind, each once."""
        told = (type for message in self.messages for type in message.get("types", ()))
        return list(dict.fromkeys(type.partition(".")[2] for type in told))

    def until(self, is_so: Callable[[Listener], Any], seconds: float = PATIENCE_SECONDS) -> None:
        """Waits; fails when it takes too long."""
        end = time.monotonic() + seconds
        while not is_so(self):
            assert time.monotonic() < end, (self.messages, self.names, self.heartbeats)
            time.sleep(0.02)

    def until_told(self, type: str) -> None:
        """Waits for a type of event."""
        self.until(lambda now: type in now.types)


@contextmanager
def listening(address: str, path: str, **headers: str) -> Iterator[Listener]:
    """Follows a stream; the first message has come. headers: with `_` for `-`."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    timeout = httpx.Timeout(PATIENCE_SECONDS, read=None)
    with (
        httpx.Client(
            base_url=f"{address}api/v1/", headers=sent, trust_env=False, timeout=timeout, verify=False
        ) as http,
        http.stream("GET", path) as response,
    ):
        assert response.status_code == 200, response.read()
        listener = Listener(response)
        thread = threading.Thread(target=listener.read, daemon=True)
        thread.start()
        listener.until(lambda now: now.messages)
        try:
            yield listener
        finally:
            with suppress(OSError):
                response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
            thread.join(PATIENCE_SECONDS)
