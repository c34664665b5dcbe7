"""Rebuilds the read models from the log. Each row that a rebuild changes was wrong, and is named.

A club's rows are built in copies (`copies`), while everybody goes on with the live tables. Then writers wait for a
moment: what was stored meanwhile is added to the copies, and the rows that differ are swapped in, all in one
transaction. A rebuild that ends early has changed nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet

from league.log.store import writing
from league.models import (
    Announcement,
    Club,
    DirectorCall,
    Entry,
    FinalEntries,
    FollowerPosition,
    GoneTable,
    LeagueTableRow,
    Penalty,
    Person,
    RatedRound,
    Rating,
    Round,
    Season,
    Standings,
    StreamHead,
    Table,
    TableGame,
    Tournament,
    TournamentCode,
    codes,
)
from league.projections import copies, followers, inline
from league.repository import streams
from league.repository.game_streams import games_gone
from league.repository.streams import GAME, SEASON, TOURNAMENT, Stream

ORDER = (TOURNAMENT, SEASON, GAME)
"""A season names tournaments; a game has its table's row from its tournament."""
TOURNAMENTS_OF_SEASONS = Season.tournaments.through
IN_PLACE: tuple[type[Model], ...] = (
    Tournament, Entry, Penalty, DirectorCall, Announcement, Round, Table, TableGame, GoneTable, Season,
)  # fmt: skip
"""The rows that others refer to: they are updated in place. Each comes after those that it refers to itself."""
FROM_NOTHING: tuple[type[Model], ...] = (Standings, FinalEntries)
BY_KEY: dict[type[Model], tuple[str, ...]] = {
    TOURNAMENTS_OF_SEASONS: ("season_id", "tournament_id"),
    LeagueTableRow: ("season_id", "person_id"),
    Rating: ("game", "person_id"),
    RatedRound: ("number", "tournament_id", "position"),
    FollowerPosition: ("name",),
}
"""The rows with automatic ids, by their own keys."""
DERIVED: tuple[type[Model], ...] = (*IN_PLACE, *FROM_NOTHING, *BY_KEY)
COPIED: tuple[type[Model], ...] = (*IN_PLACE, TOURNAMENTS_OF_SEASONS, TournamentCode)
LOCKED: tuple[type[Model], ...] = (FollowerPosition, *DERIVED, TournamentCode)
"""A follower has its position's row before it writes others."""
NOT_IN_THE_LOG: dict[type[Model], tuple[str, ...]] = {Entry: ("team",)}
NAMES: dict[type[Model], str] = {
    Standings: "standings of tournament {}",
    FinalEntries: "final entries of tournament {}",
    TOURNAMENTS_OF_SEASONS: "season {}",
    LeagueTableRow: "row of {1} in season {0}",
    Rating: "rating of {1} in {0}",
    RatedRound: "ratings of round {} of tournament {}",
    FollowerPosition: "position of the follower of {}",
}
AT_ONCE = 1000
LOCK_MILLISECONDS, PAUSE_SECONDS, ATTEMPTS = 300, 0.5, 200
"""PostgreSQL looks for a deadlock after a second: a process that asks for all locks has given up long before."""
Done = Callable[[int], object]


def rebuild() -> list[str]:
    """Rebuilds all clubs, one after the other; returns the names of the rows that were different."""
    return [name for club in Club.objects.order_by("pk").values_list("pk", flat=True) for name in rebuild_club(club)]


def rebuild_club(club: UUID, done: Done = lambda events: None) -> list[str]:
    """Builds a club's rows in copies and swaps them in; returns the names of the rows that were different.

    done: takes the number of events of each stream that was built.
    """
    followers.follow(club)
    keyed = _give_search_keys(club)
    hidden: tuple[type[Model], ...] = (*DERIVED, TournamentCode, *_dependents((*DERIVED, TournamentCode)))
    with transaction.atomic() if connection.vendor == "postgresql" else nullcontext():
        copies.make(hidden)
        try:
            for model in COPIED:
                copies.fill(model, club)
            copies.note_heads(club)
            gone = _build(club, done)
            with writing(), _writers_waiting():
                _build_again(club, gone)
                copies.unhide(hidden)
                return [*keyed, *_swap(club)]
        finally:
            if not connection.needs_rollback:
                copies.drop(hidden)


def _give_search_keys(club: UUID) -> list[str]:
    """Writes the keys of people whom a process of an older release has stored without them; names these people."""
    people = list(Person.objects.filter(club=club, is_forgotten=False, search_key=""))
    for person in people:
        person.save(update_fields=["public_key", "search_key"])
    return [f"person {person.pk}" for person in people]


def _dependents(models: Sequence[type[Model]]) -> list[type[Model]]:
    """The models whose rows go when one of these does, so that nothing of theirs goes with a row of a copy."""
    found: dict[type[Model], None] = {}
    left = list(models)
    while left:
        for relation in left.pop()._meta.related_objects:
            model: Any = relation.related_model
            if model not in models and model not in found:
                found[model] = None
                left.append(model)
    return list(found)


