"""The mode in which `manage.py` runs a command: by the environment's variables, or as a club on this machine."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from urllib.parse import quote

CONFIGURED_BY = ("TABLEKEEPER_MODE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
WITHOUT_DATA = (
    "",
    "help",
    "test",
    "lint",
    "bench",
    "demo",
    "simulate",
    "makemigrations",
    "makemessages",
    "compilemessages",
)
READERS = ("verify", "rebuild", "transcript", "seat", "redraw")
PLAY = "play"
DATABASE, SECRET_KEY = "tablekeeper.sqlite3", "secret_key"


def prepare(root: Path, arguments: Sequence[str], environ: MutableMapping[str, str]) -> None:
    """Set the variables of club mode, unless one of CONFIGURED_BY is set.

    The command `club`, and any command with TABLEKEEPER_DATA set, always runs in club mode. Its data are in the folder
    of `--data`, of TABLEKEEPER_DATA, or `data` next to manage.py; the folder is created here, with a secret key.
    Commands that need no data get a database in memory, and so does `play`, in any mode, unless it writes into the
    club. Raises SystemExit with a sentence where the folder can't be used, or has no data for one of READERS.
    """
    command = arguments[0] if arguments else ""
    is_configured = any(name in environ for name in CONFIGURED_BY)
    if command == PLAY and not writes_into_club(arguments):
        as_club(environ, "sqlite://:memory:", secrets.token_urlsafe(64))
        return
    if command in WITHOUT_DATA:
        if not is_configured:
            as_club(environ, "sqlite://:memory:", secrets.token_urlsafe(64))
        return
    if is_configured and command != "club" and not environ.get("TABLEKEEPER_DATA"):
        return
    options = club_options(arguments)
    if not options.here_only:
        environ.setdefault("ALLOWED_HOSTS", "*")
    folder = Path(options.data or environ.get("TABLEKEEPER_DATA") or root / "data").absolute()
    if command in READERS and not (folder / DATABASE).exists():
        raise SystemExit(f"There are no data of a club in {folder}.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = secret_key(folder / SECRET_KEY)
    except OSError as error:
        raise SystemExit(f"Can't keep a club's data in {folder} ({error.strerror}).") from None
    environ["TABLEKEEPER_DATA"] = str(folder)
    as_club(environ, f"sqlite:///{quote(str(folder / DATABASE))}", key)


def as_club(environ: MutableMapping[str, str], database_url: str, key: str) -> None:
    """Set the variables of club mode, which has no Redis."""
    environ.update({"TABLEKEEPER_MODE": "club", "DATABASE_URL": database_url, "SECRET_KEY": key})
    environ.pop("REDIS_URL", None)


def writes_into_club(arguments: Sequence[str]) -> bool:
    """Return whether `play` stores its file."""
    parser = argparse.ArgumentParser(prog="manage.py play", add_help=False)
    parser.add_argument("--into")
    options, _ = parser.parse_known_args(arguments[1:])
    return options.into is not None


def club_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Return data: as given, or None; and here_only: whether only this machine can reach the server."""
    parser = argparse.ArgumentParser(prog="manage.py club", add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--lan", action="store_true")
    is_club = bool(arguments) and arguments[0] == "club"
    options, _ = parser.parse_known_args(arguments[1:] if is_club else [])
    options.here_only = not options.lan and options.host in ("127.0.0.1", "localhost", "::1")
    return options


def secret_key(file: Path) -> str:
    """Return the key in the file, which only its owner can read; it is created at the first start."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text().strip()
    with os.fdopen(descriptor, "w") as new:
        new.write(secrets.token_urlsafe(64))
    return file.read_text().strip()
