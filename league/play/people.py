"""The people of a file as people of a club. A name and household that the club knows is the same person."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from league.models import Club
from league.models import Person as PersonRow
from league.play import form
from league.play.checks import people_of
from league.play.pointers import Path
from league.play.problems import Origins


def known_people(file: form.File, club: Club, origins: Origins) -> dict[str, UUID]:
    """Return the ids of the club's people by the file's ids; creates the unknown ones. Raises PlayProblem."""
    before: dict[str, list[PersonRow]] = {}
    for person in PersonRow.objects.filter(club=club).order_by("pk"):
        before.setdefault(person.name, []).append(person)
    return {given.id: _person(given, club, before, path, origins) for path, given in people_in(file)}


def people_in(file: form.File) -> Iterator[tuple[Path, form.Person]]:
    """Yield the path and the person of each of the file's list; without a list, everybody who is named, in order."""
    if file.people is not None:
        for at, person in enumerate(file.people):
            yield ("people", at), form.Person(person) if isinstance(person, str) else person
        return
    found: dict[str, Path] = {}
    for name, path in _named(file):
        found.setdefault(name, path)
    for name, path in found.items():
        yield path, form.Person(name)


def _named(file: form.File) -> Iterator[tuple[str, Path]]:
    for number, tournament in enumerate(file.tournaments):
        for at, entry in enumerate(tournament.entries):
            for person in people_of(entry):
                yield person, ("tournaments", number, "entries", at)
    for number, season in enumerate(file.seasons):
        for at, event in enumerate(season.events):
            if isinstance(event, form.Event):
                shared = [person for group in event.shared for person in group]
                extra = [one.person for one in event.extra]
                for person in (*event.places, *event.status, *event.awards, *extra, *shared):
                    yield person, ("seasons", number, "events", at)


def _person(given: form.Person, club: Club, before: dict[str, list[PersonRow]], path: Path, origins: Origins) -> UUID:
    name = given.name or given.id
    namesakes = before.get(name, [])
    known = next((one for one in namesakes if given.household in ("", one.household)), None)
    if known is None:
        with origins.at(*path):
            known = PersonRow(club=club, name=name, household=given.household)
            known.full_clean()
            known.save(force_insert=True)
    else:
        namesakes.remove(known)
    origins.file_ids[str(known.pk)] = given.id
    return known.pk
