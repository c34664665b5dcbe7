"""The form for the settings of a tournament of any game: what opens one and what changes one have the same fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django import forms
from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.kernel import Json
from games.registry import all_games
from league.admin.desk.number_fields import WholeField
from league.admin.desk.struct_fields import hint_at, is_nullable
from league.admin.desk.tournament import game_options, points_form, settings_fields
from league.admin.desk.tournament.points_form import BY_OUTCOME, BY_PLACE, PointsForm
from league.admin.desk.tournament.setting_kinds import on_the_clock
from league.admin.desk.tournament.settings_fields import (
    ERROR_FIELDS,
    FORMATS,
    GROUPS,
    NAMES,
    PLANNED,
    SEATING,
    SETTINGS,
    TILES,
    Way,
)
from league.domain.tournament.formats import Knockout, RoundRobin, Swiss
from league.domain.tournament.settings import PointScheme, Settings, TableSize
from league.domain.values.fields import LARGEST_TABLE, SMALLEST_TABLE
from league.queries.wording import game_name
from league.seating.table_sizes import one_larger

USUAL, TWO, OWN = "usual", "two", "own"
SEATS = {
    USUAL: _("3 or 4 at a table, 4 if possible; two for knockout and everybody meets everybody"),
    TWO: _("two at a table"),
    OWN: _("other sizes"),
}
SIZES = {"smallest": "min", "preferred": "prefer", "largest": "max"}
"""The part of the table size that each field sets."""
USUAL_SIZE = TableSize(3, 4, 4)
"""Where an organiser chooses nothing. Programs that leave out the size get what the game allows."""
PAIRS = TableSize(2, 2, 2)
FOR_PAIRS = ("round_robin", "knockout")
"""The formats that usually have two at a table."""
DECIDED = {
    USUAL: _("as usual: wins, then the last round; where everybody meets everybody, the direct encounter first"),
    OWN: _("in an order of your own"),
}
USUAL_CHAIN = ("wins", "last_round")
USUAL_CHAINS = {"round_robin": ("direct_encounter", "wins", "sonneborn_berger")}
"""By format, where nobody chooses tie-breaks; other formats have USUAL_CHAIN."""
USUAL_OUTCOMES = [1, "0.5", 0]
FIRST = ("club", "name", "called", "game", "starts_at", "clock_minutes", "rounds", "season")
"""The fields that are always in view."""
MOST_EXPECTED = 2000
OTHERS: Mapping[str, Mapping[str, str]] = {
    "tables": {"seats": "", **dict.fromkeys(("smallest", "preferred", "largest"), "is-own")},
    "points": {
        "kind": "",
        "by_place": "is-pay is-by_place is-raw",
        "per_size": "is-pay is-by_place is-raw",
        "outcomes": "is-pay is-outcomes",
        "minus": "is-pay is-raw",
        "per": "is-pay is-raw",
        "ties": "is-pay is-by_place is-raw",
        "low_wins": "",
        "bye": "",
        "bye_points": "is-of-bye",
        "missed": "",
        "best_of": "",
        "best": "is-of-best",
    },
    "ties": {"decided": ""},
}
"""The fields of a part that are no settings by themselves, and the classes that say for which choices each is shown."""


def usual_size(game: Game[Any] | None, *, for_pairs: bool) -> TableSize:
    """The seats at a table where nobody chooses: 3 or 4, or two; as far as the game allows. game: None if unknown."""
    fewest, most = (game.min_players, game.max_players) if game else (SMALLEST_TABLE, LARGEST_TABLE)
    usual = PAIRS if for_pairs and fewest <= SMALLEST_TABLE else USUAL_SIZE
    smallest = min(max(usual.min, fewest), most)
    largest = max(min(usual.max, most), fewest)
    return TableSize(smallest, largest, min(max(usual.prefer, smallest), largest))


def usual_points(size: TableSize) -> Json:
    """What places pay where nobody chooses: a win is worth the same at a table of every size."""
    if size.max == SMALLEST_TABLE:
        return {"kind": BY_OUTCOME, "outcomes": USUAL_OUTCOMES}
    return {"kind": BY_PLACE, "by_place": list(range(size.max, 0, -1)), "per_size": {}}


def usual_chain(tag: str) -> tuple[str, ...]:
    """The tie-breaks where nobody chooses. tag: of the format."""
    return USUAL_CHAINS.get(tag, USUAL_CHAIN)


def initial(settings: Settings, time_zone: str, *, is_fixed: bool = False) -> Json:
    """The settings, by the form's fields. is_fixed: what is as usual stays as it is, whatever else changes."""
    size, paid = settings.table_size, points_form.points_as_fields(settings.points)
    usual = None if is_fixed else usual_size(all_games().get(settings.game), for_pairs=_is_for_pairs(settings))
    is_usual = not is_fixed and settings.tie_breaks == usual_chain(str(settings.format.__struct_config__.tag))
    if not is_fixed and all(_plain(paid[name]) == value for name, value in usual_points(size).items()):
        paid["kind"] = ""
    return {
        **settings_fields.initial(settings, time_zone),
        **{f"{settings.game}__{option}": value for option, value in settings.game_options.items()},
        **paid,
        "game": settings.game,
        "seats": USUAL if size == usual else TWO if size == PAIRS else OWN,
        "decided": USUAL if is_usual else OWN,
        **{name: getattr(size, part) for name, part in SIZES.items()},
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _is_for_pairs(settings: Settings) -> bool:
    format = settings.format
    is_paired = isinstance(format, Swiss) and (format.is_dutch or settings.points.outcomes is not None)
    return is_paired or isinstance(format, RoundRobin | Knockout)


def _seats(label: Any, usual: int) -> WholeField:
    return WholeField(label=label, required=False, min_value=SMALLEST_TABLE, max_value=LARGEST_TABLE, initial=usual)


class Tile(NamedTuple):
    """A format to choose. choice: its radio button."""

    choice: BoundWidget
    way: Way


class Shown(NamedTuple):
    """A field, and the classes that say for which choices it is shown."""

    field: BoundField
    classes: str = ""


class Part(NamedTuple):
    """A part of the form that is folded away. tiles: further formats. game: the slug of the game of its options."""

    title: str | Promise
    fields: list[Shown]
    tiles: Sequence[Tile] = ()
    game: str = ""


class SettingsForm(PointsForm):
    """A form for the settings of a tournament. The options of every game are in it; those of the chosen game count.

    error_fields: form field by the path of a refused setting.
    """

    error_fields: Mapping[str, str] = {
        **ERROR_FIELDS,
        **points_form.FAULTS,
        "table_size": "seats",
        **{f"table_size.{part}": name for name, part in SIZES.items()},
    }

    game = forms.ChoiceField(
        label=_("Game"), help_text=_("Not in the list? Choose Score sheet, which is for any game.")
    )
    expected = WholeField(label=_("People expected"), required=False, min_value=1, max_value=MOST_EXPECTED)
    one_table = forms.BooleanField(required=False)
    seats = forms.ChoiceField(
        label=_("How many sit at a table"),
        required=False,
        choices=list(SEATS.items()),
        widget=forms.RadioSelect,
        initial=USUAL,
    )
    decided = forms.ChoiceField(
        label=_("Who is ahead with equal points is decided"),
        required=False,
        choices=list(DECIDED.items()),
        widget=forms.RadioSelect,
        initial=USUAL,
    )
    smallest = _seats(_("Smallest table"), USUAL_SIZE.min)
    preferred = _seats(_("Usual table size"), USUAL_SIZE.prefer)
    largest = _seats(_("Largest table"), USUAL_SIZE.max)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        own = {name: settings_fields.field(path) for path, name in NAMES.items() if self.asks_for(path)}
        games = {} if "game" in self.fixed else dict(game_options.all_fields())
        self.fields = {**own, **self.fields, **games}
        game: Any = self.fields["game"]
        game.disabled = "game" in self.fixed
        fixed = str(self.fixed.get("game", ""))
        known = {slug: known.title for slug, known in all_games().items()}
        game.choices = list(({fixed: game_name(fixed)} if fixed else known).items())
        kind: Any = self.fields["kind"]
        kind.initial = ""
        kind.choices = [("", _("by place, as 4 3 2 1; with two at a table 1 for a win, 0.5 for a draw")), *kind.choices]
        for name in ("kind", "ties"):
            self.fields[name].required = False
        self.fields["low_wins"].help_text = ""

    @property
    def fixed(self) -> Mapping[str, Any]:
        """The game and the format with its options, by their fields, if they can't change any more."""
        return {}

    def asks_for(self, path: str) -> bool:
        """Whether the form has a field for a setting."""
        return True

    def time_zone(self) -> str:
        """The club's."""
        raise NotImplementedError

    def base(self) -> PointScheme:
        """The point scheme whose parts stay as they are unless the form sets them."""
        return PointScheme()

    def clean_starts_at(self) -> datetime | None:
        return on_the_clock(self.cleaned_data["starts_at"], self.time_zone())

    def clean_sign_up__closes_at(self) -> datetime | None:
        return on_the_clock(self.cleaned_data["sign_up__closes_at"], self.time_zone())

    def clean(self) -> dict[str, Any]:
        cleaned, sizes = self.cleaned_data, [self.cleaned_data.get(name) for name in SIZES]
        cleaned["seats"] = cleaned.get("seats") or (OWN if any(sizes) else USUAL)
        cleaned["decided"] = cleaned.get("decided") or OWN
        if "kind" not in self.data:
            cleaned["kind"] = self._written_kind()
        for name in [name for name in self.errors if self._is_unused(name)]:
            del self.errors[name]
        if cleaned["seats"] == OWN and not all(sizes) and not any(name in self.errors for name in SIZES):
            self.add_error("smallest", gettext("Write all three sizes, or choose how many usually sit at a table."))
        return super().clean()

    def _written_kind(self) -> str:
        """How points are paid where only the points are sent."""
        written = [kind for kind in (BY_PLACE, BY_OUTCOME) if self.cleaned_data.get(kind)]
        if len(written) > 1:
            message = gettext("Write points by place, or points for win, draw and loss, not both.")
            self.add_error("outcomes", message)
        return written[0] if written else ""

    def _is_unused(self, name: str) -> bool:
        """Whether a field means nothing with what else is chosen, so that nothing in it is wrong."""
        cleaned = self.cleaned_data
        game, _mark, option = name.partition("__")
        if game in all_games():
            return bool(game != cleaned.get("game"))
        if name in SIZES:
            return bool(cleaned["seats"] != OWN)
        if name == "tie_breaks":
            return self.has_usual_chain()
        if f"{game}__" == SEATING and (known := SETTINGS.get(f"format.{option}")):
            return self.tag() not in known.formats
        paid_by = OTHERS["points"].get(name, "").split()
        return "is-pay" in paid_by and "kind" in self.data and f"is-{cleaned.get('kind')}" not in paid_by

    def settings(self) -> Json:
        """The settings, as `Create` and `Change` read them; an empty one that can't be null is left out."""
        chosen: Json = {}
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
        if self.has_usual_chain():
            chosen["tie_breaks"] = list(usual_chain(self.tag()))
        size = self.table_size()
        return {**chosen, **self._format(), "table_size": msgspec.to_builtins(size), "points": self._points(size)}

    def has_usual_chain(self) -> bool:
        """Whether the tie-breaks are those of the format."""
        return "tie_breaks" in self.fields and bool(self.cleaned_data["decided"] == USUAL)

    def known_game(self) -> Game[Any] | None:
        """The chosen game; None if it is not installed."""
        return all_games().get(self.cleaned_data["game"])

    def table_size(self) -> TableSize:
        """The chosen seats at a table."""
        cleaned = self.cleaned_data
        if cleaned["seats"] == OWN:
            return TableSize(**{part: cleaned[name] for name, part in SIZES.items()})
        if cleaned["seats"] == TWO:
            return PAIRS
        usual = self.usual_size()
        return (self.one_larger(usual) if cleaned["one_table"] else None) or usual

    def usual_size(self) -> TableSize:
        """The seats where nobody chooses them."""
        tag, cleaned = self.tag(), self.cleaned_data
        is_paired_swiss = cleaned.get(f"{SEATING}system") == "dutch" or cleaned["kind"] == BY_OUTCOME
        for_pairs = tag in FOR_PAIRS or (tag == "swiss" and is_paired_swiss)
        return usual_size(self.known_game(), for_pairs=for_pairs)

    def one_larger(self, size: TableSize) -> TableSize | None:
        """The sizes that seat all who are expected at one table, where one of them would sit out."""
        is_usual, game = self.cleaned_data["seats"] == USUAL, self.known_game()
        return one_larger(size, self.cleaned_data.get("expected") or 0, game) if is_usual and game else None

    def _points(self, size: TableSize) -> Json:
        cleaned = self.sent()
        return points_form.chosen_scheme(self.base(), cleaned if cleaned["kind"] else {**cleaned, **usual_points(size)})

    def tag(self) -> str:
        """The tag of the chosen format."""
        return self.cleaned_data.get("format") or str(self.fixed.get("format", "areas"))

    def _format(self) -> Json:
        """The chosen format with its options; nothing if it stays: an imported plan, or a format that can't change."""
        tag = self.tag()
        if "format" not in self.fields or tag in PLANNED:
            return {}
        options = {name: self.cleaned_data[f"{SEATING}{name}"] for name in settings_fields.options_of_formats()[tag]}
        usual = {name: SETTINGS[f"format.{name}"].initial for name in options}
        return {
            "format": {"type": tag, **{n: value for n, value in options.items() if value not in (None, "", usual[n])}}
        }

    # What the page shows

    def tiles(self) -> list[Tile]:
        """The formats that the form shows first."""
        return [tile for tile in self._tiles() if tile.choice.data["value"] in TILES]

    def _tiles(self) -> Iterator[Tile]:
        if "format" in self.fields:
            for choice in self["format"].subwidgets:
                yield Tile(choice, {**FORMATS, **PLANNED}[choice.data["value"]])

    def first(self) -> list[BoundField]:
        """The fields that are always in view."""
        return [self[name] for name in FIRST if name in self.fields]

    def parts(self) -> Iterator[Part]:
        """The fields that are folded away under "More"."""
        others = [tile for tile in self._tiles() if tile.choice.data["value"] not in TILES]
        for group, title in GROUPS.items():
            if fields := list(self._of_group(group)):
                yield Part(title, fields, others if group == "seating" else ())
            if group == "points":
                yield from self._games()

    def _of_group(self, group: str) -> Iterator[Shown]:
        for name, shown_for in OTHERS.get(group, {}).items():
            yield Shown(self[name], shown_for)
        for path, known in SETTINGS.items():
            if known.group == group and NAMES[path] in self.fields:
                classes = ["is-way", *(f"is-{tag}" for tag in known.formats)] if known.formats else []
                classes += ["is-for-two"] if known.for_two else []
                classes += ["is-of-own"] if path == "tie_breaks" else []
                yield Shown(self[NAMES[path]], " ".join(classes))

    def _games(self) -> Iterator[Part]:
        for slug, game in all_games().items():
            if fields := [Shown(self[name]) for name in self.fields if name.startswith(f"{slug}__")]:
                yield Part(gettext("Options of {game}").format(game=game.title), fields, game=slug)

    def is_open(self) -> bool:
        """Whether something that is folded away is wrong."""
        return any(name not in (*FIRST, "format") for name in self.errors)
