"""A site: Tablekeeper's services on this machine, and the ways to use them and to look at them."""

from __future__ import annotations

import json
import ssl
import subprocess
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from deploy.demo.client import Client
from tests.arrangement.service import PATIENCE_SECONDS, Service, TooLate, until
from tests.processes import ROOT

PASSWORD = "seven green combs"
LAST_CHARACTERS = 1500


@dataclass
class Site:
    """Services by their names, in the order in which they are started.

    environment: the programs that they run. director: who may do everything, with the password PASSWORD. trust: the
    certificates that a client trusts.
    """

    folder: Path
    environment: Path
    address: str
    director: str
    trust: ssl.SSLContext | bool = True
    services: dict[str, Service] = field(default_factory=dict)

    def variables(self, side: str = "") -> dict[str, str]:
        """The environment of a process; that of a command of manage.py, where no side is named."""
        raise NotImplementedError

    def connection(self) -> AbstractContextManager[Any]:
        """A connection to the database, past everything."""
        raise NotImplementedError

    def client(self) -> Client:
        """A client of the API."""
        return Client(self.address, verify=self.trust)

    def http(self, **options: Any) -> httpx.Client:
        """A browser's way in. options: as of httpx.Client."""
        return httpx.Client(
            base_url=self.address, verify=self.trust, trust_env=False, timeout=PATIENCE_SECONDS, **options
        )

    def manage(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Runs a command of manage.py to its end."""
        return subprocess.run(
            [str(self.environment / "bin/python"), "manage.py", *arguments],
            cwd=ROOT, env={**self.variables(), **more}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False, timeout=PATIENCE_SECONDS,
        )  # fmt: skip

    def must(self, *arguments: str, **more: str) -> str:
        """Runs a command of manage.py; what it printed. Fails if it does."""
        done = self.manage(*arguments, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def verify(self) -> Any:
        """What `verify` says, also when it complains."""
        return json.loads(self.manage("verify", "--json").stdout)

    def rebuild(self) -> list[str]:
        """The rows that a rebuild changes."""
        different: list[str] = json.loads(self.must("rebuild", "--json"))["different"]
        return different

    def named(self, beginning: str) -> list[Service]:
        """The services whose names begin so."""
        return [service for name, service in self.services.items() if name.startswith(beginning)]

    def tend(self) -> None:
        """Starts again what has ended by itself."""
        for service in self.services.values():
            service.tend()

    def until(self, is_so: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
        """Waits, and tends the services meanwhile. Raises TooLate with their processes and what they wrote last."""

        def is_so_now() -> bool:
            self.tend()
            return is_so()

        try:
            until(is_so_now, what, seconds)
        except TooLate as late:
            said = {
                name: [*service.states(), *service.said()[-LAST_CHARACTERS:].splitlines()]
                for name, service in self.services.items()
            }
            raise TooLate(f"{late}\n{json.dumps(said, indent=1)}") from None

    def until_ready(self) -> None:
        """Waits until the site answers that all its parts work, and a worker and beat have worked since now."""
        began = time.monotonic()
        with self.http() as http:
            self.until(lambda: _is_ready(http, time.monotonic() - began), "everything works")

    def until_answering(self) -> None:
        """Waits until the site answers at all."""
        with self.http() as http:
            self.until(lambda: _health(http, "live") is not None, "it answers")

    def stop(self) -> None:
        """Ends everything, in the order opposite to the start."""
        for service in reversed(self.services.values()):
            with suppress(Exception):
                service.stop()


def _health(http: httpx.Client, what: str) -> httpx.Response | None:
    """The answer of a check of the site's health, if it is good."""
    try:
        answer = http.get(f"api/v1/health/{what}")
    except httpx.TransportError:
        return None
    return answer if answer.status_code == 200 else None


def _is_ready(http: httpx.Client, seconds: float) -> bool:
    """Whether all parts work; the worker and beat have done something within so many seconds."""
    answer = _health(http, "ready")
    if answer is None:
        return False
    ages = [answer.json()["parts"][name]["age_seconds"] for name in ("worker", "beat")]
    return all(age is not None and age <= seconds for age in ages)
