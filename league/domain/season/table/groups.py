"""Divisions and categories of a season: groups of its people with places of their own.

The season defines the members of divisions. Categories depend on people's own data (`league.projections.categories`),
which is not in the log, so they are evaluated whenever the table is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date as Date  # noqa: N812
from typing import Annotated

from msgspec import Meta

from games.kernel import N_
from league.domain.season.results import MOST_PEOPLE
from league.domain.values.faults import Fault
from league.domain.values.fields import Id, Part
from league.domain.values.names import compared

LONGEST_GROUP_NAME = 60
GroupName = Annotated[str, Meta(min_length=1, max_length=LONGEST_GROUP_NAME)]
Members = Annotated[tuple[Id, ...], Meta(max_length=MOST_PEOPLE)]
Size = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
Moving = Annotated[int, Meta(ge=0, le=MOST_PEOPLE)]
Age = Annotated[int, Meta(ge=1, le=150)]


class Division(Part, frozen=True):
    """A division; the highest comes first. people: its members. size: or that many of the highest rows of the table.

    The last one has everybody else, unless it has a size. up: how many go up at the end of the season. down: how many
    go down. name: of the division.
    """

    name: GroupName
    people: Members = ()
    size: Size | None = None
    up: Moving = 0
    down: Moving = 0


class Juniors(Part, frozen=True, tag="juniors"):
    """Members who are at most `age` by the end of that year, by year of birth; people without one are left out.

    name: of the category. age: the highest age. on: a day of that year.
    """

    name: GroupName
    age: Age
    on: Date


class Newcomers(Part, frozen=True, tag="newcomers"):
    """People who are in no table of an earlier season of the club. name: of the category."""

    name: GroupName


class OfClub(Part, frozen=True, tag="club"):
    """People from a club, by their `home_club`. name: of the category. club: the name of the club."""

    name: GroupName
    club: Annotated[str, Meta(min_length=1, max_length=120)]


Category = Juniors | Newcomers | OfClub
Divisions = Annotated[tuple[Division, ...], Meta(max_length=50)]
Categories = Annotated[tuple[Category, ...], Meta(max_length=50)]


def faults_of_groups(divisions: Sequence[Division], categories: Sequence[Category]) -> Iterator[Fault]:
    """Faults that types can't express: equal names, people in two divisions, moves beyond the top or bottom."""
    for field, groups in (("divisions", divisions), ("categories", categories)):
        names = Counter(compared(group.name) for group in groups)
        for at, group in enumerate(groups):
            if names[compared(group.name)] > 1:
                yield Fault(
                    f"{field}.{at}.name", "duplicate", N_("Two groups are called {name}."), {"name": group.name}
                )
    times = Counter(person for division in divisions for person in division.people)
    for at, division in enumerate(divisions):
        is_last = at == len(divisions) - 1
        if twice := [person for person in dict.fromkeys(division.people) if times[person] > 1]:
            template = N_("These are in two divisions, or listed twice: {people}.")
            yield Fault(f"divisions.{at}.people", "duplicate", template, {"people": twice})
        if division.people and division.size is not None:
            yield Fault(f"divisions.{at}.size", "invalid", N_("A division can't have both people and a size."))
        if not division.people and division.size is None and not is_last:
            yield Fault(f"divisions.{at}.size", "required", N_("Every division but the last needs people or a size."))
        if division.up and at == 0:
            yield Fault(f"divisions.{at}.up", "invalid", N_("Nobody can go up from the highest division."))
        if division.down and is_last:
            yield Fault(f"divisions.{at}.down", "invalid", N_("Nobody can go down from the lowest division."))
