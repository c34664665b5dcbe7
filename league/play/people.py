"""The people of a file as people of a club. A name and household that the club knows is the same person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from uuid import UUID

from games.kernel import N_, Path
from league.domain.values.names import compared
from league.models import Club
from league.models import Person as PersonRow
from league.play import form
from league.play.checks import people_of
from league.play.problems import Origins, refused


def known_people(file: form.File, club: Club, origins: Origins) -> dict[str, UUID]:
    """Return the ids of the club's people by the file's ids; creates the unknown ones. Raises PlayProblem."""
    before: dict[str, list[PersonRow]] = {}
    for person in PersonRow.objects.filter(club=club).order_by("pk"):
        before.setdefault(compared(person.name), []).append(person)
    given = list(people_in(file))
    known = _known(given, before)
    return {person.id: _person(person, known.get(person.id), club, path, origins) for path, person in given}


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


def _known(given: Sequence[tuple[Path, form.Person]], before: dict[str, list[PersonRow]]) -> dict[str, PersonRow]:
    """Return the people of the club by the file's ids; those with a household first. Raises PlayProblem."""
    left = Counter(_known_by(person) for _path, person in given)
    known: dict[str, PersonRow] = {}
    for path, person in sorted(given, key=lambda one: not one[1].household):
        by = name, household = _known_by(person)
        fitting = [row for row in before.get(name, ()) if household in ("", compared(row.household))]
        if len(fitting) > left[by]:
            template = N_(
                "{name} may be any of {count} people of the club: give the household, or a name of their own."
            )
            raise refused(path, "ambiguous_name", template, name=person.name or person.id, count=len(fitting))
        left[by] -= 1
        if fitting:
            known[person.id] = fitting[0]
            before[name].remove(fitting[0])
    return known


def _known_by(given: form.Person) -> tuple[str, str]:
    """Return the name and the household by which the club may know a person."""
    return compared(given.name or given.id), compared(given.household)


def _person(given: form.Person, known: PersonRow | None, club: Club, path: Path, origins: Origins) -> UUID:
    if known is None:
        with origins.at(*path):
            known = PersonRow(club=club, name=given.name or given.id, household=given.household)
            known.full_clean()
            known.save(force_insert=True)
    origins.file_ids[str(known.pk)] = given.id
    return known.pk
