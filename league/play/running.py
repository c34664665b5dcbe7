"""A file played: all of it or nothing, into a club, or in a transaction that is taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.kernel import Json
from league.log.store import writing
from league.log.verify import Tally, verify
from league.models import Club
from league.models import Entry as EntryRow
from league.play import form, output
from league.play.checks import check
from league.play.people import known_people
from league.play.problems import Places
from league.play.reading import read_file
from league.play.seasons import League
from league.play.tournaments import Night
from league.repository import streams
from league.repository.streams import Stream
from league.services import execution
from league.services.execution import Work

ACTOR = "import"
CLEAN = "clean"
Answer = TypeVar("Answer")


class _ThrownAway(Exception):
    """Takes back the transaction of a file that is not to be kept."""


def played(content: bytes, at: datetime) -> Json:
    """What a file comes to; nothing is kept. Raises PlayProblem."""
    file, body = _checked(content)
    return _thrown_away(lambda: _run(file, body, Club.objects.create(name="Play", time_zone="UTC"), at))


def taken(content: bytes, club: Club, at: datetime) -> Json:
    """What a file comes to, written into a club. Raises PlayProblem, and then nothing is kept."""
    file, body = _checked(content)
    with writing():
        return _run(file, body, club, at)


def prepare() -> None:
    """Makes the tables of the log and its club in a database that has none."""
    if not connection.introspection.table_names():
        executor = MigrationExecutor(connection)
        executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] == "league"])


def _checked(content: bytes) -> tuple[form.File, Any]:
    file, body = read_file(content)
    check(file)
    return file, body


def _thrown_away(do: Callable[[], Answer]) -> Answer:
    answers: list[Answer] = []
    try:
        with writing():
            answers.append(do())
            raise _ThrownAway
    except _ThrownAway:
        return answers[0]


def _run(file: form.File, body: Any, club: Club, at: datetime) -> Json:
    places = Places(body)
    people = known_people(file, club, places)
    nights: dict[str, Night] = {}
    leagues: dict[str, League] = {}

    def run(work: Work) -> Stream:
        nights.clear()
        leagues.clear()
        for number, tournament in enumerate(file.tournaments):
            night = Night(work, club, tournament, ("tournaments", number), places)
            nights[tournament.id] = night
            night.play(people)
        for number, season in enumerate(file.seasons):
            leagues[season.id] = League(work, club, season, ("seasons", number), places, people)
            leagues[season.id].add(nights)
        return next(reversed(work.streams.values()))

    if file.tournaments or file.seasons:
        execution.commit(run, club=club.pk, actor=ACTOR, at=at)
    for night in nights.values():
        for entry, team in night.teams():
            EntryRow.objects.filter(pk=entry).update(team=team)
    return output.whole(file, nights, leagues, places, _verified(club))


def _verified(club: Club) -> str:
    found = list(verify(streams.codec().decode, Tally(), club.pk))
    return f"{len(found)} findings" if found else CLEAN
