"""The scheme of a season in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import exact
from league.queries.wording import points


def scheme_sentences(scheme: Scheme) -> list[str]:
    """What pays points, which results count, and the exceptions."""
    return [*_paid(scheme), *counted(scheme), *_exceptions(scheme)]


def _paid(scheme: Scheme) -> Iterator[str]:
    if scheme.low_point is not None:
        yield _("Low points: each place pays its own number, and the lowest total wins")
    elif scheme.points is not None and scheme.points.by_place:
        by_place = [points(number).text for number in scheme.points.by_place]
        yield _("Points by place: {points}").format(points=_shortened(by_place))
    else:
        yield _("Points as awarded")


def counted(scheme: Scheme) -> Iterator[str]:
    if scheme.best is not None:
        yield ngettext("The best result counts", "The best {n} results count", scheme.best).format(n=scheme.best)
    for split in scheme.splits or ():
        first, last = split.events
        text = ngettext(
            "The best of events {first} to {last} counts", "The best {n} of events {first} to {last} count", split.best
        )
        yield text.format(n=split.best, first=first, last=last)
    if isinstance(scheme.drop_worst, int):
        if scheme.drop_worst:
            text = ngettext("The worst result is dropped", "The worst {n} results are dropped", scheme.drop_worst)
            yield text.format(n=scheme.drop_worst)
        return
    for start, dropped in scheme.drop_worst:
        text = ngettext(
            "From {events} events on, the worst result is dropped",
            "From {events} events on, the worst {n} results are dropped",
            dropped,
        )
        yield text.format(events=start, n=dropped)


def _exceptions(scheme: Scheme) -> Iterator[str]:
    if exact(scheme.attendance):
        yield _("{points} for taking part, never dropped").format(points=points(scheme.attendance).text)
    if scheme.final is not UNSET:
        yield _("The final counts × {factor}").format(factor=points(scheme.final).text)
    if scheme.minimum > 1:
        yield _("A place requires {n} events").format(n=scheme.minimum)


def _shortened(numbers: Sequence[str], longest: int = 8) -> str:
    return " – ".join(numbers[:longest]) + (" …" if len(numbers) > longest else "")
