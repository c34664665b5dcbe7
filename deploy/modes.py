"""The mode in which a command runs: by the environment's variables, or as a club on this machine."""

from __future__ import annotations

import argparse
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from urllib.parse import quote

from deploy import data_folder
from deploy.data_folder import DATABASE

CONFIGURED_BY = ("TABLEKEEPER_MODE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
WITHOUT_DATA = (
    "",
    "help",
    "test",
    "lint",
    "bench",
    "faults",
    "fuzz",
    "screenshots",
    "audit",
    "sbom",
    "demo",
    "simulate",
    "makemigrations",
    "makemessages",
    "compilemessages",
)
READERS = ("doctor", "verify", "rebuild", "transcript", "seat", "redraw", "backup")
PLAY, SERVE, CLUB = "play", "serve", "club"
NOTHING_TO_SERVE = (
    "`serve` is for production: set DATABASE_URL and the other variables that docs/operators.md names."
    " To serve a club from this machine, use the command `club`."
)


def prepare(usual: Path, arguments: Sequence[str], environ: MutableMapping[str, str]) -> None:
    """Set the variables of club mode, unless one of CONFIGURED_BY is set.

    The command `club`, and any command with TABLEKEEPER_DATA set, always runs in club mode. Its data are in the folder
    of `--data`, of TABLEKEEPER_DATA, or `usual`; the folder is created here, with a secret key.
    Commands that need no data get a database in memory, and so does `play`, in any mode, unless it writes into the
    club. Raises SystemExit with a sentence where the folder can't be used, where it has no data for one of READERS, and
    for `serve` without variables. Any other command that takes the usual folder only by default says so, and so does
    one that takes a folder where DATABASE_URL names another database.
    """
    command = arguments[0] if arguments else ""
    is_configured = any(name in environ for name in CONFIGURED_BY)
    if command == PLAY and not writes_into_club(arguments):
        as_club(environ, "sqlite://:memory:", data_folder.new_key())
        return
    if command in WITHOUT_DATA:
        if not is_configured:
            as_club(environ, "sqlite://:memory:", data_folder.new_key())
        return
    is_named = bool(environ.get("TABLEKEEPER_DATA")) or command == CLUB
    if is_configured and not is_named:
        return
    if command == SERVE and not is_named:
        raise SystemExit(NOTHING_TO_SERVE)
    options = club_options(arguments)
    if not options.here_only:
        environ.setdefault("ALLOWED_HOSTS", "*")
    if options.is_open:
        environ["TABLEKEEPER_LAN"] = "1"
    folder = Path(options.data or environ.get("TABLEKEEPER_DATA") or usual).absolute()
    if command in READERS and not (folder / DATABASE).exists():
        raise SystemExit(f"There are no data of a club in {folder}.")
    key = data_folder.prepare(folder)
    if not is_named:
        sys.stderr.write(f"No DATABASE_URL is set: this uses the club's data in {folder}.\n")
    use_folder(environ, folder, key)


def use_folder(environ: MutableMapping[str, str], folder: Path, key: str) -> None:
    """Set the variables of club mode for a folder, and say so where DATABASE_URL names another database."""
    database_url = f"sqlite:///{quote(str(folder / DATABASE))}"
    if environ.get("DATABASE_URL", database_url) != database_url:
        sys.stderr.write(f"DATABASE_URL is set, but this uses the club's data in {folder}.\n")
    environ["TABLEKEEPER_DATA"] = str(folder)
    as_club(environ, database_url, key)


def as_club(environ: MutableMapping[str, str], database_url: str, key: str) -> None:
    """Set the variables of club mode, which has no Redis."""
    environ.update({"TABLEKEEPER_MODE": "club", "DATABASE_URL": database_url, "SECRET_KEY": key})
    environ.pop("REDIS_URL", None)


def writes_into_club(arguments: Sequence[str]) -> bool:
    """Return whether `play` stores its file."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--into")
    options, _ = parser.parse_known_args(arguments[1:])
    return options.into is not None


def club_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Return data: as given, or None; and here_only: whether only this machine can reach the server.

    is_open: whether the server answers at all of this machine's addresses.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--lan", action="store_true")
    is_club = bool(arguments) and arguments[0] == CLUB
    options, _ = parser.parse_known_args(arguments[1:] if is_club else [])
    options.is_open = options.lan or options.host == "0.0.0.0"  # noqa: S104
    options.here_only = not options.lan and options.host in ("127.0.0.1", "localhost", "::1")
    return options
