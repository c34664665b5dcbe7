"""The name and the labels among a tournament's settings, in the form in which names are stored."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from games.kernel import N_
from league.domain.tournament.settings import Change, Settings
from league.domain.values.faults import BadFields, Fault
from league.domain.values.names import checked

LONGEST_LABEL = 40
S = TypeVar("S", Settings, Change)


def with_stored_names(settings: S) -> S:
    """The settings, or the change of some, with their names in the stored form. Raises BadFields."""
    if settings.name is not UNSET:
        settings = replace(settings, name=checked("name", settings.name))
    if settings.hall is not UNSET:
        labels = tuple(_label(at, label) for at, label in enumerate(settings.hall.labels))
        settings = replace(settings, hall=replace(settings.hall, labels=labels))
    return settings


def _label(at: int, text: str) -> str:
    """The stored form of a table's label: any sign that can be seen, but a letter or digit is not needed."""
    field = f"hall.labels.{at}"
    if not (label := checked(field, text, most=LONGEST_LABEL, needs_letter=False)):
        raise BadFields([Fault(field, "required", N_("A table's label can't be empty."))])
    return label
