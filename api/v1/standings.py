"""`tournaments/{id}/standings`: who stands where, and what decided it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Resource
from api.dry_run import Placing, left_out, rows_beside
from api.openapi.schema import describes
from api.problems import Problem, bad_field
from api.replies import Reply
from games.kernel import N_, Json
from league.domain.preview.what_if import WhatIf, what_if
from league.domain.standings import standings
from league.domain.standings.comparison import Compared, side_by_side
from league.domain.standings.movement import with_movement
from league.domain.tournament.closing.state import Edition
from league.domain.tournament.state import Tournament as State
from league.files import tournament_sheets
from league.models import Event, Tournament
from league.projections import standings as kept
from league.projections.standings import Known
from league.queries import names
from league.repository import as_of, streams
from league.repository.streams import TOURNAMENT, Stream

Written = int | str
MOST_ROUNDS = 100


class LineShown(msgspec.Struct):
    """What a round brought: kind is played, forfeit, bye or missed."""

    number: int
    kind: str
    table: int | None
    seat: int | None
    place: int | None
    points: Written


class RowShown(msgspec.Struct):
    """A row of the standings.

    dropped: Numbers of the rounds that don't count; there where only the best do.
    moved, new: where movement was asked for. By how many places the entry has gone up since the round before, below 0
    down, null where there was no place; whether it stood in no table then.
    before: Of a what-if with `beside`: how it is; null where the entry is not listed.
    movement: Of a what-if with `beside`: by how many places it is better.
    """

    place: int
    entry: UUID
    name: str
    points: Written
    points_display: str
    played: int
    byes: int
    penalties: Written
    tie_breaks: dict[str, Any]
    decided_by: str
    rounds: list[LineShown]
    dropped: list[int] | UnsetType = UNSET
    moved: int | UnsetType | None = UNSET
    new: bool | UnsetType = UNSET
    before: Placing | UnsetType | None = UNSET
    movement: int | UnsetType | None = UNSET


class EntryLeftOut(msgspec.Struct):
    """An entry that a what-if would not list. before: How it is."""

    entry: UUID
    name: str
    before: Placing


class EditionShown(msgspec.Struct):
    """A later edition of the final standings. edition: from 2. reason: for staff."""

    edition: int
    at: datetime
    reason: str | None


class StandingsShown(msgspec.Struct):
    """The standings after a round, as known at a position of the log.

    left_out: Of a what-if with `beside`: whom it would not list.
    """

    tournament: UUID
    after_round: int
    as_of_position: int
    rows: list[RowShown]
    changed_after_close: EditionShown | None
    left_out: list[EntryLeftOut] | UnsetType = UNSET


class Standings(Resource):
    """The standings of a tournament."""

    renderer_classes = downloads.RENDERERS

    @describes(
        StandingsShown,
        query=(
            ("after_round", "Today's knowledge of rounds 1 to n."),
            ("as_of", "What was known then: a position of the log, a time, or round:n, the close of that round."),
            ("points", "What if the rounds were paid so: points as in the tournament's body, as JSON."),
            (
                "tie_breaks",
                "What if these decided: names with commas between them, or as in the tournament's body, as JSON.",
            ),
            ("movement", "true: rows say how far they have moved since the round before, which is worked out for it."),
            downloads.AS,
            ("beside", "true: each row of a what-if tells beside it how it is: `before` and `movement`."),
        ),
        file=downloads.SHEET,
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """Points, then the organiser's chain of tie-breaks; each place says what decided it."""
        row = get_object_or_404(Tournament, id=id)
        wanted = parsing.whole_parameter(request, "after_round", None, 0, MOST_ROUNDS)
        is_staff, asked = self.caller(row.club_id).is_staff, _what_if(request)
        is_beside = beside_parameter(request, "points or tie_breaks", is_what_if=asked is not None)
        form, wants_movement = downloads.form_of(request), parsing.flag_parameter(request, "movement")
        if is_beside and form != downloads.JSON:
            raise bad_field("beside", "not_a_file", N_("Files have one table: this is told as JSON."))
        as_kept = wanted is None and asked is None and not wants_movement and "as_of" not in request.query_params
        chain: Sequence[str] = ()
        compared: Sequence[Compared] | None = None
        if as_kept and form == downloads.JSON:
            found = kept.known(row)
        else:
            with _known(request, row) as stream:
                state: State = stream.aggregate.state
                told = state if asked is None else what_if(state, asked.points, asked.tie_breaks)
                found, chain = _worked_out(stream, told, wanted, moved=wants_movement), told.settings.chain
                compared = side_by_side(standings.standings(state, wanted), found.rows) if is_beside else None
        rows = found.rows if compared is None else rows_beside(compared)
        position = Event.objects.filter(club=row.club_id, stream=id, version=found.version)
        called = names.of_entries(id)
        if form != downloads.JSON:
            sheet = tournament_sheets.standings_sheet(found.rows, chain, called)
            return downloads.download(form, f"standings-{id}", sheet)
        return Reply(
            {
                "tournament": id,
                "after_round": found.after_round,
                "as_of_position": position.values_list("position", flat=True).get(),
                "rows": [{**line, "name": called.get(line["entry"], "")} for line in rows],
                "changed_after_close": found.revised and edition_shown(found.revised, is_staff=is_staff),
                **({} if compared is None else left_out(compared, "entry", called)),
            }
        )


