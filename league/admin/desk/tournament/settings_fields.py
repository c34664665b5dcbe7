"""The settings of a tournament as form fields: SETTINGS says how forms ask for each field of the struct `Settings`.

Forms that open a tournament and that change it are made from it; a new setting needs one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from datetime import datetime
from functools import cache
from typing import Any, get_args, get_type_hints
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.admin.desk.number_fields import PointListField, WholeField, shown
from league.admin.desk.step import TEXT
from league.admin.desk.struct_fields import form_field, hint_at, is_nullable
from league.domain.tournament.formats import Format, Prescribed
from league.domain.tournament.settings import Settings, TieBreak, name_of
from league.domain.values.fields import LONGEST_CLOCK_SECONDS
from league.queries.wording import criteria

SEATING = "seating__"
"""Begins the names of fields that are folded away as options of the seating."""
TIE_BREAKS = (
    "head_to_head", "direct_encounter", "wins", "wins_played", "buchholz_cut1", "buchholz", "median",
    "sonneborn_berger", "progressive", "opponents", "game_points", "share", "rank_average", "best_game", "last_round",
    "count_back", "lot",
)  # fmt: skip
"""In the order in which they decide where they are ticked; another order is set through the API."""
OUTCOMES = ("win", "draw", "loss")
SIZES = ("smallest", "preferred", "largest")
LONGEST_LABELS = 50_000
FORMATS = {
    "areas": _("Areas: tables are filled from the standings, the best players together"),
    "swiss": _("Swiss: players with similar standings meet, and nobody meets twice"),
    "rotation": _("Rotation: planned ahead, so that everyone meets as many others as possible"),
    "round_robin": _("Round robin: two at a table, everyone meets everyone"),
    "knockout": _("Knockout: the best at each table go on, the others are out"),
    "manual": _("By hand: you choose the tables of each round"),
}
PLANNED = {"prescribed": _("As planned: the tables of the imported plan")}
SEPARATIONS = {"off": _("allowed at one table"), "soft": _("preferably apart"), "hard": _("never at one table")}


class _Converted(forms.Field):
    """A field whose value differs from the text in the form: it has changed if the cleaned values differ."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.clean(data) != self.clean(self.prepare_value(initial)))
        except forms.ValidationError:
            return True


class FormatField(_Converted, forms.ChoiceField):
    """A format, as its tag."""

    def prepare_value(self, value: Format | str | None) -> Any:
        return value.__struct_config__.tag if isinstance(value, msgspec.Struct) else value


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


class TieBreaksField(_Converted, forms.MultipleChoiceField):
    """Names of tie-breaks."""

    def prepare_value(self, value: Any) -> Any:
        return [name_of(tie_break) for tie_break in value or ()]


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


@dataclass(frozen=True)
class Setting:
    """How forms ask for a field of the settings.

    name: of the form field, if not that of the setting. section: begins the name of a field that is folded away.
    kind: the form field's class; None: made from the setting's type. options: of the form field.
    """

    label: str | Promise
    help_text: str | Promise = ""
    name: str = ""
    section: str = ""
    kind: type[forms.Field] | None = None
    initial: Any = None
    options: Mapping[str, Any] = default(default_factory=dict)


def _choices(names: Mapping[str, str | Promise]) -> dict[str, Any]:
    return {"choices": list(names.items())}


