"""Divisions and categories of a season, a row each; rows without a name are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from typing import Any

import msgspec
from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.desk.tournament.step import TEXT
from league.domain.season.commands import Change
from league.domain.season.results import MOST_PEOPLE
from league.domain.season.table.groups import Category, Division
from league.domain.values.faults import read
from league.queries import names

SPARE = 3
LONGEST = 200_000
KINDS = [
    ("juniors", _("Juniors: by year of birth")),
    ("newcomers", _("Newcomers: in no earlier season")),
    ("club", _("From a club")),
]
OF_KIND = {"juniors": ("age", "on"), "newcomers": (), "club": ("club",)}
"""What a category of each kind is told with, beside its name."""


@dataclass(frozen=True)
class Row:
    """A division or a category of the form."""

    title: str
    fields: Sequence[BoundField]


class Groups(SeasonStep):
    """Divisions in their order, the highest first, and categories."""

    name, title, button = "groups", _("Divisions and categories"), _("Save")
    intro = _(
        "The highest division comes first. A division has people, one name a line, or a size; the last has everybody "
        "who is in no other. A row without a name is none: to take a division away, empty its name. Juniors are those "
        "who turn at most so many years in the year of a day that you choose; for who comes from a club, write which."
    )
    done = _("Divisions and categories are changed; the league table follows at once.")
    template = "league/admin/season_desk/groups.html"
    is_in_parts = True

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        self.called = names.called_people(desk.row.club_id)
        self.divisions = len(desk.state.divisions) + SPARE
        self.categories = len(desk.state.categories) + SPARE
        for at in range(self.divisions):
            known = desk.state.divisions[at] if at < len(desk.state.divisions) else None
            self.fields |= _division_fields(at, known, self.called.shown)
        for at in range(self.categories):
            category = desk.state.categories[at] if at < len(desk.state.categories) else None
            self.fields |= _category_fields(at, category)

    def division_rows(self) -> Iterator[Row]:
        """The divisions, as a form shows them."""
        for at in range(self.divisions):
            words = gettext("Division {number}").format(number=at + 1)
            yield Row(words, [self[f"division_{at}_{what}"] for what in ("name", "size", "up", "down", "people")])

    def category_rows(self) -> Iterator[Row]:
        """The categories, as a form shows them."""
        for at in range(self.categories):
            words = gettext("Category {number}").format(number=at + 1)
            yield Row(words, [self[f"category_{at}_{what}"] for what in ("name", "type", "age", "on", "club")])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        divisions = [(at, self._division(at)) for at in range(self.divisions) if cleaned[f"division_{at}_name"]]
        categories = [(at, self._category(at)) for at in range(self.categories) if cleaned[f"category_{at}_name"]]
        cleaned["fields"] = {
            f"divisions.{number}.{what}": f"division_{at}_{what}"
            for number, (at, _division) in enumerate(divisions)
            for what in ("name", "people", "size", "up", "down")
        } | {
            f"categories.{number}.{what}": f"category_{at}_{what}"
            for number, (at, _category) in enumerate(categories)
            for what in ("name", "age", "on", "club")
        }
        cleaned["asked"] = {
            "type": "change",
            "divisions": [division for _at, division in divisions],
            "categories": [category for _at, category in categories],
        }
        return cleaned

    def field_of(self) -> Mapping[str, str]:
        """By the rows that are filled in."""
        fields: dict[str, str] = self.cleaned_data["fields"]
        return fields

    def _division(self, at: int) -> dict[str, Any]:
        told = {what: self.cleaned_data[f"division_{at}_{what}"] for what in ("name", "size", "up", "down")}
        people = list(self._people(f"division_{at}_people"))
        return {**told, "up": told["up"] or 0, "down": told["down"] or 0, "people": people}

    def _people(self, field: str) -> Iterator[str]:
        """The ids of those who are named, a line each."""
        for line, name in enumerate(self.cleaned_data[field].splitlines(), 1):
            if not name.strip():
                continue
            fits = self.called.fitting(name)
            if len(fits) == 1:
                yield fits[0]
                continue
            template = gettext("Line {line}: the club knows nobody called {name}.")
            if fits:
                template = gettext("Line {line}: {name} may be {people}.")
            told = self.called.told(fits) if fits else ""
            self.add_error(field, template.format(line=line, name=name.strip(), people=told))

    def _category(self, at: int) -> dict[str, Any]:
        kind = self.cleaned_data[f"category_{at}_type"] or "juniors"
        told: dict[str, Any] = {"type": kind, "name": self.cleaned_data[f"category_{at}_name"]}
        for what in OF_KIND[kind]:
            value = self.cleaned_data[f"category_{at}_{what}"]
            if value in (None, ""):
                self.add_error(f"category_{at}_{what}", gettext("This is needed for a category of that kind."))
            told[what] = value.isoformat() if isinstance(value, Date) else value
        return told

    def take(self) -> None:
        self.desk.send(read(Change, self.cleaned_data["asked"]))


def _division_fields(at: int, known: Division | None, called: Mapping[str, str]) -> dict[str, forms.Field]:
    people = "\n".join(called.get(person, person) for person in known.people) if known else ""
    count: dict[str, Any] = {"required": False, "min_value": 0, "max_value": MOST_PEOPLE}
    return {
        f"division_{at}_name": forms.CharField(
            label=_("Name"),
            required=False,
            max_length=60,
            initial=known and known.name,
            widget=forms.TextInput(attrs=TEXT),
        ),
        f"division_{at}_size": forms.IntegerField(
            label=_("Size"), required=False, min_value=1, max_value=MOST_PEOPLE, initial=known and known.size
        ),
        f"division_{at}_up": forms.IntegerField(label=_("Go up"), initial=known and known.up, **count),
        f"division_{at}_down": forms.IntegerField(label=_("Go down"), initial=known and known.down, **count),
        f"division_{at}_people": forms.CharField(
            label=_("People, one name a line"),
            required=False,
            max_length=LONGEST,
            strip=False,
            initial=people,
            widget=forms.Textarea({"rows": 4, **TEXT}),
        ),
    }


def _category_fields(at: int, known: Category | None) -> dict[str, forms.Field]:
    told: dict[str, Any] = msgspec.to_builtins(known) if known else {}
    return {
        f"category_{at}_name": forms.CharField(
            label=_("Name"),
            required=False,
            max_length=60,
            initial=told.get("name"),
            widget=forms.TextInput(attrs=TEXT),
        ),
        f"category_{at}_type": forms.ChoiceField(
            label=_("Who"), required=False, choices=KINDS, initial=told.get("type", "juniors")
        ),
        f"category_{at}_age": forms.IntegerField(
            label=_("Juniors: years at most"), required=False, min_value=1, max_value=150, initial=told.get("age")
        ),
        f"category_{at}_on": forms.DateField(
            label=_("in the year of this day"),
            required=False,
            initial=told.get("on"),
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        ),
        f"category_{at}_club": forms.CharField(
            label=_("From which club"),
            required=False,
            max_length=120,
            initial=told.get("club"),
            widget=forms.TextInput(attrs=TEXT),
        ),
    }
