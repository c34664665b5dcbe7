"""The form of an answer: `?as=` names it, else `Accept` chooses among those that a path offers, with its q-values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from api.problems import Problem
from games.kernel import N_

READING = ("GET", "HEAD")
OFFERED = N_("This is offered as {types} only.")


class Negotiation(DefaultContentNegotiation):
    """Chooses the renderer of an answer. What a write answers is JSON; a parameter `format` has no meaning."""

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        """The renderer and its media type. Raises Problem where the client takes none that is offered."""
        reads = request.method in READING
        offered = [one for one in renderers if reads or isinstance(one, JSONRenderer)] or [JSONRenderer()]
        named = [one for one in offered if one.format == request.query_params.get("as")]
        best = named[0] if named else max(offered, key=lambda one: _wish(one, request))
        if not named and _wish(best, request) <= NOT_WANTED:
            types = [one.media_type for one in offered]
            raise Problem(406, "not_acceptable", OFFERED, {"types": types})
        return best, best.media_type


def prefers(request: HttpRequest, media_type: str, other: str) -> bool:
    """Whether a client would rather have a media type than the other one."""
    return _wish_for(media_type, request) > _wish_for(other, request)


class Range(NamedTuple):
    """A part of `Accept`: `text/*;q=0.5`. Other parameters than q are ignored."""

    kind: str
    part: str
    quality: float

    @property
    def precision(self) -> int:
        """How precise it is: `*/*`, `text/*`, `text/csv`."""
        return (self.kind != "*") + (self.part != "*")

    def takes(self, media_type: str) -> bool:
        """Whether a media type is of this range."""
        kind, _, part = media_type.partition("/")
        return self.kind in ("*", kind) and self.part in ("*", part)


ANYTHING = Range("*", "*", 1)
Wish = tuple[float, int]
NOT_WANTED: Wish = (0, 2)


def _ranges(accept: str) -> Iterator[Range]:
    parts = [part for part in accept.split(",") if part.strip()]
    if not parts:
        yield ANYTHING
    for part in parts:
        media_type, *parameters = part.lower().split(";")
        kind, _, rest = media_type.strip().partition("/")
        yield Range(kind, rest, _quality(parameters))


def _quality(parameters: Sequence[str]) -> float:
    """The weight in parameters, 1 without one or with one that is no number from 0 to 1."""
    for name, _, value in (parameter.partition("=") for parameter in parameters):
        if name.strip() == "q":
            try:
                return weight if 0 <= (weight := float(value)) <= 1 else 1
            except ValueError:
                return 1
    return 1


def _wish(renderer: type[BaseRenderer] | BaseRenderer, request: Request) -> Wish:
    return _wish_for(renderer.media_type, request)


def _wish_for(media_type: str, request: HttpRequest | Request) -> Wish:
    """How much a client wants a media type: by its most precise range, whose precision decides ties."""
    ranges = _ranges(request.headers.get("Accept", ""))
    taking = [one for one in ranges if one.takes(media_type)]
    if not taking:
        return NOT_WANTED
    best = max(taking, key=lambda one: (one.precision, one.quality))
    return best.quality, best.precision
