"""A refused step: its sentences in the form, at the fields that they concern."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext

from games.kernel import Rejected
from league.access.audience import CLUB
from league.domain.values.faults import BadFields
from league.queries import refusals
from league.queries.names import ids_in
from league.queries.names_in_log import names_of
from league.queries.refusals import why_not_stored
from league.repository.streams import NoSuchStream
from league.services.execution import Busy
from league.services.idempotency import KeyReused

REFUSALS = (Rejected, ValidationError, KeyReused, Busy, NoSuchStream)
"""What a step may raise instead of succeeding; any other exception is a bug."""


def add_refusal(form: Form, club: UUID, refusal: Exception, fields: Mapping[str, str] | None = None) -> None:
    """Add a refusal's sentences to the form. fields: form field by the refused field's path, or its beginning."""
    match refusal:
        case BadFields():
            for fault in refusal.faults:
                form.add_error(_field(form, fault.field, fields or {}), sentence(club, fault.template, fault.facts))
        case Rejected():
            form.add_error(None, sentence(club, refusal.template, refusal.facts))
        case ValidationError():
            form.add_error(None, refusal.messages)
        case KeyReused():
            form.add_error(None, gettext("This form was sent before, with other contents."))
        case NoSuchStream():
            form.add_error(None, gettext("This no longer exists."))
        case _:
            form.add_error(None, gettext(why_not_stored(refusal)))


def sentence(club: UUID, template: str, facts: Mapping[str, Any]) -> str:
    """A refusal in the active language, with the club's names in place of ids."""
    return refusals.sentence(template, facts, names_of(club, ids_in(refusals.with_paths(facts)), CLUB))


def _field(form: Form, path: str, fields: Mapping[str, str]) -> str | None:
    """The form's field for a path: that of its longest known beginning; None if the form has no such field."""
    known = max((known for known in fields if path == known or path.startswith(f"{known}.")), key=len, default="")
    name = fields.get(known, path.replace(".", "__"))
    return name if name in form.fields else None
