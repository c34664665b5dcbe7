"""Rebuilds the read models from the log. Each row that a rebuild changes was wrong, and is named."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Model

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
)
from league.projections import followers, inline
from league.repository import streams
from league.repository.game_streams import games_gone
from league.repository.streams import GAME, SEASON, TOURNAMENT, Stream

ORDER = (TOURNAMENT, SEASON, GAME)
"""A season names tournaments; a game has its table's row from its tournament."""

Rows = dict[str, dict[str, Any]]


def rebuild() -> list[str]:
    """Writes all rows again, each club in one transaction; returns the names of the rows that were different."""
    different: list[str] = []
    for club in Club.objects.order_by("pk"):
        followers.follow(club.pk)
        with writing():
            before = _rows(club)
            _write(club)
            after = _rows(club)
        different += [name for name in {**before, **after} if before.get(name) != after.get(name)]
        different += _search_keys(club)
    return different


def _search_keys(club: Club) -> list[str]:
    """Writes the keys of people whom a process of an older release has stored without them; names these people."""
    people = list(Person.objects.filter(club=club, is_forgotten=False, search_key=""))
    for person in people:
        person.save(update_fields=["public_key", "search_key"])
    return [f"person {person.pk}" for person in people]


def _write(club: Club) -> None:
    """Updates rows in place, so that references to them stay, and deletes rows without a stream.

    The game of a table that a repair has replaced has no row.
    """
    Standings.objects.filter(club=club).delete()
    FinalEntries.objects.filter(club=club).delete()
    known: dict[str, set[Any]] = {kind: set() for kind in ORDER}
    gone: set[UUID] = set()
    for kind in ORDER:
        for head in StreamHead.objects.filter(club=club.pk, kind=kind).exclude(stream__in=gone).order_by("stream"):
            stream = streams.rebuilt(club.pk, kind, head.stream)
            if kind == TOURNAMENT:
                gone.update(games_gone(stream.aggregate.state))
            write_again(stream)
            known[kind].add(head.stream)
    Tournament.objects.filter(club=club).exclude(pk__in=known[TOURNAMENT]).delete()
    Season.objects.filter(club=club).exclude(pk__in=known[SEASON]).delete()
    Table.objects.filter(club=club, round=None).exclude(pk__in=known[GAME]).delete()
    for model in (LeagueTableRow, Rating, RatedRound):
        model._default_manager.filter(club=club).delete()
    FollowerPosition.objects.filter(club=club).update(position=0)
    followers.follow(club.pk)


def write_again(stream: Stream) -> None:
    """Writes all rows of a stream that was folded from its first event."""
    stream.stored = 0
    inline.write(stream)


def _rows(club: Club) -> Rows:
    """The values of every derived row of a club, by a readable name."""
    found: Rows = {}
    for model in (Tournament, Entry, Penalty, DirectorCall, Announcement, Round, Table, TableGame, GoneTable, Season):
        for row in model._default_manager.filter(club=club):
            found[f"{model._meta.model_name} {row.pk}"] = _values(row)
    for standings in Standings.objects.filter(club=club):
        found[f"standings of tournament {standings.pk}"] = _values(standings)
    for entries in FinalEntries.objects.filter(club=club):
        found[f"final entries of tournament {entries.pk}"] = _values(entries)
    for season in Season.objects.filter(club=club):
        found[f"season {season.pk}"]["tournaments"] = set(season.tournaments.values_list("pk", flat=True))
    for line in LeagueTableRow.objects.filter(club=club):
        values = _values(line)
        del values["id"]
        found[f"row of {line.person_id} in season {line.season_id}"] = values
    found |= _ratings(club)
    return found


def _ratings(club: Club) -> Rows:
    """The ratings, and each round that led to them."""
    found: Rows = {}
    for rating in Rating.objects.filter(club=club):
        found[f"rating of {rating.person_id} in {rating.game or 'all games'}"] = _values(rating)
    for rated in RatedRound.objects.filter(club=club):
        found[f"ratings of round {rated.number} of tournament {rated.tournament_id}"] = _values(rated)
    for values in found.values():
        del values["id"]
    return found


def _values(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
