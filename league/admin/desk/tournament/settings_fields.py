"""The settings of a tournament as form fields: SETTINGS says how forms ask for each field of the struct `Settings`.

Forms that open a tournament and that change it are made from it; a new setting needs one line here. What places pay
is in `points_form`, and the sizes of tables are in `settings_form`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.admin.desk.step import TEXT
from league.admin.desk.struct_fields import form_field, hint_at
from league.admin.desk.tournament.setting_kinds import (
    ChainField,
    FormatField,
    LabelsField,
    MinutesField,
    StartField,
)
from league.domain.tournament.formats import Format, Prescribed
from league.domain.tournament.settings import Settings, TieBreak

SEATING = "seating__"
"""Begins the names of fields about the seating."""
SIGN_UP = "sign_up__"
"""Begins the names of fields of the list for sign-ups."""
TIE_BREAKS = (
    "head_to_head", "wins", "last_round", "count_back", "rank_average", "best_game", "game_points", "share",
    "opponents", "progressive", "lot", "direct_encounter", "wins_played", "sonneborn_berger", "buchholz_cut1",
    "buchholz", "median",
)  # fmt: skip
FOR_TWO = ("direct_encounter", "wins_played", "sonneborn_berger", "buchholz_cut1", "buchholz", "median")
"""The tie-breaks that are offered only for two at a table."""
LONGEST_LABELS = 50_000


class Way(NamedTuple):
    """How rounds are seated, in words."""

    title: str | Promise
    meaning: str | Promise


FORMATS = {
    "areas": Way(_("Club night: the best together"), _("The leaders share a table, the next ones the next table.")),
    "round_robin": Way(_("Everybody meets everybody"), _("Two at a table, until all have met.")),
    "knockout": Way(_("Knockout"), _("Two at a table: the winner goes on, the other is out.")),
    "swiss": Way(_("Swiss"), _("Players with similar standings meet, and nobody meets twice.")),
    "rotation": Way(_("Rotation"), _("Planned ahead, so that everyone meets as many others as possible.")),
    "manual": Way(_("By hand"), _("You choose the tables of each round.")),
}
TILES = ("areas", "round_robin", "knockout")
"""The formats that a form shows first."""
PLANNED = {"prescribed": Way(_("As planned"), _("The tables of the imported plan."))}
SEPARATIONS = {"off": _("allowed at one table"), "soft": _("preferably apart"), "hard": _("never at one table")}
GROUPS = {
    "seating": _("How rounds are seated"),
    "tables": _("Tables"),
    "points": _("What a place pays"),
    "ties": _("Who is ahead with equal points"),
    "sign_up": _("Sign-ups"),
    "hall": _("In the hall"),
    "pages": _("Pages and reports"),
}
"""The parts into which forms fold all but the first fields."""


@dataclass(frozen=True)
class Setting:
    """How forms ask for a field of the settings.

    name: of the form field, if not that of the setting. section: begins the name of the field. group: the part of the
    form where it is, a key of GROUPS; "" for the first fields. formats: the only ones in which it means anything; ()
    for all. for_two: whether it means something only for two at a table. kind: the form field's class; None: made from
    the setting's type. options: of the form field.
    """

    label: str | Promise
    help_text: str | Promise = ""
    name: str = ""
    section: str = ""
    group: str = ""
    formats: tuple[str, ...] = ()
    for_two: bool = False
    kind: type[forms.Field] | None = None
    initial: Any = None
    options: Mapping[str, Any] = default(default_factory=dict)


def _choices(names: Mapping[str, str | Promise]) -> dict[str, Any]:
    return {"choices": list(names.items())}


def _seating(label: Promise, help_text: str | Promise = "", **more: Any) -> Setting:
    return Setting(label, help_text, section=SEATING, **{"group": "seating", **more})


SETTINGS: Mapping[str, Setting] = {
    "format": Setting(
        GROUPS["seating"],
        kind=FormatField,
        initial="areas",
        options=_choices({tag: way.title for tag, way in FORMATS.items()}),
    ),
    "name": Setting(_("Name"), name="called", options={"required": True, "widget": forms.TextInput(attrs=TEXT)}),
    "starts_at": Setting(
        _("When"),
        _("League tables use it for their months and weeks."),
        kind=StartField,
        options={"max_length": 20, "widget": forms.DateTimeInput({"type": "datetime-local"})},
    ),
    "clock_seconds": Setting(_("Minutes per round"), _("Empty: no clock."), name="clock_minutes", kind=MinutesField),
    "rounds": Setting(_("Rounds"), _("Empty: as many as you like.")),
    "format.first": _seating(
        _("The first round is seated"),
        formats=("areas", "swiss"),
        initial="lot",
        options=_choices({"lot": _("by lot"), "rating": _("by rating")}),
    ),
    "format.k": _seating(
        _("People per area"),
        _("Empty: the best share a table. 8 with tables of four: the best eight at two tables, divided by lot."),
        formats=("areas",),
    ),
    "format.system": _seating(
        _("Paired by, with two at a table"),
        formats=("swiss",),
        initial="matching",
        options=_choices(
            {"matching": _("our own matching"), "dutch": _("the FIDE Dutch system, where it is installed")}
        ),
    ),
    "format.repeat_weight": _seating(
        _("Weight of a repeated meeting"),
        _("Empty: nobody meets twice while that is possible. 0: only the standings count."),
        formats=("swiss",),
    ),
    "format.double": _seating(_("Everybody meets everybody twice"), formats=("round_robin",)),
    "format.withdrawn": _seating(
        _("The results of people who leave before half of their games"),
        formats=("round_robin",),
        initial="keep",
        options=_choices({"keep": _("count"), "strike": _("are struck: they count for nobody")}),
    ),
    "format.advance": _seating(_("Players of each table who go on"), formats=("knockout",), initial=1),
    "format.third_place": _seating(
        _("A match for the third place"),
        _("Without it those who lose the semi-finals share the third place, unless tie-breaks decide."),
        formats=("knockout",),
    ),
    "format.level": _seating(
        _("Who goes on from a drawn match"),
        _("Asked at the match: a play-off, a lot, or the director."),
        formats=("knockout",),
        initial="director",
        options=_choices({"director": _("is asked"), "seed": _("the better seed")}),
    ),
    "games_per_round": Setting(
        _("Games per round"),
        _("At each table, as three where the best of three goes on; the points of these games are added up."),
        group="seating",
        initial=1,
    ),
    "apart.household": _seating(_("People of one household"), initial="soft", options=_choices(SEPARATIONS)),
    "apart.club": _seating(_("People who come from one club"), initial="off", options=_choices(SEPARATIONS)),
    "balance": _seating(
        _("Byes, seats, smaller tables and meetings are balanced over"),
        _("The season: all its earlier tournaments and this one."),
        formats=("areas", "swiss", "rotation"),
        initial="tournament",
        options=_choices({"tournament": _("this tournament only"), "season": _("its whole season")}),
    ),
    "tie_breaks": Setting(
        _("In this order"),
        _("Without any, places are shared."),
        group="ties",
        kind=ChainField,
        initial=["wins", "last_round"],
        options={"codes": TIE_BREAKS, "for_two": FOR_TWO},
    ),
    "fide_tie_breaks": Setting(
        _("FIDE's tie-breaks (Buchholz, Sonneborn-Berger)"),
        _("Without a choice, the day of the tournament decides."),
        section=SEATING,
        group="ties",
        for_two=True,
        options=_choices({"": _("those in force on the day"), "2024": _("August 2024"), "2026": _("March 2026")}),
    ),
    "sign_up.open": Setting(
        _("People sign up on a page"),
        _("It is open to everybody who may open the tournament’s page, until the first round is published."),
        section=SIGN_UP,
        group="sign_up",
    ),
    "sign_up.limit": Setting(
        _("Places"), _("Empty: as many as come. Others go on the standby list."), section=SIGN_UP, group="sign_up"
    ),
    "sign_up.closes_at": Setting(
        _("The list closes at"),
        _("Empty: with the first round."),
        section=SIGN_UP,
        group="sign_up",
        kind=StartField,
        options={"max_length": 20, "widget": forms.DateTimeInput({"type": "datetime-local"})},
    ),
    "hall.labels": _seating(
        _("Labels of the tables, one on each line"),
        _("From table 1 on, like Window or Bar. Empty: only numbers."),
        group="hall",
        kind=LabelsField,
        options={"max_length": LONGEST_LABELS, "widget": forms.Textarea({"rows": 3})},
    ),
    "hall.rotate": _seating(_("Nobody sits at one of these tables for long"), group="hall"),
    "visibility": Setting(
        _("Who may open its page"),
        _("With the link: no list shows it, and its code is long. When this changes, the code may change as well."),
        group="pages",
        initial="public",
        options=_choices(
            {
                "public": _("everybody"),
                "link": _("people who have the link"),
                "members": _("members of the club, and players with their links"),
            }
        ),
    ),
    "standings_shown": Setting(
        _("Results are shown"),
        _("On pages, screens and everywhere else. The staff always see them, and a table sees its own."),
        group="pages",
        initial="live",
        options=_choices(
            {
                "live": _("at once"),
                "rounds": _("after each round"),
                "hide_last": _("at once; those of the last round at the end of the tournament"),
            }
        ),
    ),
    "personal_links": Setting(
        _("Results only by personal links"),
        _("The link on a table’s slip then only shows the table. For prize money and the like."),
        group="pages",
    ),
}
"""By path in `Settings`, in the order of the form."""
NAMES = {path: known.name or known.section + path.rpartition(".")[2] for path, known in SETTINGS.items()}
"""The form's fields by path."""
ERROR_FIELDS = {**{path.partition(".")[0]: name for path, name in reversed(NAMES.items())}, **NAMES}
"""The form's fields by path of a refused setting; for a whole setting its first field."""


