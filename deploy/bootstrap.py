"""Set up the virtual environment of a command from a lock file with hashes. Standard library only.

It is the folder `.venv` next to manage.py. Marks in it name the lock files that it was built from. A file marks a build
in progress; if a later start finds it, that build was interrupted, and a new one starts from an empty folder.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from league.log.file_lock import locked

OLDEST = (3, 11)
RUN, DEVELOP = "requirements.txt", "requirements-dev.txt"
DEVELOPMENT = ("test", "lint", "bench", "screenshots", "faults", "fuzz", "audit", "sbom")
BUILDING, LOCK = "building", ".venv.lock"
PACKAGE = "python3-venv"


def ensure(root: Path, arguments: Sequence[str]) -> None:
    """Return if this interpreter's environment suits the command; else run the command in one that does."""
    if sys.version_info < OLDEST:
        fail("Tablekeeper needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))
    lock = lock_for(root, arguments)
    if is_marked(Path(sys.prefix), lock):
        return
    environment = root / ".venv"
    if not is_marked(environment, lock):
        try:
            with locked(root / LOCK):
                if not is_marked(environment, lock):
                    build(environment, lock)
        except OSError as error:
            fail(f"Can't set up in {environment}: {error}.")
        except KeyboardInterrupt:
            fail("Setting up was interrupted. The next start begins again.")
    sys.stdout.flush()
    go_on([str(python_of(environment)), str(root / "manage.py"), *arguments])


def go_on(command: list[str]) -> NoReturn:
    """Become another program. On Windows no process can: there it runs in another one, until which this one waits."""
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the other one too
    raise SystemExit(subprocess.run(command, check=False).returncode)


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def lock_for(root: Path, arguments: Sequence[str]) -> Path:
    """Return the lock file that a command needs: the development one for tests, checks and benchmarks."""
    return root / "deploy" / (DEVELOP if arguments and arguments[0] in DEVELOPMENT else RUN)


def mark_text(lock: Path) -> str:
    """Return the content of the mark of an environment built from `lock` by this version of Python."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{version} {hashlib.sha256(lock.read_bytes()).hexdigest()}\n"


def is_marked(environment: Path, lock: Path) -> bool:
    """Return whether the environment was completely built from exactly this lock file."""
    if (environment / BUILDING).exists():
        return False
    try:
        return mark_of(environment, lock).read_text() == mark_text(lock)
    except FileNotFoundError:
        return False


def mark_of(environment: Path, lock: Path) -> Path:
    return environment / f"made-from-{lock.stem}"


def build(environment: Path, lock: Path) -> None:
    """Create or update the environment. The remains of an interrupted build are removed first."""
    need_ensurepip()
    say(f"Setting up from {lock.name}: once, about a minute.")
    if must_start_again(environment):
        clear(environment)
    environment.mkdir(exist_ok=True)
    (environment / BUILDING).touch()
    if not python_of(environment).exists():
        call([sys.executable, "-m", "venv", str(environment)])
    for name in locks_within(lock):
        mark_of(environment, lock.with_name(name)).unlink(missing_ok=True)
    install(environment, lock)
    for name in locks_within(lock):
        mark_of(environment, lock.with_name(name)).write_text(mark_text(lock.with_name(name)))
    (environment / BUILDING).unlink()
    say("Set up.")


def locks_within(lock: Path) -> tuple[str, ...]:
    """Return the lock files that an environment built from `lock` satisfies; the development one includes the other."""
    return (RUN, DEVELOP) if lock.name == DEVELOP else (lock.name,)


def must_start_again(environment: Path) -> bool:
    """Return whether a build was interrupted, or the environment has another version of Python."""
    return environment.is_dir() and (
        (environment / BUILDING).exists()
        or not python_of(environment).exists()
        or f"version = {sys.version_info[0]}.{sys.version_info[1]}." not in (environment / "pyvenv.cfg").read_text()
    )


def clear(environment: Path) -> None:
    """Empty the folder, except for the file that marks a build in progress."""
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
    """Install everything in the lock file, as wheels with the right hashes, from pip's configured index."""
    options = ["--require-hashes", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "-qq"]
    call([str(python_of(environment)), "-m", "pip", "install", *options, "--requirement", str(lock)])


def need_ensurepip() -> None:
    """Install ensurepip as root, or show the command for it. Debian's Python lacks it."""
    import importlib.util
    import shutil

    if importlib.util.find_spec("ensurepip"):
        return
    line = f"apt-get install -y {PACKAGE}"
    if not is_root() or not shutil.which("apt-get"):
        fail(f"Python's venv is missing. Run this once, then start again:  sudo {line}")
    say(f"Installing {PACKAGE}.")
    os.environ.update(DEBIAN_FRONTEND="noninteractive", DEBCONF_NOWARNINGS="yes")
    call(["apt-get", "-qq", "update"], is_wordy=True)
    call(["apt-get", "-qq", "install", "-y", "--no-install-recommends", PACKAGE], is_wordy=True)


def is_root() -> bool:
    """Return whether this user may install packages of the system; on Windows nobody may."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def call(command: Sequence[str], *, is_wordy: bool = False) -> None:
    """Run a program without input; end this process if it fails. is_wordy: hide its normal output."""
    import subprocess

    nothing = subprocess.DEVNULL
    done = subprocess.run(command, stdin=nothing, stdout=nothing if is_wordy else sys.stderr, check=False)
    if done.returncode:
        fail(f"Setting up failed ({' '.join(command[:4])} …). Start again to try again.")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201


def fail(sentence: str) -> NoReturn:
    raise SystemExit(sentence)
