"""Run a command: of manage.py in the project's folder, or of the installed program `tablekeeper`."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from deploy import __version__, bootstrap, modes


def installed() -> None:
    """Run the program's command. It has none of those for developers, which need the project's folder."""
    run("tablekeeper", data_of_user(), sys.argv[1:], without=bootstrap.DEVELOPMENT)


def run(program: str, data: Path, arguments: Sequence[str], without: Collection[str] = ()) -> None:
    """Run one command. Raises SystemExit with a sentence for an unusable database.

    data: the folder of a club's data, where nothing names another. without: the commands that there are not.
    """
    if list(arguments) in (["--version"], ["version"]):
        sys.stdout.write(f"Tablekeeper {__version__}\n")
        return
    modes.prepare(data, arguments, os.environ)
    if os.environ.get("TABLEKEEPER_DATA"):
        os.umask(0o077)  # a club's data are their owner's alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.core.management import execute_from_command_line, get_commands
    from django.db import DatabaseError

    from league.log.outages import outage_of

    django.setup()  # before that, only Django's own commands are known
    for name in without:
        get_commands().pop(name, None)
    try:
        execute_from_command_line([program, *arguments])
    except DatabaseError as error:
        if (outage := outage_of(error)) is None:
            raise
        raise SystemExit(outage.template) from None


def data_of_user() -> Path:
    """Return the folder in which this system keeps the data of a user's programs, with one for Tablekeeper in it."""
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"], "Tablekeeper")
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Tablekeeper"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share", "tablekeeper")
