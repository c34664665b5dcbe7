"""Whether the database has the tables that this version needs."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Schema:
    """Asks the database until it has all migrations of this version; that then stays so."""

    is_known = False

    def is_migrated(self) -> bool:
        """Return whether every migration of this version was applied."""
        if not self.is_known:
            executor = MigrationExecutor(connection)
            self.is_known = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self.is_known


schema = Schema()
