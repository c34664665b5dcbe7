"""`tournaments/{id}/standings`: every entry's place, and what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Reply, Resource
from api.dry_run import left_out, rows_beside
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import JsonText
from api.v1.past import AsOf, known_then, moment_asked
from games.kernel import N_, Json, Viewer
from league import models
from league.access.audience import CLUB, Audience
from league.access.roles import Caller
from league.domain.preview.what_if import WhatIf, what_if
from league.domain.standings import standings
from league.domain.standings.comparison import Compared, side_by_side, with_movement
from league.domain.standings.tie_breaks.line import Kind
from league.domain.tournament.closing.state import Edition
from league.domain.tournament.settings import TieBreakName
from league.domain.tournament.shown import counted_without
from league.domain.tournament.stages.stage import Carry
from league.domain.tournament.state import Tournament as State
from league.domain.values.fields import MOST_ROUNDS
from league.dry_run.view import Placing
from league.files import tournament_sheets
from league.files.file_names import of_tournament
from league.files.paper import night, papers
from league.log import store
from league.projections import standings as stored
from league.projections.standings import CurrentStandings
from league.queries import names
from league.repository import as_of, streams
from league.repository.streams import TOURNAMENT, Stream

Written = int | str
MOST_ROWS = 10_000
DecidedBy = Literal["points", "knockout", "stage", "shared", "absent", TieBreakName]


class RoundLine(msgspec.Struct):
    """An entry's part in a round.

    number: of the round. kind: `forfeit` is a seat that nobody took, or whose entry was alone at the table; `out`: of a
    knockout, before the round. table: its number; null if it did not play. seat: from 1; null if it did not play.
    place: at the table; null if it did not play. points: what the round is worth. struck: true for a game that counts
    for nobody, since one of the two left before half of theirs.
    """

    number: int
    kind: Kind
    table: int | None
    seat: int | None
    place: int | None
    points: Written
    struck: bool | UnsetType = UNSET


class Block(msgspec.Struct):
    """What rows of the standings count, once a final or another stage has begun.

    stage: the last one of the entry; 0: it is in none, and keeps the order frozen when the first began. rounds: numbers
    of the rounds that count in points and tie-breaks so far. carried: the part of the points from before the stage that
    counts too.
    """

    stage: int
    rounds: list[int]
    carried: Carry


class DroppedGame(msgspec.Struct):
    """A game that does not count. round: the number of its round. game: its number in the round."""

    round: int
    game: int


class StandingsRow(msgspec.Struct):
    """A row of the standings.

    place: equal places are shared; null for an entry that was absent in every round. entry: its id. name: of the entry.
    points: exact. points_display: with two decimals. played: the number of rounds. byes: the number of byes. penalties:
    points that make the total worse. tie_breaks: values by name; of `count_back`, how often it had each place.
    decided_by: the last criterion needed to separate the row from its neighbours: `points`, a tie-break, `knockout` or
    `stage` (how far the entry has come), `shared`, or `absent` without a place.
    rounds: one for each round so far; empty with `rounds=false`.
    penalties_are_added: because the lowest total wins.
    withdrawn: true for an entry that has left.
    block: in a final or another stage, what the row counts.
    dropped: numbers of the rounds that do not count, where only the best do.
    dropped_games: games of a round that do not count, where only the best games do.
    moved: with `movement`, places gained since the round before; below 0: lost, null: no place then.
    new: with `movement`, whether the entry was not in the standings after the round before.
    before: of a what-if with `beside`: the actual row; null where the entry is not listed.
    movement: of a what-if with `beside`: places gained by it.
    """

    place: int | None
    entry: UUID
    name: str
    points: Written
    points_display: str
    played: int
    byes: int
    penalties: Written
    tie_breaks: dict[str, int | str | list[int]]
    decided_by: DecidedBy
    rounds: list[RoundLine]
    penalties_are_added: bool | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    block: Block | UnsetType = UNSET
    dropped: list[int] | UnsetType = UNSET
    dropped_games: list[DroppedGame] | UnsetType = UNSET
    moved: int | UnsetType | None = UNSET
    new: bool | UnsetType = UNSET
    before: Placing | UnsetType | None = UNSET
    movement: int | UnsetType | None = UNSET


class EntryLeftOut(msgspec.Struct):
    """An entry that a what-if would not list. entry: its id. name: of the entry. before: its actual row."""

    entry: UUID
    name: str
    before: Placing


class FinalEdition(msgspec.Struct):
    """A later edition of the final standings.

    edition: its number, from 2. at: when the tournament was last corrected. reason: for staff only.
    """

    edition: int
    at: datetime
    reason: str | None


class Standings(msgspec.Struct):
    """The standings after a round, as known at a position of the log.

    tournament: its id. after_round: the number of the round; 0 before the first. as_of_position: the position of the
    club's log up to which they count. rows: the best first. changed_after_close: the newest edition, if results were
    corrected after the close. left_out: of a what-if with `beside`: the entries that it would not list.
    """

    tournament: UUID
    after_round: int
    as_of_position: int
    rows: list[StandingsRow]
    changed_after_close: FinalEdition | None
    left_out: list[EntryLeftOut] | UnsetType = UNSET


class StandingsQuery(downloads.PaperQuery, frozen=True):
    """Which standings.

    after_round: the standings after round n, as known today.
    as_of: as known at a position of the log, at a time, or at round:n, the close of that round.
    points: a what-if with other points, as in the tournament's body, as JSON.
    tie_breaks: a what-if with other tie-breaks, as names separated by commas, or as in the tournament's body, as JSON.
    movement: whether rows say how many places they have gained since the round before.
    beside: whether each row of a what-if has the actual one too, as `before` and `movement`.
    rounds: false leaves the list of rounds of each row empty.
    limit: at most so many rows, from the top.
    """

    after_round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    as_of: AsOf | None = None
    points: JsonText | None = None
    tie_breaks: str | None = None
    movement: bool = False
    beside: bool = False
    rounds: bool = True
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None = None


class TournamentStandings(Resource):
    """The standings of a tournament. They follow from its stream, and their names from that of the club's people."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]
    renderer_classes = [*downloads.RENDERERS, downloads.PdfFile]

    @describes(
        Standings,
        query=StandingsQuery,
        file=downloads.SHEET,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """The standings by points, then by the organiser's chain of tie-breaks; each place says what decided it.

        They end before the first round whose results the tournament does not show yet.
        """
        row, asked = self.get_object(), _Asked.of(self.asked(StandingsQuery))
        who = self.caller(row.club_id)
        if asked.form == downloads.JSON:
            versions = partial(store.hashes, row.club_id, row.pk, row.club_id)
            return self.unless_known(versions, lambda: _reply(row, asked, who))
        found = _standings(row, asked, who.reader)
        return _as_file(row, found, who.audience, asked.form, asked.limit)


def standings_file(row: models.Tournament, form: str) -> HttpResponse:
    """The current standings as staff see them, as a file. form: csv, xlsx or pdf."""
    known = stored.current(row)
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        chain = stream.aggregate.state.settings.chain
    return _as_file(row, _Found(known, chain), CLUB, form)


def _as_file(
    row: models.Tournament, found: _Found, audience: Audience, form: str, limit: int | None = None
) -> HttpResponse:
    if form == downloads.PDF:
        return _pdf(row, found.known, audience)
    called = names.of_entries(row.pk, audience)
    sheet = tournament_sheets.standings_sheet(found.known.rows[:limit], found.chain, called)
    return downloads.download(form, of_tournament(row, _("standings")), sheet)


@dataclass(frozen=True)
class _Asked:
    """What the query asks for. as_of: a position, a time or a round's close, as text. form: json or of a file."""

    after_round: int | None
    as_of: str | None
    what_if: WhatIf | None
    is_beside: bool
    has_movement: bool
    form: str
    limit: int | None
    has_rounds: bool

    @classmethod
    def of(cls, query: StandingsQuery) -> _Asked:
        """Reads what is written as JSON, and refuses what does not go together. Raises Problem or BadFields."""
        what_if = _what_if(query)
        if query.beside:
            require_what_if("points or tie_breaks", query.form, is_what_if=what_if is not None)
        if not query.rounds and query.form != downloads.JSON:
            raise bad_field("rounds", "not_a_file", N_("A file has all of its columns: ask for JSON."))
        return cls(
            after_round=query.after_round,
            as_of=query.as_of,
            what_if=what_if,
            is_beside=query.beside,
            has_movement=query.movement,
            form=query.form,
            limit=query.limit,
            has_rounds=query.rounds,
        )

    @property
    def is_current(self) -> bool:
        """Whether the stored standings are the answer."""
        is_plain = self.after_round is None and self.as_of is None and self.what_if is None
        return is_plain and not self.has_movement and self.form == downloads.JSON


class _Found(NamedTuple):
    """Standings with their chain of tie-breaks; compared: with the actual ones, where that is asked for."""

    known: CurrentStandings
    chain: Sequence[str] = ()
    compared: Sequence[Compared] | None = None


def _standings(row: models.Tournament, asked: _Asked, viewer: Viewer) -> _Found:
    """The standings that are asked for, as the viewer sees them. Raises Problem."""
    if asked.is_current:
        return _Found(stored.current_for(row, viewer))
    hidden = stored.hidden_now(row, viewer)
    with _read(row, asked.as_of) as stream:
        actual: State = counted_without(stream.aggregate.state, hidden)
        _require_shown(stream.aggregate.state, asked.after_round, actual)
        state = what_if(actual, asked.what_if.points, asked.what_if.tie_breaks) if asked.what_if else actual
        known = _calculated(stream, state, asked.after_round, has_movement=asked.has_movement)
        before = standings.standings(actual, asked.after_round) if asked.is_beside else None
        return _Found(known, state.settings.chain, None if before is None else side_by_side(before, known.rows))


def _require_shown(state: State, wanted: int | None, shown: State) -> None:
    """Refuses the standings after a round that has begun and is not shown yet. Raises Problem."""
    if wanted is not None and len(shown.begun_rounds) < wanted <= len(state.begun_rounds):
        template = N_("The results of round {number} are not shown yet.")
        raise bad_field("after_round", "not_shown", template, number=len(shown.begun_rounds) + 1)


def _reply(row: models.Tournament, asked: _Asked, who: Caller) -> Reply:
    found = _standings(row, asked, who.reader)
    answer = _answer(row, found, names.of_entries(row.pk, who.audience), is_staff=who.is_staff)
    return Reply({**answer, "rows": [_row(line, asked) for line in answer["rows"][: asked.limit]]})


def _answer(row: models.Tournament, found: _Found, called: Mapping[str, str], *, is_staff: bool) -> Json:
    known, compared = found.known, found.compared
    rows = known.rows if compared is None else rows_beside(compared)
    position = models.Event.objects.filter(club=row.club_id, stream=row.id, version=known.version)
    return {
        "tournament": row.id,
        "after_round": known.after_round,
        "as_of_position": position.values_list("position", flat=True).get(),
        "rows": [{**line, "name": called.get(line["entry"], "")} for line in rows],
        "changed_after_close": known.revised and _edition(known.revised, is_staff=is_staff),
        **({} if compared is None else left_out(compared, "entry", called)),
    }


def _row(line: Json, asked: _Asked) -> Json:
    return line if asked.has_rounds else {**line, "rounds": []}


def _pdf(row: models.Tournament, known: CurrentStandings, audience: Audience) -> HttpResponse:
    """The standings to be printed, in the club's language."""
    with translation.override(row.club.written_in):
        with night.reading(row, "", timezone.now(), audience) as tonight:
            draw = papers.standings(tonight, known.rows, known.after_round)
        name, content = draw()
    return downloads.pdf(name, content)


def require_what_if(asked_by: str, form: str, *, is_what_if: bool) -> None:
    """Refuses `beside` without a what-if, and of a file. asked_by: the parameters of a what-if. Raises Problem."""
    if not is_what_if:
        raise bad_field("beside", "alone", N_("This goes with a what-if: with {asked_by}."), asked_by=asked_by)
    if form != downloads.JSON:
        raise bad_field("beside", "not_a_file", N_("A file has one table only. Ask for JSON to compare two."))


def _what_if(query: StandingsQuery) -> WhatIf | None:
    """The points and tie-breaks in place of the tournament's, if any are asked for. Raises Problem or BadFields."""
    asked: Json = {}
    if query.points is not None:
        asked["points"] = parsing.json_parameter("points", query.points)
    if query.tie_breaks is not None:
        asked["tie_breaks"] = _chain(query.tie_breaks)
    return parsing.read(WhatIf, asked) if asked else None


def _chain(text: str) -> Any:
    if text.lstrip().startswith("["):
        return parsing.json_parameter("tie_breaks", text)
    return text.split(",") if text else []


def _calculated(stream: Stream, state: State, wanted: int | None, *, has_movement: bool) -> CurrentStandings:
    """The standings of a state. wanted: after that round; None: after the newest one. Raises Problem."""
    begun = len(state.begun_rounds)
    if wanted is not None and wanted > begun:
        raise bad_field("after_round", "unknown_round", N_("Round {number} has not begun."), number=wanted)
    after_round = begun if wanted is None else wanted
    rows = standings.standings(state, wanted)
    if has_movement:
        rows = with_movement(standings.places_before(state, after_round), rows, "entry")
    return CurrentStandings(stream.stored, after_round, rows, state.revised)


def _edition(revised: Edition, *, is_staff: bool) -> Json:
    """An edition of the final standings; its reason is for staff."""
    return {"edition": revised.number, "at": revised.at, "reason": revised.reason if is_staff else None}


def _read(row: models.Tournament, asked: str | None) -> AbstractContextManager[Stream]:
    """The tournament as it is, or as it was known then. Raises Problem."""
    if asked is None:
        return streams.reading(row.club_id, TOURNAMENT, row.id)
    with known_then():
        then = moment_asked(row.club_id, row.pk, asked)
        return nullcontext(as_of.as_of(row.club_id, TOURNAMENT, row.pk, then))
