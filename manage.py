#!/usr/bin/env python3
"""Tablekeeper's commands. `python3 manage.py club` serves a club night, `python3 manage.py test` runs all tests.

Nothing has to be installed before: the first start sets up the environment (deploy/bootstrap.py).
"""

import os
import sys
from pathlib import Path

from deploy import bootstrap, modes

ROOT = Path(__file__).resolve().parent


def main(arguments: list[str]) -> None:
    """Run one command, in an environment that suits it. Raises SystemExit with a sentence for an unusable database."""
    bootstrap.ensure(ROOT, arguments)
    modes.prepare(ROOT, arguments, os.environ)
    if os.environ.get("TABLEKEEPER_DATA"):
        os.umask(0o077)  # a club's data are their owner's alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from league.log.outages import outage_of

    try:
        execute_from_command_line(["manage.py", *arguments])
    except DatabaseError as error:
        if (outage := outage_of(error)) is None:
            raise
        raise SystemExit(outage.template) from None


if __name__ == "__main__":
    main(sys.argv[1:])
