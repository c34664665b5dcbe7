"""A refusal as a sentence for people: its template translated and filled, with names in place of ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext

from games.kernel import N_
from league.access.audience import Audience
from league.log import outages
from league.queries import names

BUSY = N_("Other changes came first each time. Send this again in a moment.")
UNKNOWN = "unknown_"


def why_not_stored(error: Exception) -> str:
    """Return the sentence, in English, of an error by which nothing could be stored: what is wrong, or `BUSY`."""
    outage = outages.noted(error)
    return outage.template if outage else BUSY


class Refusal(Protocol):
    """A refusal of any kind: `Rejected`, a `Fault` of one field, a problem."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, Any]: ...


def sentence(template: str, facts: Mapping[str, Any], called: Mapping[str, str] | None = None) -> str:
    """The template in the active language, filled with its facts; lists in one line. called: names by id.

    A template that can't be filled is shown as it is.
    """
    text = gettext(template)
    try:
        return text.format(**{key: _named(value, called or {}) for key, value in facts.items()}) if facts else text
    except (LookupError, ValueError):
        return text


def _named(value: Any, called: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return gettext(", ").join(str(_named(part, called)) for part in value)
    if not isinstance(value, str):
        return value
    return called.get(value) or ".".join(called.get(part, part) for part in value.split("."))


def names_of(refusals: Iterable[Refusal], audience: Audience) -> dict[str, str]:
    """Public names, by id, of the entries and people that refusals are about.

    An id that is unknown where it was sent is not named: it may be another club's.
    """
    return names.of_those_in(
        [with_paths(refusal.facts) for refusal in refusals if not refusal.code.startswith(UNKNOWN)], audience
    )


def with_paths(facts: Mapping[str, Any]) -> list[Any]:
    """The facts, and the parts of their dotted paths, which may be ids too."""
    return [dict(facts), *(value.split(".") for value in facts.values() if isinstance(value, str))]
