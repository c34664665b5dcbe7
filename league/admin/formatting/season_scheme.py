"""How a season adds up, as people say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from league.admin.formatting.wording import points
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import exact


def scheme_sentences(scheme: Scheme) -> list[str]:
    """What pays, what counts, and what is beside that."""
    return [*_paid(scheme), *counted(scheme), *_beside(scheme)]


def _paid(scheme: Scheme) -> Iterator[str]:
    if scheme.low_point is not None:
        yield _("Low points: a place is its points, the lowest total wins")
    elif scheme.points is not None and scheme.points.by_place:
        by_place = [points(number).text for number in scheme.points.by_place]
        yield _("Points by place: {points}").format(points=_shortened(by_place))
    else:
        yield _("Points as awarded")


def counted(scheme: Scheme) -> Iterator[str]:
    """Which results count, and which are dropped."""
    if scheme.best is not None:
        yield ngettext("The best result counts", "The best {n} results count", scheme.best).format(n=scheme.best)
    for split in scheme.splits or ():
        first, last = split.events
        part = ngettext("The best of events {first} to {last}", "The best {n} of events {first} to {last}", split.best)
        yield part.format(n=split.best, first=first, last=last)
    if isinstance(scheme.drop_worst, int):
        if scheme.drop_worst:
            yield _worst(scheme.drop_worst)
        return
    for start, dropped in scheme.drop_worst:
        yield _("From {n} events on: {rule}").format(n=start, rule=_worst(dropped))


def _worst(dropped: int) -> str:
    worst = ngettext("The worst result is dropped", "The worst {n} results are dropped", dropped)
    return worst.format(n=dropped)


def _beside(scheme: Scheme) -> Iterator[str]:
    if exact(scheme.attendance):
        yield _("{points} for taking part, always").format(points=points(scheme.attendance).text)
    if scheme.final is not UNSET:
        yield _("The final counts × {factor}").format(factor=points(scheme.final).text)
    if scheme.minimum > 1:
        yield _("A place needs {n} events").format(n=scheme.minimum)


def _shortened(numbers: Sequence[str], longest: int = 8) -> str:
    return " – ".join(numbers[:longest]) + (" …" if len(numbers) > longest else "")