SETTINGS: Mapping[str, Setting] = {
    "name": Setting(_("Name"), name="called", options={"required": True, "widget": forms.TextInput(attrs=TEXT)}),
    "format": Setting(
        _("How rounds are seated"),
        _("For two at a table, write 2 as the smallest, usual and largest table. More options are further down."),
        kind=FormatField,
        initial="areas",
        options=_choices(FORMATS),
    ),
    "rounds": Setting(_("Rounds"), _("At most. Empty: no limit.")),
    "games_per_round": Setting(
        _("Games per round"), _("At each table; the points of these games are added up."), initial=1
    ),
    "clock_seconds": Setting(_("Minutes per round"), _("Empty: no clock."), name="clock_minutes", kind=MinutesField),
    "personal_links": Setting(
        _("Results only by personal links"),
        _("The link on a table’s slip then only shows the table. For prize money and the like."),
    ),
    "visibility": Setting(
        _("Who may open its page"),
        _("With the link: no list shows it, and its code is long. When this changes, the code may change as well."),
        initial="public",
        options=_choices(
            {
                "public": _("everybody"),
                "link": _("who has the link"),
                "members": _("members of the club, and players with their links"),
            }
        ),
    ),
    "standings_shown": Setting(
        _("Results are shown"),
        _("On pages, screens and everywhere else. The staff always see them, and a table sees its own."),
        initial="live",
        options=_choices(
            {
                "live": _("at once"),
                "rounds": _("after each round"),
                "hide_last": _("at once; those of the last round at the end of the tournament"),
            }
        ),
    ),
    "table_size.min": Setting(
        _("Smallest table"), _("Seats. Write all three sizes or none. None: as the game allows."), name="smallest"
    ),
    "table_size.prefer": Setting(_("Usual table size"), name="preferred"),
    "table_size.max": Setting(_("Largest table"), name="largest"),
    "points.by_place": Setting(
        _("Points by place"),
        _("From the first place on, like 4 2 1 0. Empty: a table of four pays 4 3 2 1."),
        name="by_place",
        kind=PointsField,
    ),
    "points.outcomes": Setting(
        _("Win, draw, loss"),
        _("Three numbers, like 3 1 0 or 1 1/2 0, instead of points by place."),
        name="outcomes",
        kind=PointsField,
        options={"count": len(OUTCOMES)},
    ),
    "tie_breaks": Setting(
        _("Who is ahead with equal points"),
        _("In this order. Without any, places are shared."),
        kind=TieBreaksField,
        initial=["wins", "last_round"],
        options={
            "choices": [(code, one.name) for code, one in zip(TIE_BREAKS, criteria(TIE_BREAKS), strict=True)],
            "widget": forms.CheckboxSelectMultiple,
        },
    ),
    "starts_at": Setting(
        _("Begins at"),
        _("League tables use it for their months and weeks."),
        kind=StartField,
        options={"max_length": 20, "widget": forms.DateTimeInput({"type": "datetime-local"})},
    ),
    "format.first": Setting(
        _("Swiss and areas: the first round"),
        section=SEATING,
        initial="lot",
        options=_choices({"lot": _("by lot"), "rating": _("by rating")}),
    ),
    "format.k": Setting(
        _("Areas: people per area"),
        _("Empty: an area is a table. 8 with tables of four: two tables per area, drawn within it."),
        section=SEATING,
    ),
    "format.system": Setting(
        _("Swiss for two at a table: paired by"),
        section=SEATING,
        initial="matching",
        options=_choices(
            {"matching": _("our own matching"), "dutch": _("the FIDE Dutch system, where it is installed")}
        ),
    ),
    "format.repeat_weight": Setting(
        _("Swiss: weight of a repeated meeting"),
        _("Empty: nobody meets twice while that is possible. 0: only the standings count."),
        section=SEATING,
    ),
    "format.double": Setting(_("Round robin: everyone meets everyone twice"), section=SEATING),
    "format.withdrawn": Setting(
        _("Round robin: the results of people who leave before half of their games"),
        section=SEATING,
        initial="keep",
        options=_choices({"keep": _("count"), "strike": _("are struck: they count for nobody")}),
    ),
    "format.advance": Setting(_("Knockout: players of each table who go on"), section=SEATING, initial=1),
    "format.third_place": Setting(
        _("Knockout: a match for the third place"),
        _("Without it those who lose the semi-finals share the third place, unless tie-breaks decide."),
        section=SEATING,
    ),
    "format.level": Setting(
        _("Knockout: who goes on from a drawn match"),
        _("Asked at the match: a play-off, a lot, or the director."),
        section=SEATING,
        initial="director",
        options=_choices({"director": _("is asked"), "seed": _("the better seed")}),
    ),
    "apart.household": Setting(
        _("People of one household"), section=SEATING, initial="soft", options=_choices(SEPARATIONS)
    ),
    "apart.club": Setting(
        _("People who come from one club"), section=SEATING, initial="off", options=_choices(SEPARATIONS)
    ),
    "balance": Setting(
        _("Byes, seats, smaller tables and meetings are balanced over"),
        _("For areas, Swiss and rotation. The season: all its earlier tournaments and this one."),
        section=SEATING,
        initial="tournament",
        options=_choices({"tournament": _("this tournament only"), "season": _("its whole season")}),
    ),
    "fide_tie_breaks": Setting(
        _("FIDE's tie-breaks (Buchholz, Sonneborn-Berger)"),
        _("Without a choice, the day of the tournament decides."),
        section=SEATING,
        options=_choices({"": _("those in force on the day"), "2024": _("August 2024"), "2026": _("March 2026")}),
    ),
    "hall.labels": Setting(
        _("Labels of the tables, one on each line"),
        _("From table 1 on, like Window or Bar. Empty: only numbers."),
        section=SEATING,
        kind=LabelsField,
        options={"max_length": LONGEST_LABELS, "widget": forms.Textarea({"rows": 3})},
    ),
    "hall.rotate": Setting(_("Nobody sits at one of these tables for long"), section=SEATING),
}
"""By path in `Settings`, in the order of the form. `points.outcomes` is a win, a draw and a loss together."""
NAMES = {path: known.name or known.section + path.rpartition(".")[2] for path, known in SETTINGS.items()}
"""The form's fields by path."""
ERROR_FIELDS = {
    **{path.partition(".")[0]: name for path, name in reversed(NAMES.items())},
    **NAMES,
    "points.win": "outcomes",
    "points.bye": "outcomes",
}
"""The form's fields by path of a refused setting; for a whole setting its first field."""


