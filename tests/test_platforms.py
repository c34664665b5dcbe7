"""What only Linux or Unix has is used in a few named modules, each of which does without it elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("api", "deploy", "games", "league")
NAMED = {
    "league/log/file_lock.py": "locks: fcntl, on Windows msvcrt",
    "league/access/interfaces.py": "addresses: of the interfaces on Linux, elsewhere those of the machine's name",
    "deploy/bootstrap.py": "the environment's Python; exec, on Windows another process; who is root",
    "deploy/club.py": "limits for phones that are gone and of open files, where there are such",
    "league/metrics.py": "blocks of the disk for a file of counts; elsewhere the file only gets its size",
    "deploy/demo/server.py": "on Linux the demo's server ends when the demo is killed",
}
"""The modules that may use what only some systems have, and what they do elsewhere."""
MODULES = {
    "fcntl", "pwd", "grp", "resource", "termios", "tty", "pty", "posix", "syslog", "crypt", "ctypes", "msvcrt",
    "winreg", "winsound",
}  # fmt: skip
NAMES = {
    "os": {
        "fork", "forkpty", "execv", "execve", "execvp", "execl", "execlp", "getuid", "geteuid", "getgid", "getegid",
        "setuid", "setgid", "setsid", "getpgid", "setpgid", "getpgrp", "killpg", "nice", "uname", "chown", "fchown",
        "lchown", "fchmod", "chroot", "mkfifo", "mknod", "sched_getaffinity", "sched_setaffinity", "getloadavg",
        "sysconf", "statvfs", "fdatasync", "posix_fadvise", "posix_fallocate", "pread", "pwrite", "sendfile", "wait",
        "wait3", "wait4", "waitid", "WNOHANG", "register_at_fork", "memfd_create", "pidfd_open", "O_CLOEXEC",
        "O_NOFOLLOW", "O_DIRECTORY", "O_DIRECT", "O_SYNC", "startfile",
    },
    "signal": {
        "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGALRM", "SIGCHLD", "SIGPIPE", "SIGSTOP", "SIGCONT",
        "SIGTSTP", "SIGXFSZ", "SIGXCPU", "alarm", "setitimer", "pause", "sigwait", "pthread_kill", "pthread_sigmask",
    },
    "socket": {"AF_UNIX", "AF_NETLINK", "TCP_USER_TIMEOUT", "SO_REUSEPORT", "SO_PEERCRED"},
}  # fmt: skip
ARGUMENTS = {"preexec_fn", "pass_fds"}
TEXTS = ("/proc/", "/dev/", "/tmp/", "bin/python", "Scripts/")


def only_somewhere(source: str) -> Iterator[str]:
    """What a module's source uses that not every system has. Docstrings are not read."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module for _ in names if module in MODULES)
                yield from (alias.name for alias in names if alias.name in NAMES.get(module, ()))
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NAMES.get(module, ()):
                yield f"{module}.{name}"
            case ast.keyword(arg=str(name)) if name in ARGUMENTS:
                yield name
            case ast.Call(args=arguments):
                yield from (text for text in _texts(arguments) if text in MODULES or text.startswith(TEXTS))
            case ast.BinOp(op=ast.Div(), right=right):
                yield from (text for text in _texts([right]) if text.startswith(TEXTS))


def _texts(values: list[ast.expr]) -> Iterator[str]:
    for value in values:
        match value:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=body, orelse=orelse):
                yield from _texts([body, orelse])


@pytest.mark.backend("sqlite")
def test_what_only_some_systems_have_is_in_the_named_modules_alone() -> None:
    files = [ROOT / "manage.py", *(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))]
    found = {file.relative_to(ROOT).as_posix(): sorted(set(only_somewhere(file.read_text("utf-8")))) for file in files}
    used = {name: uses for name, uses in found.items() if uses}
    assert {name: uses for name, uses in used.items() if name not in NAMED} == {}, "Windows or macOS lack these"
    assert set(used) == set(NAMED)


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(
    "source",
    [
        "import fcntl", "from os import fork", "import os\nos.geteuid()", "import signal\nsignal.SIGUSR1",
        "run(x, preexec_fn=f)", 'import_module("pwd")', 'python = folder / "bin/python"', 'open("/proc/stat")',
    ],
)  # fmt: skip
def test_each_way_of_using_it_is_seen(source: str) -> None:
    assert list(only_somewhere(source))
