"""A step at a season's desk: a form that changes the season, in the name of whoever sends it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from games.kernel import Command
from league.access.roles import Caller, caller
from league.domain.season.state import Season as State
from league.log import store
from league.models import Season, User
from league.repository.streams import SEASON, NoSuchStream, reading
from league.services import execution
from league.services.execution import Done, moved_on


@dataclass(frozen=True)
class Desk:
    """A season and who is at its desk. state: a copy, as of the request."""

    row: Season
    state: State
    who: Caller

    def send(self, command: Command) -> Done:
        """Sends a command to the season, in the caller's name. Raises what `services.execute` raises."""
        return execution.execute(
            SEASON, self.row.pk, command, club=self.row.club_id, actor=self.who.actor, at=timezone.now()
        )


def desk_of(row: Season, user: User) -> Desk:
    """The desk of a season as it stands now. Raises Http404 where its log is empty."""
    return Desk(row, state_of(row), caller(user, row.club_id))


def state_of(row: Season) -> State:
    """A copy of the folded state, for nobody folds a copy further. Raises Http404."""
    try:
        with reading(row.club_id, SEASON, row.pk) as stream:
            state: State = deepcopy(stream.aggregate.state)
            return state
    except NoSuchStream:
        raise Http404 from None


class SeasonStep(forms.Form):
    """A form that is one step. It is made for the season as it stands; of one that has changed since, it is refused.

    name: in its address. title, button: what it says. intro: what is to be known before. done: said afterwards.
    faults: the form's fields by those of the command. template: how its fields are shown. is_in_parts: whether it is
    sent so, with a file or much text.
    """

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    button: str | Promise
    intro: str | Promise = ""
    done: ClassVar[str | Promise] = ""
    faults: ClassVar[Mapping[str, str]] = {}
    template: ClassVar[str] = "league/admin/season_desk/fields.html"
    is_in_parts: ClassVar[bool] = False

    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        self.desk = desk
        super().__init__(data, auto_id=f"{self.name}-%s", **more)
        self.fields["once"].initial = uuid4().hex
        self.fields["seen"].initial = desk.state.version

    def run(self) -> str:
        """Takes the step, unless the season has changed since it was shown. Raises one of `wording.REFUSALS`."""
        store.lock(self.desk.row.pk)
        if str(state_of(self.desk.row).version) != self.cleaned_data["seen"]:
            raise moved_on()
        return self.take() or str(self.done)

    def shown_first(self) -> SeasonStep | None:
        """Another step that is shown in place of taking this one, once it is valid."""
        return None

    def field_of(self) -> Mapping[str, str]:
        """The form's fields by those of the command, for what is refused."""
        return self.faults

    def take(self) -> str | None:
        """Does it. None: `done` says what was done."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Where it is sent."""
        return reverse("admin:league_season_step", args=[self.desk.row.pk, self.name])
