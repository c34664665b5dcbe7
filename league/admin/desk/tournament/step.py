"""A step at the desk: a form that is one command, in the name of whoever sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.admin.desk.tournament.desk import Desk, state_of
from league.domain.tournament.state import Tournament
from league.log import store
from league.services.execution import moved_on

TEXT = {"autocomplete": "off"}
UNTOLD = "–"
"""The reason of what is only tried."""


class Gone(Exception):
    """What a step is about is not there (any more)."""


def reason_field(*, required: bool) -> forms.CharField:
    """A reason, for the log."""
    return forms.CharField(label=_("Reason"), required=required, max_length=500, widget=forms.TextInput(attrs=TEXT))


class Step(forms.Form):
    """A form that is one step. It is made for what stands at `desk`; `about`: the id of what it is about, if any.

    name: in its address. title, button: what it says. warning: what can't be taken back. for_referees: whether a
    referee takes it. is_asked: whether it has a page of its own, which asks before. done: said afterwards.
    anchor: where of the desk to go on. faults: the form's fields by fields of the command. is_in_parts: whether it is
    sent so, with a file or much text. is_previewed: whether it can be shown what it would change.
    """

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    button: ClassVar[str | Promise] = ""
    warning: ClassVar[str | Promise] = ""
    done: ClassVar[str | Promise] = ""
    for_referees: ClassVar[bool] = False
    is_asked: ClassVar[bool] = False
    is_once: ClassVar[bool] = True
    anchor: ClassVar[str] = ""
    is_in_parts: ClassVar[bool] = False
    is_previewed: ClassVar[bool] = False
    faults: ClassVar[Mapping[str, str]] = {}

    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        self.desk, self.about = desk, about
        super().__init__(data, auto_id=f"{self.name}-{about}-%s", **more)
        version = self.version(desk.state)
        self.fields["seen"].initial = "" if version is None else version
        self.fields["once"].initial = uuid4().hex if self.is_once else ""
        for absent in [name for name, wanted in (("seen", version is not None), ("once", self.is_once)) if not wanted]:
            del self.fields[absent]

    def version(self, state: Tournament) -> int | None:
        """The version of what it is about, where a change of that by others makes the form stale."""
        return None

    def lock(self) -> UUID:
        """The stream whose lock keeps others from changing what it is about."""
        return self.desk.row.pk

    def run(self) -> str:
        """Takes the step, unless the form is stale; what is said of it. Raises one of `wording.REFUSALS`."""
        if "seen" in self.fields:
            store.lock(self.lock())
            if str(self.version(state_of(self.desk.row))) != self.cleaned_data["seen"]:
                raise moved_on()
        return self.take() or str(self.done)

    def shown_first(self) -> Step | None:
        """Another step that is shown in place of taking this one, once it is valid."""
        return None

    def try_without_reason(self) -> None:
        """Lets the reason be empty, where the step is only shown. Its field still asks for one before it is taken."""
        if "reason" in self.fields:
            reason: Any = self.fields["reason"]
            reason.widget.attrs["required"] = reason.required
            reason.required, reason.empty_value = False, UNTOLD

    def take(self) -> str | None:
        """Does it. None: `done` says what was done."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Where it is sent."""
        about = [self.about] if self.about else []
        return reverse("admin:league_tournament_step", args=[self.desk.row.pk, self.name, *about])

    @property
    def heading(self) -> str:
        """The title of its page."""
        return str(self.title)

    @property
    def has_fields(self) -> bool:
        """Whether anything is filled in."""
        return bool(self.visible_fields())
