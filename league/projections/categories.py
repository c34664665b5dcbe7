"""The members of a season's categories, by the current rows of people, which are not in the log."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from league.domain.season.table.groups import Category, Juniors, Newcomers
from league.domain.values import names
from league.models import LeagueTableRow, Person, Season

YEAR_DIGITS = 4


def members(season: Season, category: Category, people: Collection[str]) -> set[str]:
    """The people among these who are in the category."""
    if isinstance(category, Newcomers):
        return set(people) - _known_before(season)
    rows = Person.objects.filter(club=season.club_id, pk__in=map(UUID, people))
    if isinstance(category, Juniors):
        return {str(row.pk) for row in rows if _is_junior(row.born, category)}
    return {str(row.pk) for row in rows if names.compared(row.home_club) == names.compared(category.club)}


def _known_before(season: Season) -> set[str]:
    """The people in the table of an earlier season of the club. Ids are in the order of opening."""
    before = LeagueTableRow.objects.filter(club=season.club_id, season__lt=season.pk)
    return {str(person) for person in before.values_list("person", flat=True)}


def _is_junior(born: str, category: Juniors) -> bool:
    """Members who are at most `age` by the end of that year."""
    return bool(born) and category.on.year - int(born[:YEAR_DIGITS]) <= category.age
