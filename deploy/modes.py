"""What `manage.py` runs a command as: with the environment's own variables, or else as a club on this machine."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from urllib.parse import quote

TOLD_BY = ("TABLEKEEPER_MODE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
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
LOOKS = ("verify", "rebuild", "transcript", "seat", "redraw")
PLAY = "play"
DATABASE, SECRET_KEY = "tablekeeper.sqlite3", "secret_key"


def prepare(root: Path, arguments: Sequence[str], environ: MutableMapping[str, str]) -> None:
    """Sets the variables of club mode, unless one of TOLD_BY is set: then the environment says it all.

    `club` itself, and whatever runs with TABLEKEEPER_DATA set, is always a club. Its data lie in the folder of
    `--data`, of TABLEKEEPER_DATA or in `data` beside manage.py; it is made here, with a secret key of its own.
    Commands that have no business with a club's data get a database in memory, and so does `play`, whatever the
    environment says, unless it is to write into the club. Raises SystemExit with a sentence where
    the folder can't be used, or holds nothing that LOOKS could look at.
    """
    command = arguments[0] if arguments else ""
    is_told = any(name in environ for name in TOLD_BY)
    if command == PLAY and not writes_into_club(arguments):
        as_club(environ, "sqlite://:memory:", secrets.token_urlsafe(64))
        return
    if command in WITHOUT_DATA:
        if not is_told:
            as_club(environ, "sqlite://:memory:", secrets.token_urlsafe(64))
        return
    if is_told and command != "club" and not environ.get("TABLEKEEPER_DATA"):
        return
    options = club_options(arguments)
    if not options.here_only:
        environ.setdefault("ALLOWED_HOSTS", "*")
    folder = Path(options.data or environ.get("TABLEKEEPER_DATA") or root / "data").absolute()
    if command in LOOKS and not (folder / DATABASE).exists():
        raise SystemExit(f"There are no data of a club in {folder}.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = secret_key(folder / SECRET_KEY)
    except OSError as error:
        raise SystemExit(f"Can't keep a club's data in {folder} ({error.strerror}).") from None
    environ["TABLEKEEPER_DATA"] = str(folder)
    as_club(environ, f"sqlite:///{quote(str(folder / DATABASE))}", key)


def as_club(environ: MutableMapping[str, str], database_url: str, key: str) -> None:
    """Sets what club mode reads; there is no Redis in it."""
    environ.update({"TABLEKEEPER_MODE": "club", "DATABASE_URL": database_url, "SECRET_KEY": key})
    environ.pop("REDIS_URL", None)


def writes_into_club(arguments: Sequence[str]) -> bool:
    """Whether `play` is to keep what it plays."""
    parser = argparse.ArgumentParser(prog="manage.py play", add_help=False)
    parser.add_argument("--into")
    options, _ = parser.parse_known_args(arguments[1:])
    return options.into is not None


def club_options(arguments: Sequence[str]) -> argparse.Namespace:
    """data: as given, or None. here_only: whether only this machine is to reach the server."""
    parser = argparse.ArgumentParser(prog="manage.py club", add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--lan", action="store_true")
    is_club = bool(arguments) and arguments[0] == "club"
    options, _ = parser.parse_known_args(arguments[1:] if is_club else [])
    options.here_only = not options.lan and options.host in ("127.0.0.1", "localhost", "::1")
    return options


def secret_key(file: Path) -> str:
    """The key kept in the file, readable by its owner only; made at the first start."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text().strip()
    with os.fdopen(descriptor, "w") as kept:
        kept.write(secrets.token_urlsafe(64))
    return file.read_text().strip()
