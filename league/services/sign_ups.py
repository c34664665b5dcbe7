"""Sign-ups: people put themselves on the list of a tournament, and are entered.

| who | without a mail server | with one |
| --- | --- | --- |
| somebody writes a name | waits for the director, or on standby | gets a letter |
| follows its link | | is entered if there is room, else on standby; in doubt who it is, the director decides |
| confirmed the address before | | as if they had followed the link |
| came with a personal link | is entered if there is room, else on standby | the same |

Each function runs under the lock of the tournament's stream, so of two people for the last place one gets it. All raise
Rejected, and do once what is asked twice. A name or an address is in these rows alone, until a person is made of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from games.kernel import N_, Rejected
from league.access import sign_ups as access
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.require import require_going_on
from league.domain.tournament.sign_up import NIGHT, takes_sign_ups
from league.domain.tournament.state import Tournament as State
from league.domain.values.faults import BadFields, Fault
from league.domain.values.names import checked, compared
from league.live.waking import wake_by_sign_ups
from league.log.store import writing
from league.models import Letter, Person, SignUp, Tournament
from league.repository.streams import TOURNAMENT
from league.services import execution, known_people, letters, people
from league.services.sign_up_fields import Asked
from league.services.sign_up_list import (
    ACCEPTED,
    ACTOR,
    STANDBY,
    UNCONFIRMED,
    WAITING,
    enter,
    is_in,
    locked,
    match_of,
    new_row,
    newest,
    places,
    require_room_for_unconfirmed,
    save,
)

KEPT = timedelta(days=90)
"""So long the sign-ups of a tournament without a date are kept."""


def sign_up(row: Tournament, asked: Asked, *, at: datetime) -> SignUp | None:
    """Puts somebody on the list. None where the address gets no more letters today.

    Raises BadFields, and TooManyAttempts for too many from one address of the network or for one tournament.
    """
    by_letter = letters.are_sent()
    asked = asked.checked(by_letter=by_letter)
    with locked(row) as state:
        form = asked.form_in(row.pk)
        if form and (sent_before := SignUp.objects.filter(form=form).first()) is not None:
            return sent_before
        _require_open(state, at)
        access.require_patience(row.pk)
        if by_letter and not asked.is_proven:
            require_room_for_unconfirmed(row)  # before looking for the address: the answer tells nobody who is known
        if by_letter and (known := _same(row, asked)) is not None:
            if not asked.is_proven:
                _write_again(known, at)
            elif known.state == UNCONFIRMED:
                _confirm(row, state, known, at)
            return known
        if by_letter and not asked.is_proven and not access.may_write_to(asked.email):
            return None
        given = {"email": asked.email, "is_hidden": asked.is_hidden, "language": asked.language}
        new = new_row(row, asked.name, at, form=form, **given)
        if not by_letter:
            new.state, new.joined_at = (STANDBY if places(row, state).is_full else WAITING), at
            new.save()
        elif asked.is_proven:
            _confirm(row, state, new, at)
        else:
            letters.put(new, Letter.CONFIRM, at)
            new.save()
        return new


def come(row: Tournament, person: Person, *, language: str, at: datetime) -> SignUp:
    """Puts a person on the list who came with a personal link: entered if there is room, else on standby."""
    person = people.final(person)
    with locked(row) as state:
        known = SignUp.objects.filter(tournament=row, person=person).first()
        if known is not None and known.state in (STANDBY, ACCEPTED):
            return known
        _require_open(state, at)
        if known is None and is_in(state, person):
            raise Rejected("duplicate", N_("{name} is in this tournament already."), {"name": person.public_name})
        new = known or new_row(row, person.name, at, person=person, language=language)
        if known is None and places(row, state).is_full:
            new.state, new.joined_at = STANDBY, at
            new.save()
        else:
            enter(row, state, [(new, person)], actor=ACTOR, at=at)
        return new


def confirm(sign_up: SignUp, *, at: datetime) -> SignUp | None:
    """Confirms by the link in the letter. None for one that is gone."""
    row = sign_up.tournament
    with locked(row) as state:
        found = newest(sign_up)
        if found is not None and found.state == UNCONFIRMED:
            _require_open(state, min(at, found.made_at))  # it was open when they signed up, and nothing is published
            _confirm(row, state, found, at)
        return found


def withdraw(sign_up: SignUp, *, at: datetime) -> None:
    """Somebody does not come after all: the sign-up is deleted, and their entry leaves, but for a team.

    Who is checked in leaves at the desk, or by their personal link: anybody can sign up by their name. Raises Rejected.
    """
    row = sign_up.tournament
    with locked(row) as state:
        found = newest(sign_up)
        if found is None:
            return
        entry = state.entries.get(str(found.entry))
        if entry is not None and not entry.left and not entry.members and state.state in ("open", "running"):
            if entry.checked_in:
                raise Rejected("checked_in", N_("You are checked in already. Tell the desk if you leave."))
            command = Drop(entry=entry.id, at=at, by=entry.actor)
            execution.execute(TOURNAMENT, row.pk, command, club=row.club_id, actor=ACTOR, at=at)
        found.delete()


def accept(sign_up: SignUp, person: UUID | None = None, *, is_new: bool = False, actor: str, at: datetime) -> SignUp:
    """The director lets somebody in, also over the limit.

    person: whom of the club they are, also somebody who is in already; is_new: they are nobody of it. Without both, who
    has exactly their name. Raises Rejected `which_person` where that is not certain, `unknown_person`, `duplicate` and
    `unknown_sign_up`.
    """
    row = sign_up.tournament
    with locked(row) as state:
        found = newest(sign_up)
        if found is None:
            raise Rejected("unknown_sign_up", N_("This sign-up is gone: it was withdrawn."))
        if found.state != ACCEPTED:
            who = None if is_new else _chosen(found, person) if person else _certain(found)
            if person is None and who is not None and is_in(state, who):
                raise Rejected("duplicate", N_("{name} is in this tournament already."), {"name": who.public_name})
            enter(row, state, [(found, who)], actor=actor, at=at)
        return found


def accept_all(row: Tournament, *, actor: str, at: datetime) -> list[SignUp]:
    """The director lets in everybody who waits, but for those about whom there is a question."""
    with locked(row) as state:
        require_going_on(state)
        known = known_people.of_club(row.club_id)
        certain: dict[str, tuple[SignUp, Person | None]] = {}
        for waiting in SignUp.objects.filter(tournament=row, state=WAITING).select_related("person"):
            match = match_of(waiting, known)
            who = match.people[0] if match.people else None
            if match.is_certain and not (who and is_in(state, who)):
                certain.setdefault(str(who.pk) if who else compared(waiting.name), (waiting, who))
        if certain:
            enter(row, state, [*certain.values()], actor=actor, at=at)
        return [waiting for waiting, _ in certain.values()]


def stand_by(row: Tournament, name: str, person: Person | None = None, *, is_here: bool, at: datetime) -> SignUp:
    """The desk puts somebody on the standby list, such as somebody at the door. Raises BadFields."""
    with locked(row) as state:
        require_going_on(state)
        if person is not None and is_in(state, person):
            raise Rejected("duplicate", N_("{name} is in this tournament already."), {"name": person.public_name})
        known = SignUp.objects.filter(tournament=row, person=person).first() if person is not None else None
        new = known or new_row(row, person.name if person else checked("name", name), at, person=person)
        if known is None:
            new.consented_at = None
        if new.state != STANDBY:
            new.state, new.joined_at = STANDBY, at
        new.is_here = new.is_here or is_here
        save(new)
        return new


def remove(sign_up: SignUp) -> None:
    """The director takes a sign-up off the list. An entry that was made of it stays."""
    with writing():
        SignUp.objects.filter(pk=sign_up.pk).delete()
        wake_by_sign_ups(sign_up.tournament_id)


def delete_over(now: datetime) -> int:
    """Deletes the sign-ups of tournaments that are over, and those that nobody has confirmed; returns their number."""
    over = Q(tournament__state__in=("closed", "cancelled")) | Q(tournament__starts_at__lt=now - NIGHT)
    undated = Q(tournament__starts_at=None, made_at__lt=now - KEPT)
    unconfirmed = Q(state=UNCONFIRMED, made_at__lt=now - access.CONFIRMED_WITHIN)
    return SignUp.objects.filter(over | undated | unconfirmed).delete()[0]


def _require_open(state: State, at: datetime) -> None:
    if not takes_sign_ups(state, at):
        raise Rejected("sign_up_closed", N_("The list is closed. Ask at the desk."))


def _same(row: Tournament, asked: Asked) -> SignUp | None:
    """The same person's sign-up, by name and address."""
    rows = SignUp.objects.filter(tournament=row, email__iexact=asked.email)
    return next((known for known in rows if compared(known.name) == compared(asked.name)), None)


