"""The sign-ups of a tournament as its director sees them: whom of the club they may be, and what is to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from league.domain.tournament.state import Tournament as State
from league.domain.values.names import compared
from league.models import Person, SignUp, SignUpState, Tournament
from league.services import known_people
from league.services.sign_up_list import is_in, match_of

Question = Literal["which", "entered", "twice"]
"""which: of the people with nearly this name. entered: that one is in already. twice: the name has signed up before."""
ORDER = (SignUpState.WAITING, SignUpState.STANDBY, SignUpState.UNCONFIRMED, SignUpState.ACCEPTED)


@dataclass(frozen=True)
class Listed:
    """A sign-up. people: of the club who may be meant, the likeliest first. question: None for nothing to be asked."""

    row: SignUp
    people: Sequence[Person]
    question: Question | None


def listed(row: Tournament, state: State, rows: Sequence[SignUp]) -> list[Listed]:
    """Those sign-ups of the tournament, in their order."""
    known = known_people.of_club(row.club_id)
    first: dict[str, SignUp] = {}
    for other in SignUp.objects.filter(tournament=row).exclude(state=SignUpState.UNCONFIRMED).order_by("made_at", "id"):
        first.setdefault(compared(other.name), other)
    return [_listed(one, state, known, first.get(compared(one.name))) for one in rows]


def in_order(row: Tournament) -> list[SignUp]:
    """All of a tournament: those who wait, those on standby, those who have to confirm, those who are in."""
    rows = SignUp.objects.filter(tournament=row).select_related("person")
    return sorted(rows, key=lambda one: (ORDER.index(SignUpState(one.state)), one.joined_at or one.made_at, one.pk))


def _listed(row: SignUp, state: State, known: known_people.Known, first: SignUp | None) -> Listed:
    if row.state == SignUpState.ACCEPTED:
        return Listed(row, [row.person] if row.person else [], None)
    match = match_of(row, known)
    question: Question | None = None
    if not match.is_certain:
        question = "which"
    elif match.people and is_in(state, match.people[0]):
        question = "entered"
    elif first is not None and first.pk != row.pk and not match.people:
        question = "twice"
    return Listed(row, match.people, question)
