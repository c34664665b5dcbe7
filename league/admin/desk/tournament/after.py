"""What the desk shows after the end: the podium, a text for a chat, certificates, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.kernel import REFEREE
from league.access.actions import Action
from league.access.audience import CLUB
from league.access.origin import public_origin
from league.admin.desk.season.events import AddTournament
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.printing import CERTIFICATES, STANDINGS, certificates_address, print_address
from league.domain.tournament.closing.state import Edition
from league.models import Season
from league.queries import ending, summary
from league.queries.brackets import ShownMatch, bracket_of
from league.queries.ending import ON_THE_PODIUM, Ending
from league.queries.summary import Summary

MOST_SEASONS = 3


@dataclass(frozen=True)
class AfterTheEnd:
    """ending: with all names. final: the last match of a knockout. summary: for the chat, with its readers' names.

    revised: the edition after a correction. first, everybody, chosen: files of certificates; chosen takes `entry`.
    seasons: those in which it counts. counts_in: seasons of the club to add it to, each with the address of the step.
    """

    ending: Ending
    final: ShownMatch | None
    summary: Summary
    revised: Edition | None
    first: str
    everybody: str
    chosen: str
    standings: str
    public: str
    again: str
    seasons: Sequence[Season]
    counts_in: Sequence[tuple[Season, str]]
    may_open_season: bool


def after_the_end(desk: TournamentDesk, request: HttpRequest) -> AfterTheEnd | None:
    """None for a tournament that is not closed."""
    row, state = desk.row, desk.state
    if state.state != "closed":
        return None
    seasons = list(row.seasons.order_by("pk"))
    may_add = desk.may(AddTournament) and not seasons
    others = Season.objects.filter(club=row.club_id).order_by("-pk")[:MOST_SEASONS] if may_add else ()
    return AfterTheEnd(
        ending=ending.read(row, CLUB),
        final=_final(desk),
        summary=summary.read(row, desk.who, public_origin(request)),
        revised=state.revised,
        first=certificates_address(row, ON_THE_PODIUM),
        everybody=certificates_address(row),
        chosen=print_address(row, CERTIFICATES),
        standings=print_address(row, STANDINGS),
        public=reverse("web:public", args=[row.public_code.code]),
        again=desk.again,
        seasons=seasons,
        counts_in=[(season, _adding(season, desk)) for season in others],
        may_open_season=may_add and desk.who.may(Action.SEASONS),
    )


def _final(desk: TournamentDesk) -> ShownMatch | None:
    """The last match of a knockout that was played to its end."""
    bracket = bracket_of(desk.state, REFEREE, desk.names)
    if bracket is None or bracket.winner is None:
        return None
    return next((cell for column in reversed(bracket.columns) for cell in column.cells if cell is not None), None)


def _adding(season: Season, desk: TournamentDesk) -> str:
    address = reverse("admin:league_season_step", args=[season.pk, AddTournament.name])
    return f"{address}?tournament={desk.row.pk}"
