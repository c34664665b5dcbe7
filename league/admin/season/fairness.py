"""What the page of a season's fairness shows, and the part of it that stands with a person's record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.domain.season.history.ledger import Counts, most_burdened
from league.files import ledger_sheet
from league.files.spreadsheet import MEDIA_TYPES, written
from league.models import Season
from league.queries import names
from league.seating import season_ledger

MOST: Mapping[str, Promise] = {
    "byes": _("most byes"),
    "short": _("most smaller tables"),
    "last": _("most often in the last seat"),
}
"""What somebody has had as often as nobody else, or as few others."""


@dataclass(frozen=True)
class Row:
    """A line. seats, areas: a count for each column. most: of what they have had most, by its code and in words."""

    person: str
    name: str
    had: Counts
    seats: Sequence[int]
    areas: Sequence[int]
    most: Mapping[str, str]

    @property
    def sat(self) -> Sequence[tuple[int, int]]:
        """The seats that they have had, each with how often."""
        return [(seat, times) for seat, times in enumerate(self.seats, 1) if times]

    @property
    def areas_had(self) -> Sequence[tuple[str, int]]:
        """The areas that they have been in, each with how often."""
        return sorted(self.had.areas.items())


def page_of(season: Season) -> dict[str, Any]:
    """Everybody of the season, by name."""
    found = season_ledger.of_season(season)
    called = names.of_people([UUID(person) for person in found.rows])
    rows = _rows(found.rows, names.in_order(found.rows, called), called)
    return {
        "rows": rows,
        "seats": range(1, _seats(found.rows) + 1),
        "areas": _areas(found.rows),
        "tournaments": found.tournaments,
        "marks": MOST.values(),
    }


def file_of(season: Season, form: str) -> HttpResponse:
    """The same as a file for a spreadsheet. Raises Http404 for a form that there is not."""
    if form not in MEDIA_TYPES:
        raise Http404
    rows = ledger_sheet.rows_of(season_ledger.of_season(season).rows)
    answer = HttpResponse(written(form, rows), content_type=MEDIA_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="fairness-{season.pk}.{form}"'
    return answer


def of_person(person: str, season: Season) -> Row | None:
    """One line of it; None where they have had nothing in the season."""
    rows = season_ledger.of_season(season).rows
    return next(iter(_rows(rows, [person], {})), None) if person in rows else None


def _rows(rows: Mapping[str, Counts], people: Iterable[str], called: Mapping[str, str]) -> list[Row]:
    most, seats, areas = most_burdened(rows), range(1, _seats(rows) + 1), _areas(rows)
    return [
        Row(
            person,
            called.get(person, ""),
            rows[person],
            [rows[person].seats[seat] for seat in seats],
            [rows[person].areas[area] for area in areas],
            {name: str(MOST[name]) for name in most[person]},
        )
        for person in people
    ]


def _seats(rows: Mapping[str, Counts]) -> int:
    """How many seats the largest table had."""
    return max((seat for had in rows.values() for seat in had.seats), default=0)


def _areas(rows: Mapping[str, Counts]) -> list[str]:
    return sorted({area for had in rows.values() for area in had.areas})
