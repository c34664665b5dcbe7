"""Refusals as sentences, with names in the place of ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext

from games.kernel import N_, Rejected
from league.admin.formatting.names import names_of
from league.admin.formatting.wording import joined
from league.domain.values.faults import BadFields
from league.queries.names import ids_in
from league.repository.streams import NoSuchStream
from league.services.execution import Busy
from league.services.idempotency import KeyReused

MOVED_ON = N_("Somebody was faster: this has changed meanwhile. Look at how it stands now.")
REFUSALS = (Rejected, ValidationError, KeyReused, Busy, NoSuchStream)
"""What a step may answer that is no success; all else is a fault of the service."""


def moved_on() -> Rejected:
    """The refusal of a form that was made for what has changed since."""
    return Rejected("moved_on", MOVED_ON)


def tell(form: Form, club: UUID, refusal: Exception, fields: Mapping[str, str] | None = None) -> None:
    """Puts a refusal beside what was typed. fields: the form's fields by the beginning of the refusal's."""
    match refusal:
        case BadFields():
            for fault in refusal.faults:
                form.add_error(_field(form, fault.field, fields or {}), sentence(club, fault.template, fault.facts))
        case Rejected():
            form.add_error(None, sentence(club, refusal.template, refusal.facts))
        case ValidationError():
            form.add_error(None, refusal.messages)
        case KeyReused():
            form.add_error(None, gettext("This form was sent already, with something else in it."))
        case NoSuchStream():
            form.add_error(None, gettext("There is nothing here of that name any more."))
        case _:
            form.add_error(None, gettext("Others were faster each time. Send it again in a moment."))


def sentence(club: UUID, template: str, facts: Mapping[str, Any]) -> str:
    """The template in the reader's language, filled with its facts; ids of things of the club by their names."""
    names = names_of(club, ids_in(dict(facts)))
    told = {key: _named(value, names) for key, value in facts.items()}
    try:
        return gettext(template).format(**told) if told else gettext(template)
    except (LookupError, ValueError):
        return gettext(template)


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """An id, or a list of them, by names; all else as it is."""
    if isinstance(value, list | tuple):
        return joined([str(_named(part, names)) for part in value])
    return names.get(value, value) if isinstance(value, str) else value


def _field(form: Form, path: str, fields: Mapping[str, str]) -> str | None:
    """The form's field for a path: the longest beginning that is known; None for what has no field of its own."""
    found = max((known for known in fields if path == known or path.startswith(f"{known}.")), key=len, default="")
    name = fields.get(found, path.replace(".", "__"))
    return name if name in form.fields else None
