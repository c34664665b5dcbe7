"""How a tournament's rounds are seated, as form fields in plain words: format, who is kept apart, season, hall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.domain.tournament.formats import Format, Prescribed
from league.domain.tournament.settings import Settings

PREFIX = "seating__"
LONGEST_LABELS = 50_000
FORMATS = {
    "areas": _("Areas: tables are filled from the standings, the best together"),
    "swiss": _("Swiss: people near in the standings meet, and nobody the same one twice"),
    "rotation": _("Rotation: planned ahead, so that everybody meets as many others as can be"),
    "round_robin": _("Round robin: two at a table, everybody meets everybody"),
    "knockout": _("Knockout: the best of each table go on, the others are out"),
    "manual": _("By hand: you give the tables of each round"),
}
PLANNED = {"prescribed": _("As planned: the tables of the plan that was read in")}
FIRST = {"lot": _("by lot"), "rating": _("by rating")}
SYSTEMS = {"matching": _("our own matching"), "dutch": _("the FIDE Dutch system, where it is installed")}
APART = {"off": _("no matter"), "soft": _("rather apart"), "hard": _("never at one table")}
BALANCE = {"tournament": _("this tournament alone"), "season": _("its whole season")}
OF_FORMAT: Mapping[str, tuple[str, ...]] = {
    "areas": ("k", "first"),
    "swiss": ("first", "system", "repeat_weight"),
    "round_robin": ("double",),
    "knockout": ("advance", "third_place"),
}
"""What of the form each format takes."""
USUAL: Mapping[str, Any] = {"first": "lot", "system": "matching"}
"""What is not written down, since it is so anyway."""
FAULTS = {
    "format": "format",
    **{
        f"format.{name}": f"{PREFIX}{name}"
        for name in ("k", "first", "system", "repeat_weight", "double", "advance", "third_place")
    },
    "apart.household": f"{PREFIX}household",
    "apart.club": f"{PREFIX}club",
    "balance": f"{PREFIX}balance",
    "hall.labels": f"{PREFIX}labels",
}
"""The form's fields by those of the settings."""
SETTINGS = {
    "format": "format",
    **{name: "format" for path, name in FAULTS.items() if path.startswith("format.")},
    f"{PREFIX}household": "apart",
    f"{PREFIX}club": "apart",
    f"{PREFIX}balance": "balance",
    f"{PREFIX}labels": "hall",
    f"{PREFIX}rotate": "hall",
}
"""The settings by the form's fields."""


def fields() -> dict[str, forms.Field]:
    """The fields by their names; all but `format` begin with PREFIX."""
    first = FIRST.items()
    made: dict[str, forms.Field] = {
        "first": forms.ChoiceField(
            label=_("Swiss and areas: the first round"), required=False, choices=list(first), initial="lot"
        ),
        "k": forms.IntegerField(
            label=_("Areas: how many people an area has"),
            required=False,
            min_value=2,
            max_value=2000,
            help_text=_("Empty: an area is a table. 8 with tables of four: two tables an area, drawn within it."),
        ),
        "system": forms.ChoiceField(
            label=_("Swiss for two at a table: paired by"),
            required=False,
            choices=list(SYSTEMS.items()),
            initial="matching",
        ),
        "repeat_weight": forms.IntegerField(
            label=_("Swiss: how much a repeat weighs"),
            required=False,
            min_value=0,
            max_value=1_000_000,
            help_text=_("Empty: nobody meets again as long as there is a way. 0: the standings alone count."),
        ),
        "double": forms.BooleanField(label=_("Round robin: everybody meets everybody twice"), required=False),
        "advance": forms.IntegerField(
            label=_("Knockout: how many of a table go on"), required=False, min_value=1, max_value=11, initial=1
        ),
        "third_place": forms.BooleanField(label=_("Knockout: a match for the third place"), required=False),
        "household": forms.ChoiceField(
            label=_("People of one household"), required=False, choices=list(APART.items()), initial="soft"
        ),
        "club": forms.ChoiceField(
            label=_("People who come from one club"), required=False, choices=list(APART.items()), initial="off"
        ),
        "balance": forms.ChoiceField(
            label=_("Byes, seats, smaller tables and who meets whom are shared out over"),
            required=False,
            choices=list(BALANCE.items()),
            initial="tournament",
            help_text=_(
                "For areas, Swiss and rotation. The season: all its tournaments so far, after this one itself."
            ),
        ),
        "labels": forms.CharField(
            label=_("What stands on the tables, one a line"),
            required=False,
            max_length=LONGEST_LABELS,
            widget=forms.Textarea({"rows": 3}),
            help_text=_("From table 1 on, like Window or Bar. Empty: only numbers."),
        ),
        "rotate": forms.BooleanField(label=_("Nobody is long at one of these tables"), required=False),
    }
    choices: Any = list(FORMATS.items())
    format_ = forms.ChoiceField(
        label=_("How rounds are seated"),
        choices=choices,
        initial="areas",
        required=False,
        help_text=_("Two at a table: write 2 for all three sizes of tables. Its options stand further down."),
    )
    return {"format": format_, **{f"{PREFIX}{name}": field for name, field in made.items()}}


