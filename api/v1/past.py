"""`as_of`: what was known at a position of the log, at a time, or at the close of a round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from msgspec import Meta

from api import parsing
from api.problems import Problem, bad_field
from api.v1.tables import DRAFT, NO_GAME, GameQuery, friendly_answer, game_answer, tournament_answer
from games.kernel import N_, Json, Rejected
from league import models
from league.access.roles import Caller
from league.domain.tournament.require import table_of
from league.domain.tournament.shown import hidden_from
from league.log.time import steady
from league.repository import as_of, streams
from league.repository.streams import FIRST, TOURNAMENT, NoSuchStream, Stream

AS_OF = "as_of"
PATTERN = r"^([0-9]+|round:[1-9][0-9]{0,2}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ ]+(Z|[+-][0-9]{2}:[0-9]{2}))$"
AsOf = Annotated[str, Meta(extra_json_schema={"pattern": PATTERN})]
CLOSE = re.compile(r"round:([1-9][0-9]{0,2})", re.ASCII)


class TableQuery(GameQuery, frozen=True):
    """Which game at a table, and as of when.

    as_of: as known at a position of the log, at a time, or at round:n, the close of that round.
    """

    as_of: AsOf | None = None


def moment_asked(club: UUID, tournament: UUID | None, text: str) -> int | datetime:
    """The position of the log, or the time, that `as_of` says. tournament: whose rounds `round:n` means.

    Raises Problem, and NoSuchStream where the round is not closed.
    """
    close = CLOSE.fullmatch(text)
    if close and tournament is not None:
        return as_of.position_of_close(club, tournament, int(close[1]))
    return parsing.moment_of(AS_OF, text, N_("A position of the log, a time with its offset, or round:n."))


@contextmanager
def known_then() -> Iterator[None]:
    """A thing that was not there then is a wrong `as_of`. Raises Problem."""
    try:
        yield
    except NoSuchStream:
        raise _unknown() from None


def _unknown() -> Problem:
    return bad_field(AS_OF, "unknown", N_("Nothing was known then."))


def table_as_of(table: models.Table, who: Caller, game: int | None, text: str) -> Json:
    """The answer for a table as it was then, without results that are hidden from the caller now. Raises Problem.

    game: for one of its games alone.
    """
    tournament = None if table.round is None else table.round.tournament_id
    with known_then():
        then = moment_asked(table.club_id, tournament, text)

        @contextmanager
        def read(club: UUID, kind: str, id: UUID) -> Iterator[Stream]:
            yield as_of.as_of(club, kind, id, then)

        told = game_answer(table, who, game or FIRST, read)
        if tournament is None:
            return {**friendly_answer(table, told, read), **told}
        with read(table.club_id, TOURNAMENT, tournament) as stream:
            shown = _of_tournament(stream, table, who, game, then)
    if _is_hidden(table, tournament, who):
        shown, told = _without_results(shown), NO_GAME
    return {**shown, **told, "version": shown["version"] + told["game_version"]}


def _of_tournament(stream: Stream, table: models.Table, who: Caller, game: int | None, then: int | datetime) -> Json:
    """The tournament's part, with the clock as it was then. To all but the staff a draft is not there yet."""
    state, now = stream.aggregate.state, steady(timezone.now())
    try:
        _, round = table_of(state, str(table.pk))
    except Rejected:
        raise _unknown() from None
    if round.state == DRAFT and not who.is_staff:
        raise _unknown()
    at = min(then, now) if isinstance(then, datetime) else stream.recorded_at or now
    return tournament_answer(state, table, who, game, at)


def _is_hidden(table: models.Table, tournament: UUID, who: Caller) -> bool:
    with streams.reading(table.club_id, TOURNAMENT, tournament) as stream:
        return str(table.pk) in hidden_from(stream.aggregate.state, who.reader).tables


def _without_results(table: Json) -> Json:
    games = [{**game, "result": None} for game in table.get("games", ())]
    return {**table, "result": None, **({"games": games} if "games" in table else {})}
