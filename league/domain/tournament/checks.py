"""Faults in a tournament's settings that types can't express."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec import UNSET

from games.kernel import N_
from league.domain.seating.sizes import seats_all
from league.domain.standings.points import MEAN, WIN
from league.domain.tournament.formats import Areas, Bye, Knockout, Prescribed, RoundPlan, RoundRobin, Swiss
from league.domain.tournament.settings import PointScheme, Settings, TableSize
from league.domain.tournament.state import SCORE_SHEET
from league.domain.values.faults import Fault
from league.domain.values.fields import LARGEST_TABLE, SMALLEST_TABLE
from league.domain.values.numbers import exact, too_fine, written

PAIR = 2
FIRST_YEAR, LAST_YEAR = 1900, 2999
SIZES_AS_TEXT = tuple(str(size) for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1))


def faults(settings: Settings) -> Iterator[Fault]:
    """All faults: impossible table sizes, a plan that doesn't fit, conflicting points, repeated tie-breaks."""
    size = settings.table_size
    if size.max < size.min:
        yield Fault("table_size.max", "too_small", N_("The largest table size is below the smallest."))
    elif not size.min <= size.prefer <= size.max:
        code = "too_small" if size.prefer < size.min else "too_big"
        yield Fault("table_size.prefer", code, N_("The preferred size is not between the smallest and the largest."))
    elif isinstance(settings.format, Areas) and (k := settings.format.k) and not seats_all(k, size.min, size.max):
        yield Fault("format.k", "invalid", N_("{k} entries can't fill tables of these sizes."), {"k": k})
    yield from _plan_faults(settings)
    yield from _format_faults(settings)
    closes_at = settings.sign_up_page and settings.sign_up_page.closes_at
    for field, moment in (("starts_at", settings.starts_at), ("sign_up.closes_at", closes_at)):
        if moment and not FIRST_YEAR <= moment.year <= LAST_YEAR:
            yield Fault(field, "invalid", N_("The year must be between 1900 and 2999."))
    for key in settings.points.per_size:
        if key not in SIZES_AS_TEXT:
            yield Fault(f"points.per_size.{key}", "invalid", N_("A table has 2 to 12 seats."))
    yield from _outcome_faults(settings.points)
    yield from _raw_faults(settings)
    yield from _share_faults(settings.points)
    if too_fine(_numbers(settings.points)):
        yield Fault("points", "too_fine", N_("The fractions are too fine to be added up exactly: use simpler ones."))
    if len(dict.fromkeys(settings.chain)) < len(settings.chain):
        yield Fault("tie_breaks", "duplicate", N_("A tie-break is listed more than once."))


def new_faults(settings: Settings, *known: Settings) -> Iterator[Fault]:
    """The faults that no known settings have: what was accepted before a rule forbade it stops no other change."""
    accepted = [fault for each in known for fault in faults(each)]
    return (fault for fault in faults(settings) if fault not in accepted)


def _outcome_faults(scheme: PointScheme) -> Iterator[Fault]:
    """Points for win, draw and loss must all be given, and exclude points by place."""
    outcomes = {"win": scheme.win, "draw": scheme.draw, "loss": scheme.loss}
    missing = [name for name, points in outcomes.items() if points is UNSET]
    if len(missing) == len(outcomes):
        return
    for name in missing:
        yield Fault(f"points.{name}", "required", N_("Points for a win, a draw and a loss must all be given."))
    for name in ("by_place", "per_size", "raw"):
        if getattr(scheme, name):
            template = N_("Points are given by place or for win, draw and loss, but not both.")
            yield Fault(f"points.{name}", "invalid", template)


def _share_faults(scheme: PointScheme) -> Iterator[Fault]:
    """A share of the scores excludes all other points."""
    if scheme.share is True:
        for name in ("by_place", "per_size", "raw", "outcomes"):
            if getattr(scheme, name):
                field = "win" if name == "outcomes" else name
                yield Fault(f"points.{field}", "invalid", N_("With a share of the scores there are no other points."))


def _raw_faults(settings: Settings) -> Iterator[Fault]:
    """`per` must be above 0, and a sheet can't say the opposite of the points.

    A bye can't be paid as a win if only scores are paid, since there is no win.
    """
    scheme = settings.points
    is_high_sheet = settings.game == SCORE_SHEET and settings.game_options.get("win") == "high"
    if scheme.raw is not UNSET and scheme.lowest_first and is_high_sheet:
        template = N_("Scores are the points here and the lowest total wins: the lowest score has to win a table too.")
        yield Fault("game_options.win", "opposite", template)
    if scheme.raw is not UNSET and exact(scheme.raw.per) <= 0:
        yield Fault("points.raw.per", "too_small", N_("The score for one point must be above 0."))
    if scheme.bye == WIN and scheme.pays_scores and scheme.by_place is None and scheme.outcomes is None:
        yield Fault("points.bye", "invalid", N_("A bye can't be paid as a win if only scores are paid."))


def _format_faults(settings: Settings) -> Iterator[Fault]:
    """What a format requires of the table sizes."""
    format, size = settings.format, settings.table_size
    if isinstance(format, RoundRobin) and size.min > PAIR:
        yield Fault("table_size.min", "unfit", N_("A round robin needs tables of two."))
    if isinstance(format, Swiss) and format.is_dutch and size.max > PAIR:
        yield Fault("table_size.max", "unfit", N_("The Dutch system needs tables of two."))
    if isinstance(format, Knockout) and format.advance >= size.min:
        template = N_("{advance} can't go on from a table of {smallest}: at least one has to go out.")
        facts = {"advance": format.advance, "smallest": size.min}
        yield Fault("format.advance", "bad_advance", template, facts)


def _plan_faults(settings: Settings) -> Iterator[Fault]:
    """Faults in a plan of all rounds, independent of who plays."""
    if isinstance(settings.format, Prescribed):
        for at, planned in enumerate(settings.format.plan):
            yield from _round_faults(planned, settings.table_size, f"format.plan.{at}")


def _round_faults(planned: RoundPlan, size: TableSize, path: str) -> Iterator[Fault]:
    """Entries or places named twice, and tables of a size that is not allowed."""
    out = [bye.entry if isinstance(bye, Bye) else bye for bye in planned.byes]
    named = [*chain.from_iterable(planned.tables), *out]
    if len(dict.fromkeys(named)) < len(named):
        yield Fault(path, "duplicate", N_("An entry or a place is named more than once in this round."))
    for at, seats in enumerate(planned.tables):
        if not size.min <= len(seats) <= size.max:
            facts = {"seats": len(seats)}
            yield Fault(f"{path}.tables.{at}", "unfit", N_("A table of {seats} seats is not allowed here."), facts)


def _numbers(scheme: PointScheme) -> Iterator[int | str]:
    for listed in (scheme.by_place or (), *scheme.per_size.values()):
        yield from listed
    yield scheme.missed
    yield from scheme.outcomes or ()
    if scheme.raw is not UNSET and exact(scheme.raw.per) > 0:
        yield from (scheme.raw.minus, written(exact(scheme.raw.minus) / exact(scheme.raw.per)))
        yield written(1 / exact(scheme.raw.per))
    if scheme.bye not in (None, MEAN, WIN):
        yield scheme.bye
