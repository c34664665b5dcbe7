"""Sign-ups of people who are in the tournament already: they take no second place, and need not be let in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from uuid import UUID

from league.domain.tournament.state import Tournament as State
from league.domain.values.names import compared
from league.models import Letter, Person, SignUp, SignUpState
from league.services import clubs, known_people, letters
from league.services.known_people import names_of

OPEN = (SignUpState.WAITING, SignUpState.STANDBY)


def taking_places(tournament: UUID, state: State) -> int:
    """How many of those who wait for the director take a place: not who is in, nor who has a name of somebody in."""
    waiting = list(SignUp.objects.filter(tournament=tournament, state=SignUpState.WAITING))
    if not waiting:
        return 0
    ids = {person for person, entry in state.entry_of.items() if not state.entries[entry].left}
    names = _names(ids)
    return sum(str(one.person_id) not in ids and compared(one.name) not in names for one in waiting)


def settle(tournament: UUID, state: State, entries: Collection[str], *, club: UUID, actor: str, at: datetime) -> None:
    """Accepts the sign-ups of people who were just entered another way, or have come back: one for each person.

    A sign-up without a person is theirs if they alone in the club have its name. One whose link in the letter nobody
    has followed yet stays: its address may be anybody's.
    """
    rows = SignUp.objects.filter(tournament=tournament)
    open_ones = list(rows.filter(state__in=OPEN).order_by("joined_at", "id"))
    if not open_ones:
        return
    settled = rows.filter(state=SignUpState.ACCEPTED, entry__in=entries).values_list("entry", flat=True)
    wanted = [entry for entry in entries if UUID(entry) not in set(settled)]
    entry_of = {person: entry for entry in wanted for person in state.entries[entry].people}
    for sign_up, person in _meant(club, open_ones, entry_of):
        if (entry := entry_of.pop(person, None)) is not None:
            _accept(sign_up, person, entry, actor=actor, at=at)


def _meant(club: UUID, open_ones: Collection[SignUp], people: Collection[str]) -> Iterator[tuple[SignUp, str]]:
    """The sign-ups that may be of these people, with the person whom each certainly means."""
    names = _names(people)
    named = [one for one in open_ones if one.person_id is None and compared(one.name) in names]
    known = known_people.of_club(club) if named else None
    for one in open_ones:
        if one.person_id is not None:
            yield one, str(one.person_id)
        elif known is not None and one in named:
            match = known.matching(one.name, one.email)
            if match.is_certain and match.people:
                yield one, str(match.people[0].pk)


def _accept(sign_up: SignUp, person: str, entry: str, *, actor: str, at: datetime) -> None:
    found = Person.objects.get(pk=person)
    if sign_up.is_hidden and found.public is None:
        clubs.change(found, {"public": False}, actor=actor, at=at)
    if sign_up.email:
        letters.put(sign_up, Letter.LET_IN, at)
    sign_up.person, sign_up.entry, sign_up.state = found, UUID(entry), SignUpState.ACCEPTED
    sign_up.version += 1
    sign_up.save()


def _names(people: Collection[str]) -> set[str]:
    """The names of these people, compared."""
    return {compared(name) for person in Person.objects.filter(pk__in=people) for name in names_of(person)}
