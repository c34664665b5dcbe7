"""The names of tables in the hall."""

from __future__ import annotations

from league.domain.tournament.settings import Settings


def table_label(settings: Settings, number: int) -> str:
    """A table's number, with its label if it has one: “2 · Window”."""
    label = settings.furniture.label(number)
    return f"{number} · {label}" if label else str(number)
