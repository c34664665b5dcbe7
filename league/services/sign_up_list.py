"""The list of sign-ups of a tournament: its places, who is next, who of the club they may be, and who is entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from uuid6 import uuid7

from games.kernel import N_, Rejected
from league.domain.tournament.entries.commands import NewEntry, Return
from league.domain.tournament.sign_up import people_in
from league.domain.tournament.state import Tournament as State
from league.live.waking import wake_by_sign_ups
from league.log import store
from league.log.store import writing
from league.models import Letter, Person, SignUp, SignUpState, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import clubs, execution, letters, people, tournaments
from league.services.known_people import Known, Match
from league.services.settling import taking_places

ACTOR = "sign-up"
"""In the log, of somebody who has entered themselves."""
MOST = 1000
"""Sign-ups of a tournament that wait, or are on standby; and as many more that nobody has confirmed."""
UNCONFIRMED, WAITING, STANDBY, ACCEPTED = SignUpState


@dataclass(frozen=True)
class Places:
    """The places of a tournament.

    limit: None for as many as come. taken: also by those who wait for the director, unless they are in already.
    """

    limit: int | None
    taken: int
    standby: int

    @property
    def free(self) -> int | None:
        """How many more people there is room for; None for as many as come."""
        return None if self.limit is None else max(0, self.limit - self.taken)

    @property
    def is_full(self) -> bool:
        """Whether somebody who comes now goes on the standby list: nobody overtakes those who are on it."""
        return self.free is not None and self.free <= self.standby


def places(row: Tournament, state: State) -> Places:
    """The places of a tournament in that state."""
    page = state.settings.sign_up_page
    rows = SignUp.objects.filter(tournament=row)
    taken = people_in(state) + taking_places(row.pk, state)
    return Places(page.limit if page else None, taken, rows.filter(state=STANDBY).count())


def next_up(row: Tournament, state: State) -> SignUp | None:
    """Who is let in next: the first on standby while a place is free. Nobody in a tournament without a limit."""
    page = state.settings.sign_up_page
    if page is None or page.limit is None or state.state not in ("open", "running") or state.stages:
        return None
    first = SignUp.objects.filter(tournament=row, state=STANDBY).first()
    return first if first is not None and places(row, state).free else None


def match_of(sign_up: SignUp, known: Known) -> Match:
    """Who of the club a sign-up may be of."""
    if sign_up.person is not None:
        return Match([people.final(sign_up.person)], is_certain=True)
    return known.matching(sign_up.name, sign_up.email)


@contextmanager
def locked(row: Tournament) -> Iterator[State]:
    """The tournament, which nobody else changes until the transaction ends. Then its desks look at the sign-ups."""
    with writing(row.pk):
        store.lock(row.pk)
        with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
            state: State = stream.aggregate.state
        yield state
        wake_by_sign_ups(row.pk)


def require_room(row: Tournament) -> None:
    """Raises Rejected where a tournament has too many sign-ups."""
    if SignUp.objects.filter(tournament=row, state__in=(WAITING, STANDBY)).count() >= MOST:
        raise Rejected("too_many_sign_ups", N_("Too many people have signed up. Ask at the desk."))


def require_room_for_unconfirmed(row: Tournament) -> None:
    """Raises Rejected where a tournament has too many sign-ups already, or too many that nobody has confirmed."""
    require_room(row)
    if SignUp.objects.filter(tournament=row, state=UNCONFIRMED).count() >= MOST:
        template = N_("Too many people have not confirmed their e-mail yet. Try again in two days, or ask at the desk.")
        raise Rejected("too_many_sign_ups", template)


def newest(sign_up: SignUp) -> SignUp | None:
    return SignUp.objects.filter(pk=sign_up.pk).select_related("person", "tournament").first()


def new_row(row: Tournament, name: str, at: datetime, **fields: Any) -> SignUp:
    """A sign-up that is not stored yet. Raises Rejected where a tournament has too many."""
    require_room(row)
    made = SignUp(club_id=row.club_id, tournament=row, name=name, state=UNCONFIRMED, **fields)
    made.made_at = made.consented_at = at
    return made


def save(sign_up: SignUp) -> None:
    if not sign_up._state.adding:
        sign_up.version += 1
    sign_up.save()


def is_in(state: State, person: Person) -> bool:
    """Whether somebody is in the tournament and has not left, or in a team."""
    entry = state.entries.get(state.entry_of.get(str(person.pk), ""))
    return entry is not None and (not entry.left or bool(entry.members))


def enter(
    row: Tournament, state: State, chosen: Sequence[tuple[SignUp, Person | None]], *, actor: str, at: datetime
) -> None:
    """Enters people, or lets those who have left return; who is in stays so; who is at the door is checked in.

    chosen: with the person of the club; None for a new one.
    """
    new: dict[str, Person] = {}
    entries: list[NewEntry] = []
    returning: list[str] = []
    common: dict[str, Any] = {"club": row.club_id, "actor": actor, "at": at}
    for sign_up, who in chosen:
        sign_up.person = who or _new_person(sign_up)
        entry = state.entry_of.get(str(sign_up.person.pk))
        sign_up.entry = UUID(entry) if entry else uuid7()
        if entry is not None:
            returning += [] if is_in(state, sign_up.person) else [entry]
            continue
        if who is None:
            new[f"{len(entries)}.person"] = sign_up.person
        elif sign_up.is_hidden and who.public is None:
            clubs.change(who, {"public": False}, actor=actor, at=at)
        entries.append(NewEntry(str(sign_up.entry), str(sign_up.person.pk)))
    for sign_up, _ in chosen:
        if sign_up.email and actor != ACTOR:
            letters.put(sign_up, Letter.LET_IN, at)
        sign_up.state, sign_up.joined_at = ACCEPTED, sign_up.joined_at or at
        save(sign_up)
    if entries:
        tournaments.register(row.pk, entries, {}, new=new, **common)
    for entry in returning:
        execution.execute(TOURNAMENT, row.pk, Return(entry, at=at, by=actor), **common)
    if here := [str(sign_up.entry) for sign_up, _ in chosen if sign_up.is_here]:
        tournaments.check_in(row.pk, here, **common)


def _new_person(sign_up: SignUp) -> Person:
    return Person(club_id=sign_up.club_id, name=sign_up.name, public=False if sign_up.is_hidden else None)
