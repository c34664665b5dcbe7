"""A club's own server as a site: one process on SQLite, as `manage.py club` runs it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

from deploy import bootstrap
from deploy.club import DIRECTOR
from deploy.data_folder import DATABASE
from tests import servers
from tests.arrangement.service import Service
from tests.arrangement.site import PASSWORD, Site
from tests.deploy.production import environment_of
from tests.deploy.served import variables


class ClubSite(Site):
    """The service `club` on a folder of its own."""

    def variables(self, side: str = "") -> dict[str, str]:
        return variables(TABLEKEEPER_DATA=str(self.folder / "data"), TABLEKEEPER_PASSWORD=PASSWORD)

    def connection(self) -> AbstractContextManager[Any]:
        return closing(sqlite3.connect(self.folder / "data" / DATABASE))


@contextmanager
def club_site() -> Iterator[ClubSite]:
    """A club's server, started; it is gone afterwards."""
    folder, port = servers.new_folder(), servers.free_port()
    made = ClubSite(folder, environment_of(bootstrap.RUN), f"http://127.0.0.1:{port}/", DIRECTOR)
    command = [str(made.environment / "bin/python"), "manage.py", "club", "--data", str(folder / "data")]
    made.services["club"] = Service("club", [*command, "--port", str(port)], folder, made.variables())
    try:
        made.services["club"].start()
        made.until_ready()
        yield made
    finally:
        made.stop()
