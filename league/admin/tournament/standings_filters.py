"""Of what a tournament's standings are shown: after a round, of some names, of an entry, or all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404
from django.utils.translation import gettext as _

from league.admin.season import league_table_filters
from league.admin.season.league_table_filters import FIND, Choice, Filter
from league.domain.standings.standings import KNOCKOUT, POINTS
from league.domain.tournament.state import Tournament

LONGEST_NUMBER = 4


class Told(NamedTuple):
    """What a query asks for: the standings after a round, names with these words in them, an entry alone."""

    after_round: int | None = None
    find: str = ""
    entry: str = ""

    @property
    def query(self) -> str:
        """The query again, for links that keep it."""
        return _query(round=self.after_round, find=self.find, entry=self.entry)

    @property
    def file_query(self) -> str:
        """What of it files go by."""
        return _query(round=self.after_round)

    def fits(self, entry: str, name: str) -> bool:
        """Whether an entry is asked for."""
        return (not self.entry or entry == self.entry) and league_table_filters.fits(name, self.find)


def _query(**told: int | str | None) -> str:
    kept = {name: value for name, value in told.items() if value not in (None, "")}
    return f"?{urlencode(kept)}" if kept else ""


WHOLE = Told()
"""All of the standings, as they are."""


def told(query: Mapping[str, str]) -> Told:
    """What a query asks for. Raises Http404 for what is no number of a round."""
    number = query.get("round", "")
    if number and not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
        raise Http404
    return Told(int(number) if number else None, query.get(FIND, ""), query.get("entry", ""))


def filters(state: Tournament, told: Told) -> list[Filter]:
    """What the standings can be filtered by."""
    rounds = [
        Choice(str(number), str(number), number == told.after_round) for number in range(1, len(state.begun_rounds) + 1)
    ]
    whole = Choice("", _("the last"), told.after_round is None)
    after = [Filter("round", _("After round"), [whole, *rounds])] if rounds else []
    return [*after, Filter(FIND, _("Name"), value=told.find)]


def deciding_in(state: Tournament) -> list[str]:
    """What decides places in a tournament, in its order."""
    return [*([KNOCKOUT] if state.knockout else []), POINTS, *state.settings.chain]
