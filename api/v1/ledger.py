"""`seasons/{id}/ledger`: what everybody has had in a season, and who has had most of what nobody wants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Resource
from api.openapi.schema import describes
from api.replies import Reply
from api.v1.season_standings import SPAN_QUERY, span_of
from league.domain.season.history.ledger import Counts, most_burdened
from league.files import ledger_sheet
from league.models import Season
from league.queries import names
from league.seating import season_ledger
from league.seating.season_ledger import LedgerCounts

Most = Literal["byes", "short_tables", "last_seat"]
MOST: dict[str, Most] = {"byes": "byes", "short": "short_tables", "last": "last_seat"}


class Opponent(msgspec.Struct):
    """Somebody met. tables: at how many."""

    person: UUID
    name: str
    tables: int


class LedgerRow(msgspec.Struct):
    """What somebody has had in the closed rounds of a season's tournaments.

    rounds: that they were entered for: played, missed, byes and requested_byes. byes: of the pairing. short_tables:
    smaller than the largest of their round. seats: how often each; by_size: the same at tables of each size.
    last_seats: how often the last of a table. areas: how often in each. met: how many others; meetings: tables with
    each of them, added. most: which of byes, short_tables and last_seat nobody has had more often than they.
    opponents: whom they have met, where one person is asked for; else null.
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


class LedgerShown(msgspec.Struct):
    """The ledger of a season, in the order of the names. tournaments: how many have a closed round."""

    season: UUID
    tournaments: int
    rows: list[LedgerRow]


class SeasonLedger(Resource):
    """What everybody has had in a season."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(
        LedgerShown,
        query=(("person", "Of that person alone, with whom they have met how often."), *SPAN_QUERY, downloads.AS),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """Seats, byes, short tables, areas and meetings of the closed rounds. Results from elsewhere have none."""
        row, form = get_object_or_404(Season, id=id), downloads.form_of(request)
        found, person = season_ledger.of_season(row, span_of(request)), _person(request)
        if person is not None and person not in found.rows:
            raise Http404
        if form != downloads.JSON:
            only = found.rows if person is None else {person: found.rows[person]}
            return downloads.download(form, f"ledger-{id}", ledger_sheet.rows_of(only))
        return Reply(LedgerShown(id, found.tournaments, _rows(found, person)))


def _person(request: Request) -> str | None:
    """The person that is asked for. Raises Problem."""
    told = request.query_params.get("person")
    return None if told is None else str(parsing.id_of("person", told))


def _rows(found: Counted, person: str | None) -> list[LedgerRow]:
    most, people = most_burdened(found.rows), list(found.rows if person is None else [person])
    wanted = [*people, *(found.rows[person].met if person is not None else ())]
    called = names.of_people([UUID(one) for one in wanted])
    rows = []
    for one in names.in_order(people, called):
        had = found.rows[one]
        met = None if person is None else _opponents(had, called)
        rows.append(_row(one, called.get(one, ""), had, [MOST[name] for name in most[one]], met))
    return rows


def _row(person: str, name: str, had: Counts, most: list[Most], opponents: list[Opponent] | None) -> LedgerRow:
    return LedgerRow(
        UUID(person),
        name,
        had.rounds,
        had.played,
        had.missed,
        had.byes,
        had.requested,
        had.short,
        had.last,
        _by_number(had.seats.items()),
        {str(size): _by_number(seats.items()) for size, seats in sorted(had.by_size.items())},
        dict(sorted(had.areas.items())),
        len(had.met),
        had.met.total(),
        most,
        opponents,
    )


def _by_number(counts: Iterable[tuple[int, int]]) -> dict[str, int]:
    return {str(number): times for number, times in sorted(counts)}


def _opponents(had: Counts, called: dict[str, str]) -> list[Opponent]:
    """Whom somebody has met, the most often first."""
    order = sorted(names.in_order(had.met, called), key=lambda other: -had.met[other])
    return [Opponent(UUID(other), called.get(other, ""), had.met[other]) for other in order]
