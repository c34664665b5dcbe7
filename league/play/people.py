"""The people of a file, known to a club: who is known by that name and household is not made again."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from league.models import Club
from league.models import Person as PersonRow
from league.play import form
from league.play.checks import people_of
from league.play.pointers import Path
from league.play.problems import Places
from league.services import clubs


def known_people(file: form.File, club: Club, places: Places) -> dict[str, UUID]:
    """The ids of the club's people by the file's own; makes those whom the club does not know. Raises PlayProblem."""
    before: dict[str, list[PersonRow]] = {}
    for person in PersonRow.objects.filter(club=club).order_by("pk"):
        before.setdefault(person.name, []).append(person)
    return {said.id: _person(said, club, before, path, places) for path, said in listed(file)}


def listed(file: form.File) -> Iterator[tuple[Path, form.Person]]:
    """The people of a file and where they stand; without a list everybody who is named, in the order of the file."""
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


def _person(said: form.Person, club: Club, before: dict[str, list[PersonRow]], path: Path, places: Places) -> UUID:
    name = said.name or said.id
    namesakes = before.get(name, [])
    known = next((one for one in namesakes if not said.household or said.household == one.household), None)
    if known is None:
        with places.at(*path):
            known = clubs.make_person({"club": club, "name": name, "household": said.household})
    else:
        namesakes.remove(known)
    places.known[str(known.pk)] = said.id
    return known.pk
