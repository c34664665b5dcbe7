"""The databases that are measured: new and empty, with the product's own options, behind Django's default alias."""

from __future__ import annotations

from typing import Any, cast

import dj_database_url
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections

from deploy.databases import with_options


def use(url: str) -> None:
    """Makes the database at `url` the one that the log stands in, from its first migration."""
    release()
    database = with_options(dict(dj_database_url.parse(url)), pool_size=4)
    connections.settings["default"] = connections.configure_settings({"default": database})["default"]
    del connections["default"]
    call_command("migrate", verbosity=0)
    _copy_of_the_log()


def release() -> None:
    """Closes what is open, so that another database may come or processes may fork."""
    connections.close_all()
    if connection.vendor == "postgresql":
        cast("Any", connections[DEFAULT_DB_ALIAS]).close_pool()


def _copy_of_the_log() -> None:
    """The table `bench_event`: the log's columns and indexes, without its guard."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("CREATE TABLE bench_event (LIKE league_event INCLUDING ALL)")
            return
        cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'league_event' AND type IN ('table', 'index')")
        for (sql,) in cursor.fetchall():
            cursor.execute(sql.replace("league_event", "bench_event"))
