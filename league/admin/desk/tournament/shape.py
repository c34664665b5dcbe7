"""The tables that a form's settings make of the people who are expected, and what places pay there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext
from msgspec import UNSET
from uuid6 import uuid7

from games.kernel import Rejected
from league.admin.desk.refusals import sentence
from league.admin.desk.tournament.settings_fields import NAMES, PLANNED
from league.admin.desk.tournament.settings_form import SettingsForm
from league.domain.preview.outlook import Outlook, outlook
from league.domain.standings.points import MEAN, WIN, paid
from league.domain.tournament.checks import PAIR, faults
from league.domain.tournament.commands import Create
from league.domain.tournament.formats import Knockout
from league.domain.tournament.settings import PointScheme, Raw, Settings, TableSize
from league.domain.values.faults import BadFields, Fault, read, refuse
from league.domain.values.numbers import Written, written
from league.queries import dates
from league.queries.wording import joined, points
from league.services import tournaments

MOST_LISTED = 6
"""So many tables are listed one by one; more are counted."""
BETWEEN_ROUNDS = timedelta(minutes=5)
"""For the seating of the next round, and for finding one's table."""
ROUNDED_TO = timedelta(minutes=5)
ONE_DAY = timedelta(days=1)
MOST_SIZES = 4
"""So many sizes of tables have their points shown though no table has that size."""

TIMES = ("starts_at", "clock_seconds", "rounds")
"""The settings that say when it is over."""


class Shape(NamedTuple):
    """The first round of so many people, in sentences.

    head: the first sentence. until: how long it takes, and when that is over; "" where something of it is unknown.
    more: the others about the round. pays: about points. for_two: whether all tables seat two. offered: so many people
    could share one table, of whom one would sit out. has_one_table: whether they do.
    """

    head: str = ""
    until: str = ""
    more: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    for_two: bool = False
    offered: int = 0
    has_one_table: bool = False


class Tables(SettingsForm):
    """The fields on which tables and points depend. It is never saved."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        format: Any = self.fields["format"]
        format.choices = [*format.choices, *((tag, way.title) for tag, way in PLANNED.items())]

    def asks_for(self, path: str) -> bool:
        return path.startswith("format") or path in TIMES

    def time_zone(self) -> str:
        """The form's times are only added up: any zone without a change of clocks."""
        return "UTC"

    def shape(self) -> Shape:
        """What the fields make; a sentence about what is wrong where they make nothing."""
        for path in TIMES:
            self.errors.pop(NAMES[path], None)
        if self.errors:
            return Shape(next(str(listed[0]) for listed in self.errors.values()))
        try:
            return self._shape()
        except BadFields as refusal:
            fault: Fault | Rejected = refusal.faults[0]
        except Rejected as refusal:
            if refusal.code == "too_few_entries":
                return Shape(gettext("Too few: a table needs {smallest}.").format(smallest=refusal.facts["smallest"]))
            fault = refusal
        return Shape(sentence(uuid7(), fault.template, fault.facts))

    def _shape(self) -> Shape:
        body = {**self.settings(), "club": str(uuid7()), "name": "–", "game": self.cleaned_data["game"]}
        settings = tournaments.for_its_game(read(Create, body)).settings()
        refuse(faults(settings))
        people, size = self.cleaned_data["expected"], settings.table_size
        found = outlook(settings, people) if people and self.tag() not in PLANNED else None
        return Shape(
            head=_head(settings, people, found) if found else "",
            until=_until(settings, found) if found else "",
            more=tuple(_more(settings, found)) if found else (),
            pays=tuple(_pays(settings.points, _sizes(size, found))),
            for_two=size.max == PAIR,
            offered=people if self.one_larger(self.usual_size()) else 0,
            has_one_table=self.cleaned_data["one_table"],
        )


def shape_of(form: SettingsForm) -> Shape:
    """The tables that a form makes as it is shown."""
    values = dict(form.data.items()) if form.is_bound else {field.html_name: field.value() for field in form}
    return Tables({**values, **form.fixed}).shape()


def _is_bracket(settings: Settings) -> bool:
    return isinstance(settings.format, Knockout) and settings.table_size.max == PAIR


