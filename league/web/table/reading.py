"""What the page of a table shows to its reader, read once. Results are seen as the tournament's settings say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from games import Match
from games.kernel import Json
from league.access import cookies
from league.access.audience import EVERYBODY
from league.domain.seating.knockout.level import asked_level_tables, places_to_go_on
from league.domain.tournament.desk.state import latest_call
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.shown import shown_to
from league.domain.tournament.state import Tournament as State
from league.models import Table, Tournament
from league.queries import names
from league.queries.wording import points
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.sheets import asking, looking
from league.sheets.asking import Asked
from league.sheets.sending import Seen
from league.web import clock
from league.web.links import moved
from league.web.table.people import Reader, reader_of
from league.web.table.shown import AtTable, Level, Line, Phase, Place, Played, lines_of


def read(
    request: HttpRequest, row: Tournament, round: int, number: int, now: datetime, game: int, **how: Any
) -> AtTable:
    """The table with that number in that round. Raises Http404. how: `plainly`, as `asking.asked_of` takes it."""
    named = names.in_tournament(row.pk, EVERYBODY)
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        now_at = _replaced(request, row, state, round, number)
        found, table = _find(state, *(now_at or (round, number)))
        personally = state.settings.needs_personal_links
        reader = reader_of(request, row, UUID(table.id), table.seats, personally=personally)
        called = named.read_by(reader.audience(table.seats))
        at = _read(state, found, table, reader, called, now, game)
        at = replace(at, number=number, moved_to=now_at) if now_at else at
    return _with_game(at, called, **how) if at.phase == "running" and reader.holder else at


def _replaced(request: HttpRequest, row: Tournament, state: State, round: int, number: int) -> tuple[int, int] | None:
    """The round and number of the table in the place of one that is no more, whose slip this browser has opened."""
    if any((one.number, table.number) == (round, number) for one in state.rounds for table in one.tables):
        return None
    gone = (one.holder for one in cookies.found_in(request) if one.over and one.holder.tournament == row.pk)
    found = (moved(state, str(holder.id)) for holder in gone)
    return next((now for before, now in found if before == number and now is not None and now[0] == round), None)


def _find(state: State, round: int, number: int) -> tuple[Round, TableState]:
    """The table with that number in the newest round with that one. Raises Http404."""
    for found in (*reversed(state.rounds), *reversed(state.cancelled)):
        for table in found.tables:
            if (found.number, table.number) == (round, number) and found.state != "draft":
                return found, table
    raise Http404


def _read(
    state: State, round: Round, table: TableState, reader: Reader, called: Mapping[str, str], now: datetime, game: int
) -> AtTable:
    """The table without what its game says."""
    if not 1 <= game <= len(table.games):
        raise Http404
    of_reader = shown_to(state, reader.who.reader)
    seen_table = of_reader.tables.get(table.id, table)
    seen = seen_table.games[game - 1]
    version = table.games[game - 1].version
    call = latest_call(state.calls, table.id)
    at = AtTable(
        row=Table.objects.select_related("round__tournament").get(pk=table.id),
        reader=reader,
        number=table.number,
        label=state.settings.furniture.label(table.number),
        round=round.number,
        of=state.settings_in_round(round.number).rounds,
        phase=_phase(state, round),
        seats=[Place(at, entry, called.get(entry, "")) for at, entry in enumerate(table.seats, 1)],
        clock=clock.of_table(table, now) or clock.of_round(round, now),
        game=game,
        games=len(table.games),
        seen=Seen(version, 0),
        needs_personal_links=state.settings.needs_personal_links,
        moved_to=_moved_to(state, round, table, reader),
        called_at=call.at if call is not None and call.is_open else None,
        is_coming=call is not None and call.is_coming(now),
        elsewhere=_elsewhere(round, table, reader.said, called),
        go_on=places_to_go_on(state, round, table) if round.games == 1 else None,
        level=_level(of_reader, seen_table, called),
    )
    return at if seen.result is None else _with_result(at, state, round, table.games[game - 1], seen.result, called)


def _level(state: State, table: TableState, called: Mapping[str, str]) -> Level | None:
    """That the table is drawn, and somebody has to go on. state: as the reader sees it."""
    found = asked_level_tables(state, state.round_with(table))
    level = next((one for one in found if one.table.id == table.id), None)
    if level is None:
        return None
    match = level.decided
    return Level(
        entries=[(entry, called.get(entry, "")) for entry in table.seats if entry in level.end.shared],
        places=len(level.end.level),
        decided_by=match.decided_by if match else "",
        on=[called.get(entry, "") for entry in match.on] if match else (),
    )


def _phase(state: State, round: Round) -> Phase:
    if "cancelled" in (state.state, round.state):
        return "off"
    if state.state == "closed" or round.state not in ("published", "running"):
        return "over"
    return "published" if round.state == "published" else "running"


def _moved_to(state: State, round: Round, table: TableState, reader: Reader) -> tuple[int, int] | None:
    """Where somebody belongs who came with the slip of a table that is gone and had this number, in this round."""
    if reader.holder is not None or round.state not in ("published", "running"):
        return None
    for gone in reader.gone:
        before, now = moved(state, str(gone))
        if before == table.number and now is not None and now[0] == round.number:
            return now
    return None


def _elsewhere(round: Round, table: TableState, said: str, called: Mapping[str, str]) -> tuple[str, int] | None:
    others = (other for other in round.tables if other.id != table.id and said in other.seats)
    return next(((called.get(said, ""), other.number) for other in others), None)


def _with_result(
    at: AtTable, state: State, round: Round, table: TableState, result: Result, called: Mapping[str, str]
) -> AtTable:
    return replace(
        at,
        result=replace(result),
        lines=_lines(at, state, round, table, result.claim),
        disputed=[_lines(at, state, round, table, one.claim) for one in result.disputes],
        reporter=called.get((result.voice or "").removeprefix("entry:"), ""),
    )


def _lines(at: AtTable, state: State, round: Round, table: TableState, claim: Claim | None) -> list[Line]:
    if claim is None:
        return []
    return lines_of(looking.seats_of(state, round, table, claim), at.names, at.me)


def _with_game(at: AtTable, called: Mapping[str, str], *, plainly: bool = False) -> AtTable:
    """With what the game says, which those at the table may know."""
    match = looking.match_of(at.row, at.game)
    asked = asking.asked_of(match, plainly=plainly or at.result is not None)
    seen = at.seen._replace(game=match.version)
    return replace(at, asked=asked, seen=seen, played=_played(match, asked, called))


def _played(match: Match, asked: Asked | None, called: Mapping[str, str]) -> Played | None:
    """The rounds of a game that has several; None before the first."""
    outcome: Json = match.outcome()
    rounds = outcome["rounds"]
    if not rounds or (asked is not None and asked.sheet.of == 1 and len(rounds) == 1):
        return None
    rows = [
        (called.get(player, ""), [points(one["points"][player]) for one in rounds], points(outcome["totals"][player]))
        for player in match.state.players
    ]
    return Played([one["number"] for one in rounds], rows)
