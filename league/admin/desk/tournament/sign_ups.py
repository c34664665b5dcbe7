"""Sign-ups at the desk: accepted one by one or all at once, taken off the list; the standby list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.desk.step import TEXT, Gone, StepLink
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.sign_up_list import SetSignUps
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.sign_up import takes_sign_ups
from league.domain.values.text import as_uuid
from league.models import Person, SignUp, SignUpState
from league.queries.sign_ups import Listed, in_order, listed
from league.services import sign_ups
from league.services.sign_up_fields import LONGEST_NAME
from league.services.sign_up_list import places

NEW = "new"
QUESTIONS = {
    "which": _("The club knows somebody with nearly this name."),
    "entered": _("A person of this name is in the tournament already."),
    "twice": _("This name has signed up twice."),
}
WAITS = ("open", "running")


class SignUpStep(TournamentStep):
    """A step about a sign-up."""

    action = Action.ENTRIES
    tab, anchor, is_once = "people", "sign-ups", False

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        rows = SignUp.objects.filter(tournament=desk.row).select_related("person", "tournament")
        found = rows.filter(pk=about).first() if about else None
        if found is None:
            raise Gone
        self.row = found
        super().__init__(desk, about, data, **more)


class AcceptSignUp(SignUpStep):
    """Lets somebody in, also from the standby list and over the limit."""

    name, title, button = "accept-sign-up", _("Accept the sign-up"), _("Accept")
    done = _("{name} is on the list.")
    who = forms.ChoiceField(label=_("Who it is"), required=False)

    def __init__(
        self, desk: TournamentDesk, about: str = "", data: Any = None, *, one: Listed | None = None, **more: Any
    ) -> None:
        super().__init__(desk, about, data, **more)
        (one,) = [one] if one else listed(desk.row, desk.state, [self.row])
        choice: Any = self.fields["who"]
        is_in = one.question == "entered"
        choice.choices = [
            *((str(who.pk), _label(who, is_in=is_in)) for who in one.people),
            (NEW, gettext("A new person")),
        ]
        if one.question is None:
            del self.fields["who"]

    def take(self) -> str:
        who, actor, at = self.cleaned_data.get("who", ""), self.desk.who.actor, timezone.now()
        sign_ups.accept(self.row, as_uuid(who), is_new=who == NEW, actor=actor, at=at)
        return str(self.done).format(name=self.row.name)


class AcceptSignUps(TournamentStep):
    """Lets in everybody who waits, but for those about whom there is a question."""

    action = Action.ENTRIES
    name, title, button = "accept-sign-ups", _("Accept all"), _("Accept all")
    tab, anchor, is_once = "people", "sign-ups", False

    def take(self) -> str:
        done = sign_ups.accept_all(self.desk.row, actor=self.desk.who.actor, at=timezone.now())
        n = len(done)
        return ngettext("{n} sign-up is accepted.", "{n} sign-ups are accepted.", n).format(n=n)


class RemoveSignUp(SignUpStep):
    """Takes a sign-up off the list."""

    name, title, button = "remove-sign-up", _("Remove"), _("Remove")
    done = _("{name} is off the list.")

    def take(self) -> str:
        sign_ups.remove(self.row)
        return str(self.done).format(name=self.row.name)


class StandBy(TournamentStep):
    """Puts somebody on the standby list, such as somebody at the door."""

    action = Action.ENTRIES
    name, title, button = "standby", _("Put on the standby list"), _("Put on the standby list")
    tab, anchor = "people", "sign-ups"
    called = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs=TEXT))
    is_here = forms.BooleanField(label=_("is at the door"), required=False, initial=True)
    error_fields = {"name": "called"}

    def take(self) -> str:
        called, is_here = self.cleaned_data["called"], self.cleaned_data["is_here"]
        row = sign_ups.stand_by(self.desk.row, called, is_here=is_here, at=timezone.now())
        return gettext("{name} is on the standby list.").format(name=row.name)


def _label(person: Person, *, is_in: bool) -> str:
    more = gettext("who is entered") if is_in else person.home_club or person.household or person.born
    return f"{person} ({more})" if more else str(person)


@dataclass(frozen=True)
class Line:
    """A sign-up. facts: what there is to know of it. accept: lets them in; None where nobody comes in any more."""

    row: SignUp
    name: str
    facts: Sequence[str]
    accept: AcceptSignUp | None
    remove: RemoveSignUp


@dataclass(frozen=True)
class Shown:
    """The sign-ups of a tournament. has_page: where people sign up. free: how many places; None without a limit.

    change: the step that opens, limits and closes the list; None where it can't be changed.
    """

    has_page: bool
    is_open: bool
    change: StepLink | None
    limit: int | None
    taken: int
    free: int | None
    waiting: Sequence[Line]
    standby: Sequence[Line]
    unconfirmed: Sequence[Line]
    accept_all: AcceptSignUps | None
    stand_by: StandBy | None

    @property
    def is_first(self) -> bool:
        """Whether somebody waits, so that it is shown before the entries."""
        return bool(self.waiting or self.standby)

    @property
    def in_all(self) -> int:
        return len(self.waiting) + len(self.standby)

    @property
    def newest(self) -> str:
        """The name of who signed up last, of those who wait and those on standby; "" for nobody."""
        waiting = [*self.waiting, *self.standby]
        return max(waiting, key=lambda line: (line.row.made_at, line.row.pk)).name if waiting else ""


def shown(desk: TournamentDesk) -> Shown | None:
    """What the page about people shows of sign-ups, to those who may accept them; None where there is nothing of it."""
    state, may_change = desk.state, desk.may(SetSignUps) and desk.state.state == "open"
    rows = in_order(desk.row) if desk.who.may(Action.ENTRIES) else []
    if not desk.who.may(Action.ENTRIES) or not (state.settings.sign_up_page or rows or may_change):
        return None
    found = listed(desk.row, state, rows)
    now = places(desk.row, state)
    lines = {one: list(_lines(desk, found, one)) for one in SignUpState}
    is_going = state.state in WAITS and not state.stages and bool(state.settings.sign_up_page or rows)
    waiting = lines[SignUpState.WAITING]
    return Shown(
        has_page=state.settings.sign_up_page is not None,
        is_open=takes_sign_ups(state, timezone.now()),
        change=StepLink.to(SetSignUps, desk, "") if may_change else None,
        limit=now.limit,
        taken=now.taken,
        free=now.free,
        waiting=waiting,
        standby=lines[SignUpState.STANDBY],
        unconfirmed=lines[SignUpState.UNCONFIRMED],
        accept_all=AcceptSignUps(desk) if is_going and len(waiting) > 1 else None,
        stand_by=StandBy(desk) if is_going else None,
    )


def _lines(desk: TournamentDesk, found: Sequence[Listed], state: SignUpState) -> Iterator[Line]:
    is_going = desk.state.state in WAITS and not desk.state.stages
    for one in found:
        if one.row.state == state:
            about = str(one.row.pk)
            accept = AcceptSignUp(desk, about, one=one) if is_going else None
            yield Line(one.row, one.row.name, list(_facts(one)), accept, RemoveSignUp(desk, about))


def _facts(one: Listed) -> Iterator[str]:
    if one.question is not None:
        yield str(QUESTIONS[one.question])
    elif one.people:
        yield gettext("known to the club")
    else:
        yield gettext("new")
    if one.row.is_here:
        yield gettext("at the door")
    if one.row.is_hidden:
        yield gettext("not named in public")