def field(path: str) -> forms.Field:
    """The form field for a setting."""
    known = SETTINGS[path]
    options = {"label": known.label, "help_text": known.help_text, "initial": known.initial, "required": False}
    options |= known.options
    made = known.kind(**options) if known.kind else form_field(hint_at(Settings, path), **options)
    assert made is not None, path
    return made


class SettingsForm(forms.Form):
    """A form for the settings of a tournament of any game."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields |= {name: field(path) for path, name in NAMES.items() if self.asks_for(path)}

    def asks_for(self, path: str) -> bool:
        return True

    def time_zone(self) -> str:
        """The club's."""
        raise NotImplementedError

    def clean_starts_at(self) -> datetime | None:
        """The time on the club's clock. Refused in the hour that a change of clocks leaves out or repeats."""
        at: datetime | None = self.cleaned_data["starts_at"]
        if at is None:
            return None
        first, second = (at.replace(tzinfo=ZoneInfo(self.time_zone()), fold=fold) for fold in (0, 1))
        if first.utcoffset() != second.utcoffset():
            raise forms.ValidationError(gettext("The clocks change in that hour: choose another time."))
        return first

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("outcomes") and cleaned.get("by_place"):
            self.add_error("outcomes", gettext("Write points by place, or points for win, draw and loss, not both."))
        sizes = [cleaned.get(name) for name in SIZES]
        if any(sizes) and not all(sizes) and not self.errors:
            self.add_error("smallest", gettext("Write all three sizes, or none."))
        return cleaned

    def group(self, title: str, prefix: str) -> tuple[str, list[BoundField], bool]:
        """Fields to fold away, whose names begin with `prefix`: title, fields, whether one of them has an error."""
        fields = [field for field in self.visible_fields() if field.name.startswith(prefix)]
        return title, fields, any(field.errors for field in fields)

    def settings(self) -> dict[str, Any]:
        """The settings, as `Create` and `Change` read them; an empty one that can't be null is left out."""
        chosen: dict[str, Any] = {}
        for path, name in NAMES.items():
            value = self.cleaned_data.get(name)
            setting, _dot, part = path.partition(".")
            is_left_out = name not in self.fields or (value in (None, "") and not is_nullable(hint_at(Settings, path)))
            if is_left_out or setting == "format":
                continue
            value = value.isoformat() if isinstance(value, datetime) else value
            if part:
                chosen.setdefault(setting, {})[part] = value
            else:
                chosen[setting] = value
        if outcomes := chosen["points"].pop("outcomes", None):
            chosen["points"] = dict(zip(OUTCOMES, outcomes, strict=True))
        return chosen | self._format()

    def _format(self) -> dict[str, Any]:
        """The chosen format with its options; nothing if it stays: an imported plan, or a format that can't change."""
        tag = self.cleaned_data.get("format") or "areas"
        if "format" not in self.fields or tag in PLANNED:
            return {}
        options = {name: self.cleaned_data[f"{SEATING}{name}"] for name in _options_of_formats()[tag]}
        usual = {name: SETTINGS[f"format.{name}"].initial for name in options}
        return {
            "format": {"type": tag, **{n: value for n, value in options.items() if value not in (None, "", usual[n])}}
        }


@cache
def _options_of_formats() -> dict[str, tuple[str, ...]]:
    """The names of each format's options, by its tag."""
    formats = get_args(get_type_hints(Settings)["format"])
    return {known.__struct_config__.tag: known.__struct_fields__ for known in formats if known is not Prescribed}


def initial(settings: Settings, time_zone: str) -> dict[str, Any]:
    """The settings, by the form's fields."""
    values = {NAMES[path]: value for path in SETTINGS if (value := _value(settings, path)) is not UNSET}
    if settings.starts_at:
        values["starts_at"] = settings.starts_at.astimezone(ZoneInfo(time_zone))
    return values


def _value(settings: Settings, path: str) -> Any:
    value: Any = settings
    for name in path.split("."):
        value = getattr(value, name, UNSET)
    return value


def format_in_words(format_: Format) -> str:
    """A format and its options in one line."""
    tag = str(format_.__struct_config__.tag)
    name = str({**FORMATS, **PLANNED}[tag])
    if isinstance(format_, Prescribed):
        return name
    options = msgspec.to_builtins(format_).items()
    return "; ".join(
        [name, *(_option(key, value) for key, value in options if key != "type" and value not in (None, False))]
    )


def _option(name: str, value: Any) -> str:
    known = SETTINGS[f"format.{name}"]
    text = gettext("yes") if value is True else dict(known.options.get("choices", ())).get(value, value)
    return f"{known.label}: {text}"


def tie_breaks_with_options(settings: Settings, names: list[str]) -> list[Any]:
    """Tie-breaks by name, those that the settings have with their options."""
    known: dict[str, TieBreak] = dict(zip(settings.chain, settings.tie_breaks, strict=True))
    return [msgspec.to_builtins(known.get(name, name)) for name in names]
