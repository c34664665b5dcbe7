"""The fairness page of a season, and the part of it on a person's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.access.audience import CLUB
from league.domain.season.history.ledger import Counts, most_burdened
from league.models import Person, Season
from league.queries import names
from league.seating import season_ledger

MOST: Mapping[str, Promise] = {
    "byes": gettext_lazy("most byes"),
    "short": gettext_lazy("most smaller tables"),
    "last": gettext_lazy("most often in the last seat"),
}
"""Labels of the counts in which a person leads the season, perhaps with others."""


class FairnessRow(NamedTuple):
    """A person's counts. seats: for each column. areas: each column with its count. most: labels from MOST, by code."""

    person: str
    name: str
    counts: Counts
    seats: Sequence[int]
    areas: Sequence[tuple[str, int]]
    most: Mapping[str, str]

    @property
    def seats_taken(self) -> Sequence[tuple[int, int]]:
        """Each seat that the person has had, with the number of times."""
        return [(seat, times) for seat, times in enumerate(self.seats, 1) if times]

    @property
    def areas_visited(self) -> Sequence[tuple[str, int]]:
        """Each area that the person has been in, with the number of times."""
        return sorted(self.counts.areas.items())


def page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    ledger = season_ledger.of_season(season)
    called = names.of_people([UUID(person) for person in ledger.rows], CLUB)
    shown = {
        "title": _("Fairness in {name}").format(name=season.name),
        "rows": _rows(ledger.rows, names.in_order(ledger.rows, called), called),
        "seats": range(1, _seats(ledger.rows) + 1),
        "areas": _areas(ledger.rows),
        "tournaments": ledger.tournaments,
    }
    return TemplateResponse(request, "league/admin/fairness.html", {**context, **shown})


def of_person(person: str, season: Season) -> FairnessRow | None:
    """A person's row; None if the season has no counts of theirs."""
    rows = season_ledger.of_season(season).rows
    return next(iter(_rows(rows, [person], {})), None) if person in rows else None


def of_tournaments(person: Person, tournaments: Sequence[UUID]) -> FairnessRow | None:
    """A person's counts over these tournaments; None if there are none."""
    id = str(person.pk)
    rows = season_ledger.of_tournaments(person.club_id, tournaments)
    return next(iter(_rows({id: rows[id]}, [id], {})), None) if id in rows else None


def _rows(rows: Mapping[str, Counts], people: Iterable[str], called: Mapping[str, str]) -> list[FairnessRow]:
    most, seats, areas = most_burdened(rows), range(1, _seats(rows) + 1), _areas(rows)
    return [
        FairnessRow(
            person=person,
            name=called.get(person, ""),
            counts=rows[person],
            seats=[rows[person].seats[seat] for seat in seats],
            areas=[(area, rows[person].areas[area]) for area in areas],
            most={name: str(MOST[name]) for name in most[person]},
        )
        for person in people
    ]


def _seats(rows: Mapping[str, Counts]) -> int:
    return max((seat for counts in rows.values() for seat in counts.seats), default=0)


def _areas(rows: Mapping[str, Counts]) -> list[str]:
    return sorted({area for counts in rows.values() for area in counts.areas})
