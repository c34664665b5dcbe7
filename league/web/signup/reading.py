"""What the page for sign-ups shows to its reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpRequest

from league.access import cookies
from league.access import sign_ups as access
from league.access.roles import caller
from league.access.sign_ups import Remembered, Signed
from league.domain.tournament.sign_up import takes_sign_ups
from league.domain.values.names import compared
from league.models import Entry, LinkKind, Person, SignUp, SignUpState, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import letters, people
from league.services.sign_up_list import Places, places
from league.web import night, pages
from league.web.lookup import reader_of, tournament_of
from league.web.night import Night


@dataclass(frozen=True)
class Own:
    """A sign-up whose secret this browser has.

    number: on the standby list, from 1. may_confirm: by its link. is_here: checked in at the desk.
    """

    row: SignUp
    signed: Signed
    may_confirm: bool
    number: int
    is_here: bool = False

    @property
    def tag(self) -> str:
        """How the forms of the page name it."""
        return cookies.tag(self.row.pk)


@dataclass(frozen=True)
class OneTap:
    """Somebody who can sign up by one button. tag: of their personal link; "" for who is remembered by the browser."""

    tag: str
    name: str
    person: Person | None = None
    remembered: Remembered | None = None


@dataclass(frozen=True)
class SignUpPage:
    """The page. is_reader: the reader may open the tournament; else they only see their own sign-ups.

    by_letter: people confirm by a letter. offers: who can sign up by one button.
    """

    row: Tournament
    night: Night
    at: datetime
    is_reader: bool
    is_open: bool
    by_letter: bool
    places: Places
    closes_at: datetime | None
    own: Sequence[Own]
    offers: Sequence[OneTap]

    def own_by(self, tag: str) -> Own | None:
        return next((own for own in self.own if own.tag == tag), None)

    def offer_by(self, tag: str) -> OneTap | None:
        return next((offer for offer in self.offers if offer.tag == tag), None)


def read(request: HttpRequest, code: str) -> SignUpPage | None:
    """The page for the reader; None where the tournament has none. Raises Http404 for who may not open it."""
    row, at = tournament_of(code), pages.present()
    own = _own(request, row, at)
    try:
        who, is_reader = reader_of(request, row), True
    except Http404:
        if not own:
            raise
        who, is_reader = caller(request.user, row.club), False
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state = stream.aggregate.state
        settings, is_open = state.settings.sign_up_page, takes_sign_ups(state, at)
        taken = places(row, state)
        entered = {person for person, entry in state.entry_of.items() if not state.entries[entry].left}
        here = {entry.id for entry in state.entries.values() if entry.checked_in and not entry.left}
    if settings is None and not own:
        return None
    return SignUpPage(
        row=row,
        night=night.read(row, who, at),
        at=at,
        is_reader=is_reader,
        is_open=is_open and is_reader,
        by_letter=letters.are_sent(),
        places=taken,
        closes_at=settings.closes_at if settings else None,
        own=[replace(one, is_here=str(one.row.entry) in here) for one in own],
        offers=_offers(request, row, own, entered) if is_open and is_reader else (),
    )


def offering(rows: Iterable[Tournament], at: datetime) -> frozenset[UUID]:
    """Those of these tournaments for which somebody can sign up at that time, so that a page may lead there."""
    read = streams.each(TOURNAMENT, [(row.club_id, row.pk) for row in rows if row.state == "open"])
    return frozenset(stream.id for stream in read if takes_sign_ups(stream.aggregate.state, at))


def _own(request: HttpRequest, row: Tournament, at: datetime) -> list[Own]:
    """The sign-ups of this tournament whose secrets the browser has."""
    held = access.held(request)
    rows = SignUp.objects.filter(tournament=row, pk__in=held).order_by("made_at") if held else ()
    return [_shown(found, held[found.pk], at) for found in rows]


def _shown(row: SignUp, signed: Signed, at: datetime) -> Own:
    may_confirm, number = row.state == SignUpState.UNCONFIRMED and signed.confirms(at), 0
    if row.state == SignUpState.STANDBY:
        ahead = SignUp.objects.filter(tournament=row.tournament_id, state=row.state, joined_at__lt=row.joined_at)
        number = ahead.count() + 1
    return Own(row, signed, may_confirm, number)


def _offers(request: HttpRequest, row: Tournament, own: Sequence[Own], entered: set[str]) -> list[OneTap]:
    """Those with a personal link of the club in this browser, and who signed up with it before, unless they are in."""
    holders = [one for one in cookies.from_cookies(request) if one.kind == LinkKind.ENTRY and one.club == row.club_id]
    entries = Entry.objects.filter(pk__in=[one.id for one in holders], person__is_forgotten=False)
    found: dict[str, OneTap] = {}
    listed = {compared(one.row.name) for one in own}
    for entry in entries.select_related("person__merged_into"):
        assert entry.person is not None
        person = people.final(entry.person)
        if str(person.pk) not in entered and compared(person.name) not in listed:
            found.setdefault(str(person.pk), OneTap(cookies.tag(entry.pk), person.public_name, person=person))
    known = access.remembered(request, row.club_id)
    names = {compared(offer.person.name) for offer in found.values() if offer.person}
    if known and compared(known.name) not in listed | names and (known.email or not letters.are_sent()):
        found[""] = OneTap("", known.name, remembered=known)
    return list(found.values())
