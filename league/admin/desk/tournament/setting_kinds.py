"""The kinds of form fields that settings of a tournament need: each shows a value as people type it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.utils.translation import gettext

from league.admin.desk.number_fields import PointListField, WholeField, shown
from league.domain.tournament.formats import Format
from league.domain.tournament.settings import name_of
from league.domain.values.fields import LONGEST_CLOCK_SECONDS
from league.queries.wording import Criterion, criteria

FEWEST_LINKS = 5
"""How many places a chain of tie-breaks has at least in a form."""


class _Converted(forms.Field):
    """A field whose value differs from the text in the form: it has changed if the cleaned values differ."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.clean(data) != self.clean(self.prepare_value(initial)))
        except forms.ValidationError:
            return True


class FormatField(_Converted, forms.ChoiceField):
    """A format, as its tag."""

    widget = forms.RadioSelect

    def prepare_value(self, value: Format | str | None) -> Any:
        return value.__struct_config__.tag if isinstance(value, msgspec.Struct) else value

    def clean(self, value: Any) -> Any:
        return super().clean(self.prepare_value(value))


class MinutesField(_Converted, WholeField):
    """Seconds, shown as minutes rounded up."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LONGEST_CLOCK_SECONDS // 60, **options)

    def prepare_value(self, value: Any) -> Any:
        return -(-value // 60) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        minutes = super().clean(value)
        return None if minutes is None else 60 * int(minutes)


class PointsField(_Converted, PointListField):
    """A list of points. count: how many there are; None: any number."""

    def __init__(self, *, count: int | None = None, **options: Any) -> None:
        self.count = count
        super().__init__(max_length=300, **options)

    def prepare_value(self, value: Any) -> Any:
        return shown(value) if isinstance(value, list | tuple) else super().prepare_value(value)

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        if points and self.count not in (None, len(points)):
            raise forms.ValidationError(gettext("Write three numbers: for a win, a draw and a loss."))
        return points


class PointsBySizeField(_Converted, forms.CharField):
    """Lists of points for tables of other sizes, one on each line: “3: 7 4 1”."""

    widget = forms.Textarea({"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return "\n".join(f"{size}: {shown(points)}" for size, points in sorted(value.items(), key=_by_size))
        return value

    def clean(self, value: Any) -> Any:
        lists: dict[str, Any] = {}
        for line in filter(None, map(str.strip, super().clean(value).split("\n"))):
            found = re.fullmatch(r"([0-9]{1,2}) *: *(.+)", line, re.ASCII)
            if found is None or str(int(found[1])) in lists:
                message = gettext("“{line}” does not say what one size of table pays. Write a line like 3: 7 4 1.")
                raise forms.ValidationError(message.format(line=line))
            lists[str(int(found[1]))] = PointListField(max_length=300).clean(found[2])
        return lists


def _by_size(item: tuple[str, Any]) -> int:
    return int(item[0])


class ChainWidget(forms.SelectMultiple):
    """A list in order: a choice for its first place, for its second, and so on. Empty places are skipped.

    for_two: codes that are offered only for two at a table.
    """

    template_name = "league/admin/desk/chain.html"
    use_fieldset = True
    for_two: Sequence[str] = ()

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        sent = data.getlist(name) if hasattr(data, "getlist") else data.get(name) or ()
        return [code for code in sent if code]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        chosen = list(value or ())
        count = min(max(FEWEST_LINKS, len(chosen) + 1), len(self.known))
        links = [*chosen, *[""] * (count - len(chosen))]
        context: dict[str, Any] = super().get_context(name, value, attrs)
        groups = [[one for one in self.known if (one[0] in self.for_two) == is_for_two] for is_for_two in (False, True)]
        return {**context, "links": links, "groups": groups, "meanings": self.known}

    @property
    def known(self) -> list[tuple[str, Criterion]]:
        codes = [str(code) for code, _name in self.choices]
        return list(zip(codes, criteria(codes), strict=True))


class ChainField(_Converted, forms.MultipleChoiceField):
    """Tie-breaks in their order. codes: of all. for_two: those that are offered only for two at a table."""

    widget = ChainWidget

    def __init__(self, codes: Sequence[str], *, for_two: Sequence[str] = (), **options: Any) -> None:
        choices = [(code, one.name) for code, one in zip(codes, criteria(codes), strict=True)]
        super().__init__(choices=choices, **options)
        self.widget.for_two = for_two

    def prepare_value(self, value: Any) -> Any:
        return [name_of(tie_break) for tie_break in value or ()]

    def clean(self, value: Any) -> list[str]:
        codes: list[str] = super().clean(value)
        for at, code in enumerate(codes):
            if code in codes[:at]:
                message = gettext("{name} is in the list twice.").format(name=criteria([code])[0].name)
                raise forms.ValidationError(message)
        return codes


class LabelsField(_Converted, forms.CharField):
    """The tables' labels, one on each line."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        labels = [line.strip() for line in text.split("\n")] if text else []
        if "" in labels:
            message = gettext("Table {number} has no label.").format(number=labels.index("") + 1)
            raise forms.ValidationError(message)
        return labels


class StartField(_Converted, forms.CharField):
    """A day and a time on the club's clock."""

    def prepare_value(self, value: Any) -> Any:
        return f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
        except ValueError:
            raise forms.ValidationError(gettext("Write a day and a time, like 2026-12-31 19:30.")) from None


def on_the_clock(at: datetime | None, time_zone: str) -> datetime | None:
    """The time on a clock of that zone. Refused in the hour that a change of clocks leaves out or repeats."""
    if at is None:
        return None
    first, second = (at.replace(tzinfo=ZoneInfo(time_zone), fold=fold) for fold in (0, 1))
    if first.utcoffset() != second.utcoffset():
        raise forms.ValidationError(gettext("The clocks change in that hour: choose another time."))
    return first
