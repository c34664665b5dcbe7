"""PostgreSQL as a service, with an operator who starts it again when it hangs."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

import psutil

from tests.arrangement.service import Service

LOOK_SECONDS = 1.0
HANGS_SECONDS = 10.0


@dataclass
class Postgres(Service):
    """A PostgreSQL. hung: how often it was killed and started again because it hung.

    PostgreSQL 18 hangs at times when its files could not grow and then can again: the process that recovers the
    database is gone, the server has not noticed it, and says for ever that it is not yet accepting connections.
    """

    hung: int = 0
    _looked_at: float = 0.0
    _hangs_since: float | None = None

    def tend(self) -> None:
        """Starts it again, a moment after it has ended by itself, and when it has hung for some seconds."""
        super().tend()
        now = time.monotonic()
        if now < self._looked_at + LOOK_SECONDS:
            return
        self._looked_at = now
        if not self._is_idle():
            self._hangs_since = None
        elif self._hangs_since is None:
            self._hangs_since = now
        elif now > self._hangs_since + HANGS_SECONDS:
            self._hangs_since = None
            self.hung += 1
            self.kill()
            self.start()

    def _is_idle(self) -> bool:
        """Whether it neither recovers nor is open: it has a checkpointer, but no startup process and no walwriter."""
        titles = ""
        for one in self.family():
            with suppress(psutil.NoSuchProcess):
                titles += " ".join(one.cmdline())
        return "checkpointer" in titles and "startup" not in titles and "walwriter" not in titles
