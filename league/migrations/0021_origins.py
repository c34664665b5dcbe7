"""Where imported events come from: the club and the actor that were hashed, next to those that have them here."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TYPES = {"postgresql": ("uuid", "text"), "sqlite": ("TEXT", "TEXT")}


def add_columns(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Adds the columns in the types of this database; an event that was recorded here has neither."""
    club, actor = TYPES[editor.connection.vendor]
    editor.execute(f"ALTER TABLE league_event ADD COLUMN origin_club {club}", params=None)
    editor.execute(f"ALTER TABLE league_event ADD COLUMN origin_actor {actor}", params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0020_versions_of_users_and_members")]
    operations = [migrations.RunPython(add_columns, elidable=False)]
