"""What `manage.py check --deploy` says of this installation. docs/operators.md lists it; Django has more."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connections

from deploy.environment import SQLITE
from league.access.origin import origin_in_letters
from league.log.replica import replica

NO_ADDRESS = Error(
    "EMAIL_URL names a mail server, but nothing says where the links in e-mails lead: none is sent.",
    hint="Set PUBLIC_ORIGIN, such as https://play.example.org.",
    id="tablekeeper.E001",
)
PLAIN_ORIGIN = Error(
    "PUBLIC_ORIGIN is an address without encryption, but every page leads to https.",
    hint="Let it begin with https://.",
    id="tablekeeper.E002",
)
NOT_COLLECTED = Error(
    "STATIC_ROOT names a folder into which no static files were collected: pages can't be shown.",
    hint=f"Run `{settings.PROGRAM} collectstatic --noinput`, or leave STATIC_ROOT out.",
    id="tablekeeper.E003",
)
ANY_PROXY = Error(
    "FORWARDED_ALLOW_IPS is *: everybody may choose the address by which their attempts are counted.",
    hint="Name the addresses or networks of the proxy, such as 10.213.47.0/24.",
    id="tablekeeper.E004",
)
LIST_NOT_WRITTEN = Error(
    "The file FORGOTTEN_FILE can't be written: nobody can be forgotten.",
    hint="Make its folder, and give it to the user that runs Tablekeeper.",
    id="tablekeeper.E005",
)
ONE_MACHINE = Warning(
    "The database is SQLite: all processes have to be on one machine, and only one of them writes at a time.",
    hint="Set DATABASE_URL to a PostgreSQL, such as postgres://user:password@host/name.",
    id="tablekeeper.W001",
)
ANY_HOST = Warning(
    "ALLOWED_HOSTS has a *: whatever host name somebody sends gets into the links of their answer.",
    hint="Name the host names of this site, with commas between.",
    id="tablekeeper.W002",
)
SEVERAL_HOSTS = Warning(
    "ALLOWED_HOSTS has several host names: the codes on paper lead to the one by which somebody printed them.",
    hint="Set PUBLIC_ORIGIN to the address that phones reach, such as https://play.example.org.",
    id="tablekeeper.W003",
)
NO_LIST = Warning(
    "There is no FORGOTTEN_FILE: after a restore, people who were forgotten since the backup are known again.",
    hint="Set FORGOTTEN_FILE to a file that is kept apart from the backups.",
    id="tablekeeper.W004",
)
NO_REPLICA = Warning(
    "REPLICA_URL leads to a PostgreSQL that is no replica of the one at DATABASE_URL: nothing is read from it.",
    hint="Set REPLICA_URL to a replica (docs/replica.md), or leave it out.",
    id="tablekeeper.W006",
)
MANY_CONNECTIONS = "tablekeeper.W005"
FREE = """
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
"""


@register(Tags.security)
def links_in_letters(**_: Any) -> list[CheckMessage]:
    """A mail server needs an address for links."""
    return [NO_ADDRESS] if settings.SENDS_MAIL and not origin_in_letters() else []


@register(Tags.security, deploy=True)
def production(**_: Any) -> list[CheckMessage]:
    """What is wrong with a server for many clubs; nothing in club mode."""
    return [] if settings.IS_CLUB else list(_of_production())


def _of_production() -> Iterator[CheckMessage]:
    if settings.PUBLIC_ORIGIN.startswith("http://"):
        yield PLAIN_ORIGIN
    if settings.STATIC_ROOT and not Path(settings.STATIC_ROOT, "staticfiles.json").is_file():
        yield NOT_COLLECTED
    if "*" in os.environ.get("FORWARDED_ALLOW_IPS", "").split(","):
        yield ANY_PROXY
    if settings.FORGOTTEN_FILE and not _can_be_written(Path(settings.FORGOTTEN_FILE)):
        yield LIST_NOT_WRITTEN
    if settings.DATABASES["default"]["ENGINE"] == SQLITE:
        yield ONE_MACHINE
    if "*" in settings.ALLOWED_HOSTS:
        yield ANY_HOST
    elif not settings.PUBLIC_ORIGIN and (len(settings.ALLOWED_HOSTS) > 1 or settings.ALLOWED_HOSTS[0].startswith(".")):
        yield SEVERAL_HOSTS
    if not settings.FORGOTTEN_FILE:
        yield NO_LIST


def _can_be_written(file: Path) -> bool:
    return os.access(file if file.exists() else file.parent, os.W_OK)


@register(Tags.database, deploy=True)
def connections_of_one_machine(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The web processes of this machine may not need more connections than PostgreSQL takes."""
    own = settings.DATABASES["default"]
    if "default" not in (databases or ()) or own["ENGINE"] == SQLITE:
        return []
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(FREE)
            most = int(cursor.fetchone()[0])
    except DatabaseError:
        return []  # the command that follows says so
    processes, pool = int(os.environ.get("WEB_PROCESSES") or 1), int(own["OPTIONS"]["pool"]["max_size"])
    return [] if processes * pool <= most else [_many(processes, pool, most)]


@register(Tags.database, deploy=True)
def replica_of_this_primary(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """REPLICA_URL leads to a replica of this primary. Whether that answers now, `doctor` says."""
    if "default" not in (databases or ()) or not replica.is_set_up():
        return []
    return [NO_REPLICA] if replica.lag().trouble == "foreign" else []


def _many(processes: int, pool: int, most: int) -> CheckMessage:
    return Warning(
        f"{processes} web processes with {pool} connections each are more than the {most} that PostgreSQL takes.",
        hint="Lower DATABASE_POOL_SIZE or WEB_PROCESSES, or raise max_connections of PostgreSQL.",
        id=MANY_CONNECTIONS,
    )
