"""PostgreSQL's own check of the log's tables and indexes: the program pg_amcheck, with the extension amcheck."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from django.utils.translation import gettext as _

from league.log.raw import database, driver

DEBIAN = Path("/usr/lib/postgresql")
TABLES = ("--table=league_event*", "--table=league_streamhead", "--heapallindexed")
FOUND_DAMAGE = 2
MAY_RUN = """
SELECT bool_and(has_function_privilege(proc.oid, 'EXECUTE')) FROM pg_proc AS proc
JOIN pg_depend ON objid = proc.oid AND classid = 'pg_proc'::regclass AND deptype = 'e'
JOIN pg_extension AS extension ON extension.oid = refobjid AND extname = 'amcheck'
WHERE proname IN ('verify_heapam', 'bt_index_check')
"""
"""Whether this role may make the check; NULL without the extension."""
VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "service": "PGSERVICE",
    "passfile": "PGPASSFILE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
"""libpq's variables for the parameters of a connection."""


def program() -> str | None:
    """The path of pg_amcheck; Debian's is not on the usual path."""
    newest_first = sorted(DEBIAN.glob("*/bin/pg_amcheck"), key=lambda path: int(path.parts[-3]), reverse=True)
    return shutil.which("pg_amcheck") or next(map(str, newest_first), None)


def reason() -> str | None:
    """Why the check can't be made, if that is so."""
    if program() is None:
        return _("The database's own check was not made: pg_amcheck was not found (Debian: postgresql-client).")
    with driver() as raw:
        (may_run,) = raw.execute(MAY_RUN).fetchone()
    if may_run is None:
        return _("The database's own check was not made: a superuser has to run CREATE EXTENSION amcheck.")
    if not may_run:
        return _(
            "The database's own check was not made: this role may not run the functions of amcheck"
            " (docs/postgresql.md, Roles)."
        )
    return None


def damage() -> list[str]:
    """What is broken, a line for each place; nothing where the check can't be made.

    Inside a transaction it is not made either: another program sees nothing of what the transaction wrote. An error
    that ends the check counts as damage.
    """
    found = program()
    if found is None or database().in_atomic_block or reason() is not None:
        return []
    parameters = database().get_connection_params()
    told = {variable: str(parameters[name]) for name, variable in VARIABLES.items() if name in parameters}
    done = subprocess.run(
        [found, *TABLES],
        env={**os.environ, **told},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode in (0, FOUND_DAMAGE):
        return places(done.stdout)
    return [done.stderr.strip() or f"pg_amcheck: {done.returncode}"]


def places(said: str) -> list[str]:
    """The lines of pg_amcheck, each with the indented ones that follow it."""
    found: list[str] = []
    for line in said.splitlines():
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return found
