"""Settings that are accepted although they can hardly be intended: points that reward the worse result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from msgspec import UNSET

from games.kernel import N_
from league.domain.standings.points import MEAN, WIN, paid, raw_points
from league.domain.tournament.settings import PointScheme, Raw, Settings
from league.domain.tournament.state import SCORE_SHEET, Tournament
from league.domain.values.faults import Fault
from league.domain.values.numbers import exact


def warnings(state: Tournament) -> Iterator[Fault]:
    """The warnings of a tournament's settings, then those of stages with points of their own."""
    yield from warnings_of(state.settings)
    for at, stage in enumerate(state.stages):
        if stage.rules.points is not None:
            for warning in warnings_of(stage.over(state.settings)):
                yield replace(warning, field=f"stages.{at}.{warning.field}")


def warnings_of(settings: Settings) -> Iterator[Fault]:
    """The points that a better result would lose, by field."""
    scheme = settings.points
    yield from _outcome_warnings(scheme)
    yield from _place_warnings(scheme, settings.table_size.prefer)
    yield from _raw_warnings(settings)
    yield from _bye_warnings(settings)


def _is_better(scheme: PointScheme, one: Fraction, other: Fraction) -> bool:
    """Whether the first of two numbers of points ranks higher."""
    return one < other if scheme.lowest_first else one > other


def _outcome_warnings(scheme: PointScheme) -> Iterator[Fault]:
    if scheme.outcomes is None:
        return
    win, draw, loss = map(exact, scheme.outcomes)
    if _is_better(scheme, draw, win):
        yield Fault("points.draw", "above_win", N_("A draw ranks above a win."))
    if _is_better(scheme, loss, win):
        yield Fault("points.loss", "above_win", N_("A loss ranks above a win."))
    elif _is_better(scheme, loss, draw):
        yield Fault("points.loss", "above_draw", N_("A loss ranks above a draw."))


def _place_warnings(scheme: PointScheme, usual_size: int) -> Iterator[Fault]:
    """Lists whose last place ranks above the first, at tables as long as the list and at those of the usual size."""
    if scheme.outcomes is not None or scheme.share is True:
        return
    lists = {"points.by_place": {usual_size, *([len(scheme.by_place)] if scheme.by_place else [])}}
    lists |= {f"points.per_size.{size}": {int(size)} for size in scheme.per_size}
    for field, sizes in lists.items():
        if any(_last_is_better(scheme, size) for size in sizes if size > 1):
            if scheme.lowest_first:
                template = N_("The lowest total wins, but a last place is worth fewer points than a first.")
            else:
                template = N_("A last place is worth more than a first, although the highest total wins.")
            yield Fault(field, "last_above_first", template)


def _last_is_better(scheme: PointScheme, size: int) -> bool:
    pay = paid(scheme, size)
    return _is_better(scheme, pay[-1], pay[0])


def _bye_warnings(settings: Settings) -> Iterator[Fault]:
    scheme, size = settings.points, settings.table_size.prefer
    if scheme.bye is None or scheme.bye in (MEAN, WIN):
        return
    if not scheme.pays_places(size):
        if scheme.raw is not UNSET and scheme.lowest_first and exact(scheme.bye) <= _points_of_nothing(scheme.raw):
            yield Fault(
                "points.bye", "above_first", N_("The lowest total wins, and a bye is worth a score of 0 or less.")
            )
        return
    if _is_better(scheme, exact(scheme.bye), settings.games_per_round * paid(scheme, size)[0]):
        yield Fault("points.bye", "above_first", N_("A bye ranks above a first place."))


def _points_of_nothing(raw: Raw) -> Fraction:
    """The points for a score of 0."""
    return raw_points(Fraction(0), exact(raw.minus), exact(raw.per))


def _raw_warnings(settings: Settings) -> Iterator[Fault]:
    """Scores as points where the lowest score wins a table, but the highest total the tournament, or the other way."""
    is_low_sheet = settings.game == SCORE_SHEET and settings.game_options.get("win") == "low"
    if settings.points.raw is not UNSET and is_low_sheet and not settings.points.lowest_first:
        template = N_("The lowest score wins a table, but the highest total of scores wins the tournament.")
        yield Fault("points.raw", "last_above_first", template)
    if settings.points.raw is not UNSET and settings.points.lowest_first and settings.game != SCORE_SHEET:
        template = N_("The highest score wins this game, but the lowest total of scores wins the tournament.")
        yield Fault("points.raw", "last_above_first", template)
