"""The environment that a command runs in, made from a hash lock where it is not there. Standard library only.

`.venv` beside manage.py holds it. A mark in it says from which locks it was made. While it is being made a file says
so; one that is found later, with nobody at work, means that the making was broken off and starts again from nothing.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
RUN, DEVELOP = "requirements.txt", "requirements-dev.txt"
DEVELOPMENT = ("test", "lint", "bench")
BUILDING = "building"
PACKAGE = "python3-venv"


def ensure(root: Path, arguments: Sequence[str]) -> None:
    """Returns if this interpreter's environment suits the command; else goes on in one that does, and never returns."""
    if sys.version_info < OLDEST:
        fail("Tablekeeper needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))
    lock = lock_for(root, arguments)
    if is_marked(Path(sys.prefix), lock):
        return
    environment = root / ".venv"
    if not is_marked(environment, lock):
        try:
            with alone(root):
                if not is_marked(environment, lock):
                    build(environment, lock)
        except OSError as error:
            fail(f"Can't set up in {environment}: {error}.")
        except KeyboardInterrupt:
            fail("Setting up was broken off. The next start begins it again.")
    python = str(environment / "bin/python")
    sys.stdout.flush()
    os.execv(python, [python, str(root / "manage.py"), *arguments])  # noqa: S606


def lock_for(root: Path, arguments: Sequence[str]) -> Path:
    """The lock that a command needs: the development one for what tests and measures."""
    return root / "deploy" / (DEVELOP if arguments and arguments[0] in DEVELOPMENT else RUN)


def mark_text(lock: Path) -> str:
    """What the mark of an environment made from `lock` by this version of Python says."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{version} {hashlib.sha256(lock.read_bytes()).hexdigest()}\n"


def is_marked(environment: Path, lock: Path) -> bool:
    """Whether the environment was made from this very lock, to the end."""
    if (environment / BUILDING).exists():
        return False
    try:
        return mark_of(environment, lock).read_text() == mark_text(lock)
    except FileNotFoundError:
        return False


def mark_of(environment: Path, lock: Path) -> Path:
    """The file with the mark for a lock."""
    return environment / f"made-from-{lock.stem}"


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Waits until no other start is building; a process that dies lets the next one in."""
    folder = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def build(environment: Path, lock: Path) -> None:
    """Makes or updates the environment. What an earlier, broken-off build left is removed first."""
    need_ensurepip()
    say(f"Setting up from {lock.name}: once, about a minute.")
    if must_start_again(environment):
        clear(environment)
    environment.mkdir(exist_ok=True)
    (environment / BUILDING).touch()
    if not (environment / "bin/python").exists():
        call([sys.executable, "-m", "venv", str(environment)])
    for name in locks_within(lock):
        mark_of(environment, lock.with_name(name)).unlink(missing_ok=True)
    install(environment, lock)
    for name in locks_within(lock):
        mark_of(environment, lock.with_name(name)).write_text(mark_text(lock.with_name(name)))
    (environment / BUILDING).unlink()
    say("Set up.")


def locks_within(lock: Path) -> tuple[str, ...]:
    """The locks that an environment made from `lock` satisfies: the development one holds all of the other."""
    return (RUN, DEVELOP) if lock.name == DEVELOP else (lock.name,)


def must_start_again(environment: Path) -> bool:
    """Whether a build was broken off, or the environment is of another version of Python."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return environment.is_dir() and (
        (environment / BUILDING).exists()
        or not (environment / "bin/python").exists()
        or not (environment / "lib" / version).is_dir()
    )


def clear(environment: Path) -> None:
    """Empties the folder; the file that says "building" stays to the last, should this be broken off too."""
    import shutil

    (environment / BUILDING).touch()
    for path in environment.iterdir():
        if path.name == BUILDING:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def install(environment: Path, lock: Path) -> None:
    """Everything in the lock, by its hashes, as wheels; from where the machine's pip takes its packages."""
    options = ["--require-hashes", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "-qq"]
    call([str(environment / "bin/python"), "-m", "pip", "install", *options, "--requirement", str(lock)])


def need_ensurepip() -> None:
    """A bare Debian has Python without it: root installs it, anybody else is told the line."""
    import importlib.util
    import shutil

    if importlib.util.find_spec("ensurepip"):
        return
    line = f"apt-get install -y {PACKAGE}"
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        fail(f"Python's venv is missing. Run this once, then start again:  sudo {line}")
    say(f"Installing {PACKAGE}.")
    os.environ.update(DEBIAN_FRONTEND="noninteractive", DEBCONF_NOWARNINGS="yes")
    call(["apt-get", "-qq", "update"], is_wordy=True)
    call(["apt-get", "-qq", "install", "-y", "--no-install-recommends", PACKAGE], is_wordy=True)


def call(command: Sequence[str], *, is_wordy: bool = False) -> None:
    """Runs a program with nothing to read; of a wordy one only the complaints are shown. Stops here if it fails."""
    import subprocess

    nothing = subprocess.DEVNULL
    done = subprocess.run(command, stdin=nothing, stdout=nothing if is_wordy else sys.stderr, check=False)
    if done.returncode:
        fail(f"Setting up failed ({' '.join(command[:4])} …). Start again to try again.")


def say(sentence: str) -> None:
    """Tells whoever waits at the terminal."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201


def fail(sentence: str) -> NoReturn:
    """Ends the process with a sentence."""
    raise SystemExit(sentence)
