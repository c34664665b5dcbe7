"""`seasons/{id}/ledger`: everybody's seats, byes and short tables in a season, and who has had most of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import downloads
from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.v1.season_standings import SpanQuery, span_of
from league.access import visibility
from league.access.audience import Audience
from league.domain.season.history.ledger import Counts, most_burdened
from league.files import ledger_sheet
from league.files.file_names import of_season
from league.models import Season
from league.queries import names
from league.seating import season_ledger
from league.seating.season_ledger import LedgerCounts

Most = Literal["byes", "short_tables", "last_seat"]
MOST: dict[str, Most] = {"byes": "byes", "short": "short_tables", "last": "last_seat"}


class Opponent(msgspec.Struct):
    """An opponent. person: their id. name: of the person. tables: the number of tables together."""

    person: UUID
    name: str
    tables: int


class LedgerRow(msgspec.Struct):
    """A person's seats and byes in the closed rounds of a season's tournaments.

    person: their id. name: of the person. rounds: the sum of played, missed, byes and requested_byes. played: rounds at
    a table. missed: rounds without a seat or a bye. byes: given by the pairing; not in knockouts, where they are no
    burden. requested_byes: the person asked for them. short_tables: tables smaller than the largest of their round.
    last_seats: times in the last seat of a table. seats: times by seat. by_size: times by size of the table and seat.
    areas: times by area. met: the number of different opponents. meetings: the number of tables with each of them,
    summed. most: those of byes, short_tables and last_seat of which nobody has had more. opponents: null unless the
    query names the person.
    """

    person: UUID
    name: str
    rounds: int
    played: int
    missed: int
    byes: int
    requested_byes: int
    short_tables: int
    last_seats: int
    seats: dict[str, int]
    by_size: dict[str, dict[str, int]]
    areas: dict[str, int]
    met: int
    meetings: int
    most: list[Most]
    opponents: list[Opponent] | None


class Ledger(msgspec.Struct):
    """The ledger of a season.

    season: its id. tournaments: the number of tournaments with a closed round. rows: by name.
    """

    season: UUID
    tournaments: int
    rows: list[LedgerRow]


class LedgerQuery(SpanQuery, frozen=True):
    """Which part of the ledger.

    person: only this person, with their opponents.
    """

    person: UUID | None = None


class SeasonLedger(Resource):
    """The ledger of a season."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(
        Ledger,
        query=LedgerQuery,
        file=downloads.SHEET,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """Seats, byes, short tables, areas and meetings of the closed rounds. Results from elsewhere have none."""
        row, asked = self.get_parent(Season), self.asked(LedgerQuery)
        who, person = self.caller(row.club_id), None if asked.person is None else str(asked.person)
        found = season_ledger.of_season(row, span_of(asked), who.viewer, visibility.unlisted(who, row))
        if person is not None and person not in found.rows:
            raise Http404
        if asked.form != downloads.JSON:
            only = found.rows if person is None else {person: found.rows[person]}
            rows = ledger_sheet.rows_of(only, who.audience)
            return downloads.download(asked.form, of_season(row, _("fairness")), rows)
        return Reply(Ledger(id, found.tournaments, _rows(found, person, who.audience)))


def _rows(found: LedgerCounts, person: str | None, audience: Audience) -> list[LedgerRow]:
    most, people = most_burdened(found.rows), list(found.rows if person is None else [person])
    opponents = found.rows[person].met if person is not None else ()
    called = names.of_people([UUID(one) for one in (*people, *opponents)], audience)
    rows = []
    for one in names.in_order(people, called):
        counts = found.rows[one]
        met = None if person is None else _opponents(counts, called)
        rows.append(_row(one, called.get(one, ""), counts, [MOST[name] for name in most[one]], met))
    return rows


def _row(person: str, name: str, counts: Counts, most: list[Most], opponents: list[Opponent] | None) -> LedgerRow:
    return LedgerRow(
        person=UUID(person),
        name=name,
        rounds=counts.rounds,
        played=counts.played,
        missed=counts.missed,
        byes=counts.byes,
        requested_byes=counts.requested,
        short_tables=counts.short,
        last_seats=counts.last,
        seats=_by_number(counts.seats),
        by_size={str(size): _by_number(seats) for size, seats in sorted(counts.by_size.items())},
        areas=dict(sorted(counts.areas.items())),
        met=len(counts.met),
        meetings=counts.met.total(),
        most=most,
        opponents=opponents,
    )


def _by_number(times: Mapping[int, int]) -> dict[str, int]:
    return {str(number): times[number] for number in sorted(times)}


def _opponents(counts: Counts, called: dict[str, str]) -> list[Opponent]:
    """A person's opponents, those met most often first."""
    order = sorted(names.in_order(counts.met, called), key=lambda other: -counts.met[other])
    return [Opponent(UUID(other), called.get(other, ""), counts.met[other]) for other in order]