def _write_again(known: SignUp, at: datetime) -> None:
    """Sends the letter of a sign-up again, with a new link."""
    if access.may_write_to(known.email):
        if known.state == UNCONFIRMED:
            known.made_at = at
        letters.put(known, Letter.CONFIRM if known.state == UNCONFIRMED else Letter.STATE, at)
        save(known)


def _confirm(row: Tournament, state: State, sign_up: SignUp, at: datetime) -> None:
    """Enters somebody who has confirmed if there is room, else on standby. In doubt who it is, the director decides."""
    sign_up.joined_at, sign_up.letter = at, Letter.NONE
    match = match_of(sign_up, known_people.of_club(row.club_id))
    who = match.people[0] if match.people else None
    if match.is_certain and who and is_in(state, who) and known_people.has_address(who, sign_up.email):
        return enter(row, state, [(sign_up, who)], actor=ACTOR, at=at)
    if places(row, state).is_full:
        sign_up.state = STANDBY
    elif match.is_certain and not (who and is_in(state, who)):
        return enter(row, state, [(sign_up, who)], actor=ACTOR, at=at)
    else:
        sign_up.state = WAITING
    return save(sign_up)


def _certain(sign_up: SignUp) -> Person | None:
    """The one person of the club with that name; None for a new one. Raises Rejected."""
    match = match_of(sign_up, known_people.of_club(sign_up.club_id))
    if not match.is_certain:
        template = N_("The club knows somebody whose name is like {name}. Choose that person, or a new one.")
        raise Rejected("which_person", template, {"name": sign_up.name})
    return match.people[0] if match.people else None


def _chosen(sign_up: SignUp, person: UUID) -> Person:
    found = Person.objects.current().filter(club=sign_up.club_id, pk=person).first()
    if found is None:
        raise BadFields([Fault("person", "unknown_person", N_("The club has no person with this id."))])
    return found