def _build(club: UUID, done: Done) -> set[UUID]:
    """Writes all rows of a club into the copies; returns the games of tables that repairs have replaced."""
    gone: set[UUID] = set()
    for kind in ORDER:
        for head in _heads(club, kind):
            _write(club, kind, head.stream, gone)
            done(head.version)
    _only_with_stream(club, gone)
    followers.follow(club)
    return gone


def _build_again(club: UUID, gone: set[UUID]) -> None:
    """Writes the rows of the streams that have grown meanwhile; all of them hold still now."""
    grown = StreamHead.objects.filter(club=club, stream__in=list(copies.grown(club)))
    for head in sorted(grown, key=lambda head: (ORDER.index(head.kind) if head.kind in ORDER else 0, head.stream)):
        _write(club, head.kind, head.stream, gone)
    _only_with_stream(club, gone)
    followers.follow(club)


def _heads(club: UUID, kind: str) -> Iterator[StreamHead]:
    """The heads of a club's streams of a kind, in the order of their ids."""
    last = UUID(int=0)
    while some := list(StreamHead.objects.filter(club=club, kind=kind, stream__gt=last).order_by("stream")[:AT_ONCE]):
        yield from some
        last = some[-1].stream


def _write(club: UUID, kind: str, id: UUID, gone: set[UUID]) -> None:
    """Writes all rows of a stream again. The game of a table that a repair has replaced has no row."""
    if kind not in ORDER or id in gone:
        return
    stream = streams.rebuilt(club, kind, id)
    if kind == TOURNAMENT:
        gone.update(games_gone(stream.aggregate.state))
    write_again(stream)


def write_again(stream: Stream) -> None:
    """Writes all rows of a stream that was folded from its first event."""
    stream.stored = 0
    inline.write(stream)


def _only_with_stream(club: UUID, gone: set[UUID]) -> None:
    """Deletes the rows that no stream leads to."""
    Tournament.objects.filter(club=club).exclude(pk__in=_ids(club, TOURNAMENT)).delete()
    Season.objects.filter(club=club).exclude(pk__in=_ids(club, SEASON)).delete()
    friendly = Table.objects.filter(club=club, round=None)
    friendly.exclude(pk__in=_ids(club, GAME)).delete()
    friendly.filter(pk__in=gone).delete()


def _ids(club: UUID, kind: str) -> QuerySet[StreamHead, UUID]:
    return StreamHead.objects.filter(club=club, kind=kind).values_list("stream", flat=True)


@contextmanager
def _writers_waiting() -> Iterator[None]:
    """Makes all who write to the derived tables wait. On SQLite they do already."""
    if connection.vendor == "postgresql":
        tables = ", ".join(map(copies.live, LOCKED))
        for attempt in range(ATTEMPTS):
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL statement_timeout = {LOCK_MILLISECONDS}")
                    cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")
                    cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
                break
            except OperationalError:
                if attempt == ATTEMPTS - 1:
                    raise
                time.sleep(PAUSE_SECONDS)
    yield


def _swap(club: UUID) -> list[str]:
    """Makes the live rows of a club those of the copies; returns the names of those that differed."""
    followers.follow(club)  # one that was only behind is not wrong
    different = {model: copies.differing(model, club, _key(model), NOT_IN_THE_LOG.get(model, ())) for model in DERIVED}
    with_id = [model for model in (*IN_PLACE, *FROM_NOTHING) if different[model]]
    for model in with_id:
        copies.update(model, NOT_IN_THE_LOG.get(model, ()))
    for model in reversed(with_id):
        for keys in copies.gone(model):
            model._default_manager.filter(pk__in=keys).delete()
    for model, key in BY_KEY.items():
        if different[model]:
            copies.replace(model, club, key)
    _fit_codes(club)
    return list(dict.fromkeys(_name(model, key) for model, keys in different.items() for key in keys))


def _fit_codes(club: UUID) -> None:
    """Gives the tournaments that have none, or one of the wrong length, a code."""
    tournaments = Tournament.objects.filter(club=club).values_list("pk", "visibility", "public_code__code")
    for id, visibility, code in list(tournaments):
        is_link = visibility == "link"
        if (len(code or "") == codes.LONG) != is_link or not code:
            codes.fit(club, id, is_link=is_link)


def _key(model: type[Model]) -> tuple[str, ...]:
    return BY_KEY[model] if model in BY_KEY else (str(model._meta.pk.column),)


def _name(model: type[Model], key: Sequence[Any]) -> str:
    """A readable name for a row."""
    fields = {field.column: field for field in model._meta.concrete_fields}
    values = [fields[column].to_python(value) for column, value in zip(_key(model), key, strict=True)]
    template = NAMES.get(model, f"{model._meta.model_name} {{}}")
    return template.format(*("all games" if value == "" else value for value in values))
