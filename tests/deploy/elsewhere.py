"""Run a command as on a system that lacks what Linux has: `python -m tests.deploy.elsewhere club --data DIR`.

Our modules find neither `fcntl` nor other modules of Unix, and `os`, `signal` and `socket` lack what only Linux has.
`msvcrt`, with the locks of Windows, is imitated. Other people's packages keep everything.
"""

from __future__ import annotations

import builtins
import fcntl
import importlib
import os
import signal
import socket
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

MODULES = ("fcntl", "pwd", "grp", "resource", "termios", "ctypes")
MISSING: dict[ModuleType, tuple[str, ...]] = {
    os: ("geteuid", "getuid", "O_CLOEXEC", "O_NOFOLLOW", "O_DIRECTORY", "sched_getaffinity"),
    signal: ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGALRM"),
    socket: ("TCP_USER_TIMEOUT", "SO_REUSEPORT"),
}
OURS = ("api", "deploy", "games", "league")


class Windows(ModuleType):
    """Windows' `msvcrt`: locks of one byte, which another process that does not wait can't get."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def locking(self, file: int, mode: int, count: int) -> None:
        assert count == 1
        fcntl.flock(file, fcntl.LOCK_UN if mode == self.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB)


def our_modules_lack() -> None:
    """Let our modules, which are imported from now on, find only what every system has."""
    import_any, import_name = builtins.__import__, importlib.import_module

    def refuse(name: str) -> None:
        caller = sys._getframe(2).f_globals.get("__name__", "")
        if name in MODULES and caller.partition(".")[0] in OURS:
            raise ImportError(name)

    def import_for(name: str, *rest: Any, **named: Any) -> Any:
        refuse(name)
        return import_any(name, *rest, **named)

    def import_named(name: str, package: str | None = None) -> Any:
        refuse(name)
        return Windows(name) if name == "msvcrt" else import_name(name, package)

    builtins.__import__ = import_for
    importlib.import_module = import_named
    for module, names in MISSING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)


def main(arguments: list[str]) -> None:
    """Run a command of ours; the names of the network's interfaces are as on Windows."""
    our_modules_lack()
    from deploy import command_line
    from league.access import interfaces

    vars(interfaces)["sys"] = SimpleNamespace(platform="win32")
    command_line.run("tablekeeper", Path("nowhere"), arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
