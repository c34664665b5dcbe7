"""The steps of a desk: forms that send commands to a tournament or a season, in the name of their sender."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel import Command
from league.access.actions import Action
from league.access.roles import Caller
from league.log import store
from league.models import Season, Tournament
from league.repository.streams import NoSuchStream, reading
from league.services import execution
from league.services.execution import Done, moved_on

TEXT = {"autocomplete": "off"}
PREVIEWED = "–"
"""The reason of a step that is only previewed."""
Row = TypeVar("Row", Tournament, Season)
State = TypeVar("State")
Part = TypeVar("Part")


class Gone(Exception):
    """The round, table or entry that a step concerns no longer exists."""


@dataclass(frozen=True)
class Desk(Generic[Row, State]):
    """A tournament or a season, and the person at its desk.

    kind: of its stream, also in the names of its URLs. page_template: what its pages extend. head_template: of the head
    of its steps' pages, if they have one. action: seeing it.
    """

    row: Row
    who: Caller

    kind: ClassVar[str]
    page_template: ClassVar[str] = "league/admin/page.html"
    head_template: ClassVar[str] = ""
    action: ClassVar[Action]

    @cached_property
    def state(self) -> State:
        """A copy of the folded state, made at first use. Raises Http404 where the log is empty."""
        return self._copied(lambda state: state)

    def look(self, at: Callable[[State], Part]) -> Part:
        """A copy of a part of the state, which is small beside the whole. Raises Http404 where the log is empty."""
        return at(self.state) if "state" in vars(self) else self._copied(at)

    def _copied(self, at: Callable[[State], Part]) -> Part:
        try:
            with reading(self.row.club_id, self.kind, self.row.pk) as stream:
                return deepcopy(at(stream.aggregate.state))
        except NoSuchStream:
            raise Http404 from None

    def reloaded(self) -> Self:
        """The same desk with the current state."""
        return replace(self)

    def head(self) -> dict[str, Any]:
        """What the head of its pages shows."""
        return {"desk": self, self.kind: self.row}

    def send(self, command: Command) -> Done:
        """Send a command to the stream, in the caller's name. Raises what `services.execute` raises."""
        return execution.execute(
            self.kind, self.row.pk, command, club=self.row.club_id, actor=self.who.actor, at=timezone.now()
        )

    def may(self, kind: type[Step]) -> bool:
        """Whether the person at the desk may take steps of this kind."""
        return self.who.may(kind.action)

    def tab(self, name: str = "") -> str:
        """The address of one of the desk's pages; "" for the first."""
        return _tab(self.kind, name or "desk", self.row.pk)

    def address(self, step: str = "", about: str = "") -> str:
        """The address of the desk's page, or of a step."""
        args = [str(self.row.pk), *filter(None, (step, about))]
        return reverse(f"admin:league_{self.kind}_{'step' if step else 'desk'}", args=args)


@lru_cache(1000)
def _tab(kind: str, name: str, row: UUID) -> str:
    """The address of a page of a desk, which is asked for at every card."""
    return reverse(f"admin:league_{kind}_{name}", args=[row])


@dataclass(frozen=True)
class StepLink:
    """A step that has a page of its own, without its form, which may take long to make."""

    name: str
    about: str
    button: str | Promise
    address: str
    has_page: ClassVar[bool] = True

    @classmethod
    def to(cls, kind: type[Step], desk: Desk[Any, Any], about: str) -> StepLink:
        return cls(kind.name, about, kind.button, desk.address(kind.name, about))


def reason_field(*, required: bool) -> forms.CharField:
    """A reason, for the log."""
    return forms.CharField(label=_("Reason"), required=required, max_length=500, widget=forms.TextInput(attrs=TEXT))


