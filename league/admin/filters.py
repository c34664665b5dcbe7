"""The filters above a table: their form fields, and the query that links keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404

from league.domain.values.names import search_key

FIND = "find"
"""The parameter with words from names."""
LONGEST_SEARCH = 200
"""The words are compared with every name: with all that fits into an address that would take minutes."""


class Choice(NamedTuple):
    """An option of a filter. value: "" for no filter."""

    value: str
    text: str
    is_chosen: bool


class Filter(NamedTuple):
    """A form field: a list of choices or, without any, an input. name: of the parameter. kind: the input's type."""

    name: str
    label: str
    choices: Sequence[Choice] = ()
    kind: str = "search"
    value: str = ""


def query_string(**parameters: object) -> str:
    """The parameters that have a value, beginning with a question mark; "" without any."""
    kept = {name: value for name, value in parameters.items() if value not in (None, "")}
    return f"?{urlencode(kept)}" if kept else ""


def matches(name: str, find: str) -> bool:
    """Whether a name contains the text, regardless of case, accents and spacing."""
    return search_key(find[:LONGEST_SEARCH]) in search_key(name)


def number_in(query: Mapping[str, str], name: str, most: int) -> int | None:
    """A parameter that is a whole number from 0 to `most`; None if it is empty. Raises Http404 for another value."""
    text = query.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise Http404
    return int(text)
