"""A process that is started, ended in any way, and started again, as a service manager does it."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.arrangement import debian
from tests.processes import ROOT
from tests.servers import PR_SET_PDEATHSIG

PATIENCE_SECONDS = 120.0
STOP_SECONDS = 10.0
RESTART_SECONDS = 1.0


class TooLate(AssertionError):
    """What was waited for did not come."""


def until(is_so: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Waits. Raises TooLate with `what`."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TooLate(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.1)


@dataclass
class Service:
    """A process with its children; its output is in a file `<name>.log` of the folder, over all its starts.

    user: who runs it, if not this process's user. ahead: by how many seconds its clock is wrong from the next start on.
    ended: how often it ended by itself.
    """

    name: str
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str] | None = None
    user: str | None = None
    stops_by: signal.Signals = signal.SIGTERM
    ahead: float = 0.0
    ended: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _due: float = 0.0

    def start(self) -> None:
        """Starts it. The kernel ends it with the thread that calls this."""
        self._due = 0.0
        libc, number = ctypes.CDLL(None), self.stops_by

        def end_with_parent() -> None:
            libc.prctl(PR_SET_PDEATHSIG, number)

        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self._variables(),
                user=self.user,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509 - the child calls one function of libc, and execs
            )

    def _variables(self) -> Mapping[str, str] | None:
        if not self.ahead:
            return self.environment
        given = os.environ if self.environment is None else self.environment
        wrong = {"LD_PRELOAD": debian.path_of("libfaketime"), "FAKETIME": f"{self.ahead:+.3f}s"}
        return {**given, **wrong, "FAKETIME_DISABLE_SHM": "1"}

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def said(self) -> str:
        """Its output so far."""
        return self.log.read_text("utf-8", errors="replace")

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def family(self) -> list[psutil.Process]:
        """The process and its descendants, itself first; none if it does not run."""
        if self.process is None or not self.is_running:
            return []
        try:
            own = psutil.Process(self.process.pid)
            return [own, *own.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def stop(self) -> None:
        """Ends it in the way that it knows, or at once when that takes too long."""
        if self.process is None:
            return
        family = self.family()
        self.resume()
        if self.is_running:
            self.process.send_signal(self.stops_by)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
        self._end_at_once(family)

    def kill(self) -> None:
        """Ends it and its descendants as a loss of power would."""
        self._end_at_once(self.family())

    def _end_at_once(self, family: Sequence[psutil.Process]) -> None:
        for one in family:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        if self.process is not None:
            self.process.wait(PATIENCE_SECONDS)
        psutil.wait_procs(family[1:], PATIENCE_SECONDS)
        self.process = None

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing of it runs inside."""
        for one in self.family():
            with suppress(psutil.NoSuchProcess):
                one.suspend()
        try:
            yield
        finally:
            self.resume()

    def resume(self) -> None:
        for one in self.family():
            with suppress(psutil.NoSuchProcess):
                one.resume()

    def states(self) -> list[str]:
        """What each of its processes does: its id, its title and whether it runs, sleeps, is stopped or is a zombie."""
        found = []
        for one in self.family():
            with suppress(psutil.NoSuchProcess):
                state = one.status()
                title = one.name() if state == psutil.STATUS_ZOMBIE else " ".join(one.cmdline())[:80]
                found.append(f"{one.pid} {title}: {state}")
        return found

    def tend(self) -> None:
        """Starts it again, a moment after it has ended by itself."""
        if self.process is None or self.is_running:
            return
        now = time.monotonic()
        if not self._due:
            self.ended += 1
            self._due = now + RESTART_SECONDS
        elif now > self._due:
            self.start()