def field(path: str) -> forms.Field:
    """The form field for a setting."""
    known = SETTINGS[path]
    options = {"label": known.label, "help_text": known.help_text, "initial": known.initial, "required": False}
    options |= known.options
    made = known.kind(**options) if known.kind else form_field(hint_at(Settings, path), **options)
    assert made is not None, path
    return made


@cache
def options_of_formats() -> dict[str, tuple[str, ...]]:
    """The names of each format's options, by its tag."""
    formats = get_args(get_type_hints(Settings)["format"])
    return {known.__struct_config__.tag: known.__struct_fields__ for known in formats if known is not Prescribed}


def initial(settings: Settings, time_zone: str) -> dict[str, Any]:
    """The settings, by the form's fields."""
    values = {NAMES[path]: value for path in SETTINGS if (value := value_at(settings, path)) is not UNSET}
    zone = ZoneInfo(time_zone)
    return {name: value.astimezone(zone) if isinstance(value, datetime) else value for name, value in values.items()}


def format_values(settings: Settings) -> dict[str, Any]:
    """The tag of the format and its options, by the form's fields."""
    values = {name: value_at(settings, path) for path, name in NAMES.items() if path.startswith("format.")}
    tag = settings.format.__struct_config__.tag
    return {"format": tag, **{name: value for name, value in values.items() if value not in (UNSET, None)}}


def value_at(settings: Settings, path: str) -> Any:
    """The setting at a path; UNSET where there is none."""
    value: Any = settings
    for name in path.split("."):
        value = getattr(value, name, UNSET)
    return value


def format_in_words(format_: Format) -> str:
    """A format and its options in one line."""
    tag = str(format_.__struct_config__.tag)
    name = str({**FORMATS, **PLANNED}[tag].title)
    if isinstance(format_, Prescribed):
        return name
    usual, options = msgspec.to_builtins(type(format_)()), msgspec.to_builtins(format_)
    return "; ".join(
        [name, *(_option(key, value) for key, value in options.items() if value and value != usual.get(key))]
    )


def _option(name: str, value: Any) -> str:
    known = SETTINGS[f"format.{name}"]
    text = gettext("yes") if value is True else dict(known.options.get("choices", ())).get(value, value)
    return f"{known.label}: {text}"


def tie_breaks_with_options(settings: Settings, names: list[str]) -> list[Any]:
    """Tie-breaks by name, those that the settings have with their options."""
    known: dict[str, TieBreak] = dict(zip(settings.chain, settings.tie_breaks, strict=True))
    return [msgspec.to_builtins(known.get(name, name)) for name in names]
