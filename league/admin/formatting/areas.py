"""What an area of a round is, in words: the places from which it was filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from league.domain.standings.standings import places_before
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


def area_words(state: Tournament, round: Round) -> Mapping[str, str]:
    """“area A, places 1–8” by the letter of the area; in a first round, which is seated without places, “area A”.

    Nothing where areas are not more than tables: in a knockout, and in a first round with one table for each.
    """
    seats: dict[str, list[str]] = {}
    for table in round.tables:
        if table.area and round.knockout is None:
            seats.setdefault(table.area, []).extend(table.seats)
    places = (places_before(state, round.number) or {}) if seats else {}
    if not places and len(seats) == len(round.tables):
        return {}
    return {area: _words(area, [place for entry in own if (place := places.get(entry))]) for area, own in seats.items()}


def _words(area: str, places: Sequence[int]) -> str:
    if not places:
        return _("area {area}").format(area=area)
    first, last = min(places), max(places)
    if first == last:
        return _("area {area}, place {place}").format(area=area, place=first)
    return _("area {area}, places {first}–{last}").format(area=area, first=first, last=last)