def beside_parameter(request: Request, asked_by: str, *, is_what_if: bool) -> bool:
    """Whether rows are told beside how they are. asked_by: the parameters of the what-if. Raises Problem."""
    is_beside = parsing.flag_parameter(request, "beside")
    if is_beside and not is_what_if:
        raise bad_field("beside", "alone", N_("This goes with a what-if: with {asked_by}."), asked_by=asked_by)
    return is_beside


def _what_if(request: Request) -> WhatIf | None:
    """Points and tie-breaks that are asked for in place of the tournament's, if any. Raises Problem or BadFields."""
    points, tie_breaks = (request.query_params.get(name) for name in ("points", "tie_breaks"))
    asked: Json = {}
    if points is not None:
        asked["points"] = _json("points", points)
    if tie_breaks is not None:
        asked["tie_breaks"] = _chain(tie_breaks)
    return parsing.read(WhatIf, asked) if asked else None


def _chain(text: str) -> Any:
    if text.lstrip().startswith("["):
        return _json("tie_breaks", text)
    return text.split(",") if text else []


def _json(field: str, text: str) -> Any:
    try:
        return parsing.json_of(text.encode("utf-8", "surrogatepass"))
    except Problem:
        raise bad_field(field, "bad_json", N_("This is written as JSON, as in the tournament's body.")) from None


def _worked_out(stream: Stream, told: State, wanted: int | None, *, moved: bool) -> Known:
    """The standings that a stream says. wanted: after that round; None: the last one begun. Raises Problem."""
    begun = len(told.begun_rounds)
    if wanted is not None and wanted > begun:
        raise bad_field("after_round", "unknown_round", N_("Round {number} has not begun."), number=wanted)
    after_round = begun if wanted is None else wanted
    rows = standings.standings(told, wanted)
    if moved:
        rows = with_movement(standings.places_before(told, after_round), rows, "entry")
    return Known(stream.stored, after_round, rows, told.revised)


def edition_shown(revised: Edition, *, is_staff: bool) -> Json:
    """An edition of the final standings; why there is one is the staff's."""
    return {"edition": revised.number, "at": revised.at, "reason": revised.reason if is_staff else None}


def _known(request: Request, row: Tournament) -> AbstractContextManager[Stream]:
    """The tournament as it stands, or stood then. Raises Problem."""
    text = request.query_params.get("as_of")
    if text is None:
        return streams.reading(row.club_id, TOURNAMENT, row.id)
    try:
        return nullcontext(_as_of(row, text))
    except streams.NoSuchStream:
        raise bad_field("as_of", "unknown", N_("Nothing was known then.")) from None


def _as_of(row: Tournament, text: str) -> Stream:
    if match := re.fullmatch(r"round:([1-9][0-9]{0,2})", text, re.ASCII):
        return as_of.at_close(row.club_id, row.id, int(match[1]))
    sentence = N_("A position of the log, a time with its offset, or round:n.")
    return as_of.as_of(row.club_id, TOURNAMENT, row.id, parsing.moment_of("as_of", text, sentence))
