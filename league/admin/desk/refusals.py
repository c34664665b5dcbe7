"""Refusals as sentences, with names in the place of ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext

from games.kernel import Rejected
from league.admin.formatting.names import names_of
from league.domain.values.faults import BadFields
from league.queries import refusals
from league.queries.names import ids_in
from league.queries.refusals import BUSY
from league.repository.streams import NoSuchStream
from league.services.execution import Busy
from league.services.idempotency import KeyReused

REFUSALS = (Rejected, ValidationError, KeyReused, Busy, NoSuchStream)
"""What a step may answer that is no success; all else is a fault of the service."""


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
            form.add_error(None, gettext(BUSY))


def sentence(club: UUID, template: str, facts: Mapping[str, Any]) -> str:
    """The refusal's sentence, with ids of things of the club by their names."""
    return refusals.sentence(template, facts, names_of(club, ids_in(dict(facts))))


def _field(form: Form, path: str, fields: Mapping[str, str]) -> str | None:
    """The form's field for a path: the longest beginning that is known; None for what has no field of its own."""
    found = max((known for known in fields if path == known or path.startswith(f"{known}.")), key=len, default="")
    name = fields.get(found, path.replace(".", "__"))
    return name if name in form.fields else None
