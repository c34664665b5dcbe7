"""The size of table that a night is set up with."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from league.domain.tournament.commands import Create
from league.play import form


def as_given(settings: Create, said: form.Tournament) -> Create:
    """The settings; where all tables are given and no size is, preferred are as many seats as most tables have.

    A bye is paid by a table of that size. Of two sizes as frequent it is the smaller.
    """
    often = Counter(len(table.seats) for played in said.rounds for table in played.tables or ())
    size = settings.table_size
    if said.table_size or size is None or not often or any(played.seat for played in said.rounds):
        return settings
    usual = min(often, key=lambda seats: (-often[seats], seats))
    return replace(settings, table_size=replace(size, prefer=min(max(usual, size.min), size.max)))
