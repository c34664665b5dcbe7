"""Divisions and categories of a season, one row of the form each; rows without a name are left out."""

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

from league.admin.desk.number_fields import WholeField
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.step import TEXT
from league.domain.season.commands import Change
from league.domain.season.results import MOST_PEOPLE
from league.domain.season.table.groups import Category, Division
from league.domain.values.faults import read
from league.queries import names

SPARE = 3
LONGEST = 200_000
KINDS = [
    ("juniors", _("Juniors: up to an age")),
    ("newcomers", _("Newcomers: in no earlier season")),
    ("club", _("Club: from one club")),
]
FIELDS_OF_KIND = {"juniors": ("age", "on"), "newcomers": (), "club": ("club",)}
"""The fields of each kind of category, apart from its name."""


@dataclass(frozen=True)
class GroupRow:
    """The form's fields for a division or a category."""

    title: str
    fields: Sequence[BoundField]


class ChangeGroups(SeasonStep):
    name, title, button = "groups", _("Divisions and categories"), _("Save")
    intro = _(
        "The highest division comes first. A division has people, one name on each line, or a size; the last division "
        "has everyone who is in no other. To remove a division or a category, delete its name. Juniors are members who "
        "are at most that age by the end of the year of the day that you choose."
    )
    done = _("Divisions and categories are changed, and the league table with them.")
    template = "league/admin/season_desk/groups.html"
    sends_multipart = True

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.called = names.called_people(desk.row.club_id)
        self.divisions = len(desk.state.divisions) + SPARE
        self.categories = len(desk.state.categories) + SPARE
        for at in range(self.divisions):
            known = desk.state.divisions[at] if at < len(desk.state.divisions) else None
            self.fields |= _division_fields(at, known, self.called.shown)
        for at in range(self.categories):
            category = desk.state.categories[at] if at < len(desk.state.categories) else None
            self.fields |= _category_fields(at, category)

    def division_rows(self) -> Iterator[GroupRow]:
        for at in range(self.divisions):
            title = gettext("Division {number}").format(number=at + 1)
            yield GroupRow(
                title, [self[f"division_{at}_{field}"] for field in ("name", "size", "up", "down", "people")]
            )

    def category_rows(self) -> Iterator[GroupRow]:
        for at in range(self.categories):
            title = gettext("Category {number}").format(number=at + 1)
            yield GroupRow(title, [self[f"category_{at}_{field}"] for field in ("name", "type", "age", "on", "club")])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        divisions = [(at, self._division(at)) for at in range(self.divisions) if cleaned[f"division_{at}_name"]]
        categories = [(at, self._category(at)) for at in range(self.categories) if cleaned[f"category_{at}_name"]]
        self.error_fields = {
            f"divisions.{number}.{field}": f"division_{at}_{field}"
            for number, (at, _division) in enumerate(divisions)
            for field in ("name", "people", "size", "up", "down")
        } | {
            f"categories.{number}.{field}": f"category_{at}_{field}"
            for number, (at, _category) in enumerate(categories)
            for field in ("name", "age", "on", "club")
        }
        cleaned["change"] = {
            "type": "change",
            "divisions": [division for _at, division in divisions],
            "categories": [category for _at, category in categories],
        }
        return cleaned

    def _division(self, at: int) -> dict[str, Any]:
        division = {field: self.cleaned_data[f"division_{at}_{field}"] for field in ("name", "size", "up", "down")}
        people = list(self._people(f"division_{at}_people"))
        return {**division, "up": division["up"] or 0, "down": division["down"] or 0, "people": people}

    def _people(self, field: str) -> Iterator[str]:
        """The ids of the people whose names are written, one on each line."""
        for line, name in enumerate(self.cleaned_data[field].splitlines(), 1):
            if not name.strip():
                continue
            matches = self.called.fitting(name)
            if len(matches) == 1:
                yield matches[0]
                continue
            template = gettext("Line {line}: the club has no member called {name}.")
            if matches:
                template = gettext("Line {line}: {name} may be {people}.")
            people = self.called.told(matches) if matches else ""
            self.add_error(field, template.format(line=line, name=name.strip(), people=people))

    def _category(self, at: int) -> dict[str, Any]:
        kind = self.cleaned_data[f"category_{at}_type"] or "juniors"
        category: dict[str, Any] = {"type": kind, "name": self.cleaned_data[f"category_{at}_name"]}
        for field in FIELDS_OF_KIND[kind]:
            value = self.cleaned_data[f"category_{at}_{field}"]
            if value in (None, ""):
                self.add_error(f"category_{at}_{field}", gettext("A category of this kind needs this."))
            category[field] = value.isoformat() if isinstance(value, Date) else value
        return category

    def command(self) -> Change:
        return read(Change, self.cleaned_data["change"])


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
        f"division_{at}_size": WholeField(
            label=_("Size"), required=False, min_value=1, max_value=MOST_PEOPLE, initial=known and known.size
        ),
        f"division_{at}_up": WholeField(label=_("Promoted"), initial=known and known.up, **count),
        f"division_{at}_down": WholeField(label=_("Relegated"), initial=known and known.down, **count),
        f"division_{at}_people": forms.CharField(
            label=_("People, one name on each line"),
            required=False,
            max_length=LONGEST,
            strip=False,
            initial=people,
            widget=forms.Textarea({"rows": 4, **TEXT}),
        ),
    }


def _category_fields(at: int, known: Category | None) -> dict[str, forms.Field]:
    category: dict[str, Any] = msgspec.to_builtins(known) if known else {}
    return {
        f"category_{at}_name": forms.CharField(
            label=_("Name"),
            required=False,
            max_length=60,
            initial=category.get("name"),
            widget=forms.TextInput(attrs=TEXT),
        ),
        f"category_{at}_type": forms.ChoiceField(
            label=_("Kind"), required=False, choices=KINDS, initial=category.get("type", "juniors")
        ),
        f"category_{at}_age": WholeField(
            label=_("Juniors: age at most"), required=False, min_value=1, max_value=150, initial=category.get("age")
        ),
        f"category_{at}_on": forms.DateField(
            label=_("by the end of the year of"),
            required=False,
            initial=category.get("on"),
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        ),
        f"category_{at}_club": forms.CharField(
            label=_("Club"),
            required=False,
            max_length=120,
            initial=category.get("club"),
            widget=forms.TextInput(attrs=TEXT),
        ),
    }
