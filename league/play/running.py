"""Run a file, all of it or nothing: into a club, or in a transaction that is rolled back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.kernel import Json
from league.log import store
from league.log.store import writing
from league.log.verify import Tally, verify
from league.models import Club, Person
from league.models import Entry as EntryRow
from league.play import form, output
from league.play.checks import check
from league.play.people import known_people
from league.play.problems import Origins
from league.play.reading import read_file
from league.play.seasons import FileSeason
from league.play.tournaments import FileTournament
from league.repository import streams
from league.repository.streams import Stream
from league.services import clubs, execution
from league.services.execution import Work

ACTOR = "import"
CLEAN = "clean"


class _Discarded(Exception):
    """Rolls back the transaction of a file that is not to be stored."""


def run_and_discard(content: bytes, at: datetime) -> Json:
    """Return the output of a file; nothing is stored. Raises PlayProblem."""
    file, body = _checked(content)
    try:
        with writing():
            answer = _run(file, body, Club.objects.create(name="Play", time_zone="UTC"), at)
            raise _Discarded
    except _Discarded:
        return answer


def run_into(content: bytes, club: Club, at: datetime) -> Json:
    """Return the output of a file that is stored in a club. Raises PlayProblem, and then nothing is stored."""
    file, body = _checked(content)
    with writing():
        store.lock(club.pk)  # before any events are appended
        before = set(Person.objects.filter(club=club).values_list("pk", flat=True))
        answer = _run(file, body, club, at)
        added = Person.objects.filter(club=club).exclude(pk__in=before).order_by("pk").values_list("pk", flat=True)
        if added:
            clubs.note_people(club.pk, added, actor=ACTOR, at=at)
        return answer


def prepare() -> None:
    """Create the tables of a database that has none."""
    if not connection.introspection.table_names():
        executor = MigrationExecutor(connection)
        executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] == "league"])


def _checked(content: bytes) -> tuple[form.File, Any]:
    file, body = read_file(content)
    check(file)
    return file, body


def _run(file: form.File, body: Any, club: Club, at: datetime) -> Json:
    origins = Origins(body)
    people = known_people(file, club, origins)
    tournaments: dict[str, FileTournament] = {}
    seasons: dict[str, FileSeason] = {}

    def run(work: Work) -> Stream:
        tournaments.clear()
        seasons.clear()
        for number, given in enumerate(file.tournaments):
            tournaments[given.id] = FileTournament(work, club, given, ("tournaments", number), origins)
            tournaments[given.id].run(people)
        for number, season in enumerate(file.seasons):
            seasons[season.id] = FileSeason(work, club, season, ("seasons", number), origins, people)
            seasons[season.id].add(tournaments)
        return next(reversed(work.streams.values()))

    if file.tournaments or file.seasons:
        execution.commit(run, club=club.pk, actor=ACTOR, at=at)
    for tournament in tournaments.values():
        for entry, team in tournament.teams():
            EntryRow.objects.filter(pk=entry).update(team=team)
    return output.as_json(file, tournaments, seasons, origins.file_ids, _verified(club))


def _verified(club: Club) -> str:
    found = list(verify(streams.codec().decode, Tally(), club.pk))
    return f"{len(found)} findings" if found else CLEAN