class Step(forms.Form):
    """A form that sends one command. about: id of the round, table or entry that it concerns; "" for none.

    name: its part of the address. title: of its page. button: text of its button. intro: shown above the form.
    done: message afterwards. tab, anchor: page of the desk to return to, and its section. action: what its taker must
    be allowed.
    has_page: whether it has a page of its own; otherwise its form is on the desk. is_once: whether it is taken once
    however often it is sent. sends_multipart: whether it is sent with a file or much text. is_previewed: whether its
    effects can be shown first. template: shows its fields. error_fields: form field by field of the command. undo: the
    address of the step that takes it back, once it was taken; "" if there is none.
    """

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    button: str | Promise = ""
    intro: str | Promise = ""
    done: ClassVar[str | Promise] = ""
    tab: ClassVar[str] = ""
    anchor: ClassVar[str] = ""
    action: ClassVar[Action]
    has_page: ClassVar[bool] = False
    is_once: ClassVar[bool] = True
    sends_multipart: ClassVar[bool] = False
    is_previewed: ClassVar[bool] = False
    is_wide: ClassVar[bool] = False
    template: ClassVar[str] = "league/admin/desk/fields.html"
    error_fields: Mapping[str, str] = {}
    undo: str = ""

    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def __init__(self, desk: Any, about: str = "", data: Any = None, **more: Any) -> None:
        self.desk, self.about = desk, about
        super().__init__(data, auto_id=f"{self.name}-{about}-%s", **more)
        version = self.version(desk)
        self.fields["seen"].initial = version
        self.fields["once"].initial = uuid4().hex
        for absent in [name for name, wanted in (("seen", version is not None), ("once", self.is_once)) if not wanted]:
            del self.fields[absent]

    @classmethod
    def from_query(cls, query: QueryDict) -> dict[str, Any]:
        """The form's arguments that the address of its page gives. Raises Http404."""
        return {}

    def version(self, desk: Any) -> int | None:
        """The version of what the step concerns: once it changes, the form is stale. None: it never is."""
        return None

    def lock(self) -> UUID:
        """The stream that is locked while the version is compared."""
        row: Tournament | Season = self.desk.row
        return row.pk

    def run(self) -> str:
        """Take the step, unless the form is stale, and return the message. Raises one of `refusals.REFUSALS`."""
        if "seen" in self.fields:
            store.lock(self.lock())
            if str(self.version(self.desk.reloaded())) != self.cleaned_data["seen"]:
                raise moved_on()
        return self.take() or str(self.done)

    def command(self) -> Command:
        """The command of a valid form. Raises BadFields."""
        raise NotImplementedError

    def take(self) -> str | None:
        """Send the command. Return the message; None for `done`."""
        self.desk.send(self.command())
        return None

    def follow_up(self) -> str:
        """What comes after the step was taken, in a transaction of its own; the message about it, "" for none.

        It is run again if the form is sent again. Raises one of `refusals.REFUSALS`; the step has been taken then.
        """
        return ""

    def confirmation(self) -> Step | None:
        """A step to show instead of taking this valid one. Raises one of `refusals.REFUSALS`."""
        return None

    def preview(self) -> object:
        """The effects of this valid step, which is not taken. Raises one of `refusals.REFUSALS`."""
        raise NotImplementedError

    def allow_empty_reason(self) -> None:
        """Accept an empty reason in a preview. The browser still requires one."""
        if "reason" in self.fields:
            reason: Any = self.fields["reason"]
            reason.widget.attrs["required"] = reason.required
            reason.required, reason.empty_value = False, PREVIEWED

    @property
    def nothing(self) -> str:
        """Why there is nothing to choose from, as a sentence in the form's place; "" where there is something."""
        return ""

    @property
    def address(self) -> str:
        """The address that the form is sent to."""
        address: str = self.desk.address(self.name, self.about)
        return address

    @property
    def back(self) -> str:
        """The desk's section to return to."""
        return f"{self.desk.tab(self.tab)}#{self.anchor}" if self.anchor else str(self.desk.tab(self.tab))

    @property
    def heading(self) -> str:
        """The title of its page."""
        return str(self.title)

    def faults(self) -> dict[str, list[str]]:
        """The sentences about what is wrong, by the name of the field; "" for those about no field."""
        return faults_of(self)

    @property
    def is_shown_again(self) -> bool:
        """Whether its page is shown after a refusal; otherwise the desk shows a message."""
        return self.has_page or bool(self.visible_fields())


def faults_of(form: forms.Form) -> dict[str, list[str]]:
    """The sentences about what is wrong in a form, by the name of the field; "" for those about no field."""
    return {
        "" if name == NON_FIELD_ERRORS else form[name].html_name: [str(sentence) for sentence in sentences]
        for name, sentences in form.errors.items()
    }