def chosen(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are chosen. Without a format where it stays as it is: a plan that was read in."""
    found: dict[str, Any] = {
        "apart": {
            name: cleaned.get(f"{PREFIX}{name}") or usual for name, usual in (("household", "soft"), ("club", "off"))
        },
        "balance": cleaned.get(f"{PREFIX}balance") or "tournament",
        "hall": {"labels": _lines(cleaned.get(f"{PREFIX}labels", "")), "rotate": bool(cleaned.get(f"{PREFIX}rotate"))},
    }
    type_ = cleaned.get("format") or "areas"
    if type_ not in PLANNED:
        options = {name: cleaned.get(f"{PREFIX}{name}") for name in OF_FORMAT.get(type_, ())}
        found["format"] = {"type": type_, **dict(_said(options))}
    return found


def _said(options: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in options.items() if value not in (None, "", USUAL.get(name)))


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def without_label(cleaned: Mapping[str, Any]) -> int | None:
    """The first table that has an empty line between labels."""
    lines = _lines(cleaned.get(f"{PREFIX}labels", ""))
    return next((number for number, line in enumerate(lines, 1) if not line), None)


def as_fields(settings: Settings) -> dict[str, Any]:
    """The settings as the form's fields show them."""
    format_, apart, hall = settings.format, settings.separation, settings.furniture
    options = {
        name: value
        for name in dict.fromkeys(name for names in OF_FORMAT.values() for name in names)
        if (value := getattr(format_, name, UNSET)) is not UNSET
    }
    balance = "season" if settings.balances_season else "tournament"
    shown = {**options, "household": apart.household, "club": apart.club, "balance": balance, "rotate": hall.rotate}
    return {
        "format": str(format_.__struct_config__.tag),
        f"{PREFIX}labels": "\n".join(hall.labels),
        **{f"{PREFIX}{name}": value for name, value in shown.items()},
    }


def told(format_: Format) -> str:
    """The format in one line."""
    type_ = str(format_.__struct_config__.tag)
    name = str({**FORMATS, **PLANNED}[type_])
    options = {
        f"{PREFIX}{name}": value
        for name, value in msgspec.to_builtins(format_).items()
        if name != "type" and value not in (None, False, USUAL.get(name))
    }
    if isinstance(format_, Prescribed):
        return name
    labels = {name: field.label for name, field in fields().items()}
    more = [f"{labels[name]}: {_in_words(value)}" for name, value in options.items() if name in labels]
    return "; ".join([name, *more])


def _in_words(value: Any) -> str:
    return gettext("yes") if value is True else str({**FIRST, **SYSTEMS}.get(value, value))
