"""A closed tournament in a few lines: the text that is pasted into a chat, and what it is made of.

It is for those who may read the tournament's page: it has the names that everybody may read. Only where the page is for
members of the club alone, and one of them asks, it has all names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access.audience import CLUB, EVERYBODY
from league.access.origin import phones_reach
from league.access.roles import Caller
from league.access.visibility import MEMBERS
from league.models import Tournament
from league.queries import dates, ending
from league.queries.ending import ON_THE_PODIUM, Ending, FinalRow
from league.queries.league_moves import Line, SeasonMoves, moves_of
from league.queries.transcript import ISOLATE, POP
from league.queries.wording import Movement, Points

MEDALS: Mapping[int, str] = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST_LEADERS = 5
"""Of a league table, where places are shared."""


@dataclass(frozen=True)
class Summary:
    """address: of the tournament's page; addresses: of the league tables, by season. All are "" or none where no other
    device can open them. has_all_names: it is for members of the club alone."""

    ending: Ending
    moves: Sequence[SeasonMoves]
    address: str
    addresses: Mapping[UUID, str]
    has_all_names: bool

    @property
    def text(self) -> str:
        """The text, in the language in force."""
        parts = [self._head(), *self._blocks(), *map(_league, self.moves), self._links()]
        return "\n\n".join("\n".join(lines) for lines in parts if lines)

    def _head(self) -> list[str]:
        found = self.ending
        people = ngettext("{number} person", "{number} people", found.people).format(number=found.people)
        rounds = ngettext("{number} round", "{number} rounds", found.rounds).format(number=found.rounds)
        counts = _("{people}, {rounds}").format(people=people, rounds=rounds)
        if found.day is not None:
            counts = _("{day}: {words}").format(day=dates.day(found.day), words=counts)
        return [_("{tournament}, {club}").format(tournament=found.row.name, club=found.row.club.name), counts]

    def _blocks(self) -> Iterator[list[str]]:
        for title, rows in self.ending.blocks:
            yield [*([title] if title else []), *map(_row, rows)]

    def _links(self) -> list[str]:
        if not self.address:
            return []
        of_leagues = [
            _("The league {season}: {address}").format(season=season.name, address=self.addresses[season.id])
            for season in self.moves
        ]
        return [_("All results: {address}").format(address=self.address), *of_leagues]


def read(row: Tournament, who: Caller, origin: str) -> Summary:
    """The summary of a tournament. row: with its club and its code. origin: of the site.

    Raises Rejected before the tournament is closed, and if it was cancelled.
    """
    has_all_names = row.visibility == MEMBERS and who.audience.is_club
    found = ending.read(row, CLUB if has_all_names else EVERYBODY)
    moves = moves_of(row, who if has_all_names else Caller(row.club_id, None, None))
    site = origin if phones_reach(origin) else None
    slug, code = row.club.slug, row.public_code.code
    leagues = {} if site is None else {one.id: site + reverse("web:season", args=[slug, one.id]) for one in moves}
    address = "" if site is None else site + reverse("web:public", args=[code])
    return Summary(found, moves, address, leagues, has_all_names)


def _row(row: FinalRow) -> str:
    """“🥇 Ada: 12 points”; “4= Ben (withdrew): 6 points” of a shared place."""
    place = MEDALS.get(row.place or 0) or (f"{row.place}=" if row.is_shared else f"{row.place}.")
    name = isolated(row.name)
    if row.members:
        name = _("{team} ({members})").format(team=name, members=", ".join(map(isolated, row.members)))
    if row.has_withdrawn:
        name = _("{name} (withdrew)").format(name=name)
    return f"{place} {name}" if row.shown_points is None else f"{place} {name}: {_points(row.shown_points)}"


def _points(points: Points) -> str:
    return ngettext("{points} point", "{points} points", 1 if points.text == "1" else 2).format(points=points.text)


def _league(season: SeasonMoves) -> list[str]:
    """The leaders of a league table with their moves, and who gained most places below them."""
    leaders = [line for line in season.lines if line.place is not None and line.place <= ON_THE_PODIUM][:MOST_LEADERS]
    lines = [_("In the league {season}: {places}").format(season=season.name, places=", ".join(map(_line, leaders)))]
    climbs = [line for line in season.lines if line not in leaders and line.movement.up]
    if climbs:
        best = max(climbs, key=lambda line: line.movement.up)
        climb = _("Highest climb: {name}, from place {before} to place {place}")
        lines.append(climb.format(name=isolated(best.name), before=best.before, place=best.place))
    return lines


def _line(line: Line) -> str:
    """“1. Ada ▲2”."""
    return f"{line.place}{'=' if line.is_shared else '.'} {isolated(line.name)}{_moved(line.movement)}"


def _moved(movement: Movement) -> str:
    return f" ▲{movement.up}" if movement.up else f" ▼{movement.down}" if movement.down else ""


def isolated(name: str) -> str:
    """The name; one in a right-to-left script so that it does not reorder its line."""
    is_other_way = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"{ISOLATE}{name}{POP}" if is_other_way else name