def _head(settings: Settings, people: int, found: Outlook) -> str:
    count = len(found.tables)
    if _is_bracket(settings):
        text = ngettext(
            "{people} people: {count} match in round 1", "{people} people: {count} matches in round 1", count
        )
        return text.format(people=people, count=count)
    if count == 1:
        return gettext("{people} people: one table of {size}").format(people=people, size=found.tables[0])
    return gettext("{people} people: {tables}").format(people=people, tables=_listed(found.tables))


def _until(settings: Settings, found: Outlook) -> str:
    """The rounds, and the time at which the last one is over, if all begin in time."""
    known = [number for number in (settings.rounds, found.rounds) if number]
    if not known or settings.clock_seconds is None or settings.starts_at is None:
        return ""
    rounds, length = min(known), timedelta(seconds=settings.clock_seconds)
    takes = rounds * length + (rounds - 1) * BETWEEN_ROUNDS
    if takes >= ONE_DAY:
        return ""
    midnight = settings.starts_at.replace(hour=0, minute=0, second=0, microsecond=0)
    over = midnight - (midnight - settings.starts_at - takes) // ROUNDED_TO * ROUNDED_TO
    text = ngettext(
        "{rounds} round of {minutes} minutes: until about {time}",
        "{rounds} rounds of {minutes} minutes: until about {time}",
        rounds,
    )
    minutes = points(f"{settings.clock_seconds}/60").text
    return text.format(rounds=rounds, minutes=minutes, time=dates.clock(over))


def _listed(tables: tuple[int, ...]) -> str:
    """4 + 4 + 3; of many tables 16 × 4 + 1 × 3."""
    if len(tables) <= MOST_LISTED:
        return " + ".join(map(str, tables))
    return " + ".join(f"{count} × {size}" for size, count in Counter(tables).items())


def _more(settings: Settings, found: Outlook) -> Iterator[str]:
    if found.byes and _is_bracket(settings):
        text = ngettext("One person goes straight to round 2.", "{n} people go straight to round 2.", found.byes)
        yield text.format(n=found.byes)
    elif found.byes:
        text = ngettext("One person sits out in each round.", "{n} people sit out in each round.", found.byes)
        yield text.format(n=found.byes)
        yield _sitting_out(settings.points.bye)
    if found.rounds:
        text = ngettext("{rounds} round to the end.", "{rounds} rounds to the end.", found.rounds)
        yield text.format(rounds=found.rounds)


def _sitting_out(bye: Written | None) -> str:
    if bye == MEAN:
        return gettext("Sitting out pays the mean of one’s other rounds.")
    if bye == WIN:
        return gettext("Sitting out pays as much as a win.")
    return gettext("Sitting out pays {points}.").format(points=_text(bye or 0))


def _sizes(size: TableSize, found: Outlook | None) -> list[int]:
    """The sizes of tables whose points are shown, the largest first."""
    all_sizes = range(size.max, size.min - 1, -1)
    return list(all_sizes) if len(all_sizes) <= MOST_SIZES or not found else sorted(set(found.tables), reverse=True)


def _pays(scheme: PointScheme, sizes: list[int]) -> Iterator[str]:
    if scheme.share is True:
        yield gettext("Everybody gets their share of all scores at the table.")
    elif scheme.outcomes is not None:
        win, draw, loss = map(_text, scheme.outcomes)
        yield gettext("A win pays {win}, a draw {draw}, a loss {loss}.").format(win=win, draw=draw, loss=loss)
    else:
        for size in sizes if scheme.pays_places(PAIR) else ():
            listed = joined([_text(written(pay)) for pay in paid(scheme, size)])
            yield gettext("A table of {size} pays {points}.").format(size=size, points=listed)
    if scheme.raw is not UNSET:
        yield _by_score(scheme.raw)


def _by_score(raw: Raw) -> str:
    if raw == Raw():
        return gettext("The score itself is paid.")
    text = gettext("The score pays a point for each {per}.")
    if raw.minus != 0:
        text = gettext("The score pays a point for each {per}, after {minus} is taken off.")
    return text.format(per=_text(raw.per), minus=_text(raw.minus))


def _text(number: Written) -> str:
    return points(number).text
