"""What the folder of a game provides: a `Game`, found by being there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from games.codec import Codec, converted, json_copy, plain, plain_fault
from games.faults import WrongFields
from games.kernel import N_, REFEREE, Command, Event, Json, LaterRelease, Rejected, Rules, Viewer, fields
from games.rewind import Amend, Rewind, Rewound, rewound_in
from games.round_sheet import RoundSheet
from games.telling import Telling

State = TypeVar("State")
Bot = Callable[[Json, str, Random, Collection[str]], Json | None]
"""A player: from their own view, their id, a lot and the types of the commands that are awaited of them, a command that
the rules take; None for "not now"."""
NewBot = Callable[[], Bot]
"""A player for one match, who may remember what they saw in it."""

MAX_ID_LENGTH = 100
MAX_SEED_LENGTH = 200


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen at a game's start; every option has a default."""


class Started(Event, frozen=True):
    """A game began. players: ids in seating order, clockwise. seed: what all draws hang on; shown to nobody.

    Each game adds its `options`, as chosen and with the defaults of that day.
    """

    players: tuple[str, ...]
    seed: str

    def show(self, viewer: Viewer) -> Json | None:
        shown = fields(self)
        del shown["seed"]
        return shown


def _with_rewind(rules: Rules[State], rewound: type[Rewound]) -> Rules[State]:
    return replace(rules, events=(*rules.events, rewound), commands=(*rules.commands, Rewind, Amend))


def stateless(bot: Bot) -> NewBot:
    """Makes a player of a function that remembers nothing."""
    return lambda: bot


def no_clock(state: Any) -> tuple[str, int] | None:
    """The clock of a game that wants none."""
    return None


def no_round_sheet(state: Any) -> RoundSheet | None:
    """The round sheet of a game that has none: it is reported by scores or places."""
    return None


@dataclass(frozen=True)
class Game(Generic[State]):
    """A game as its folder gives it. The state has `players`, the ids in seating order.

    start: the first events, from players, options and seed; raises Rejected `bad_options` where the options do
    not go with the players. pending: the commands awaited, each {"player", "type"}. outcome: as rules say.
    robot: a command that is accepted now, drawn by lot; for demonstrations and tests; not for a finished game.
    clock: (key, seconds) of the clock that the game wants now, or None.
    round_sheet: what people at a real table fill in now, as data; None in dealt play and at the end.
    sentences: how its events are described, by type without the prefix (see `games.telling`).
    bots: by name, "random" and "tries", what makes a player of dealt play, who looks at nothing but the own view.
    older: the rules of earlier editions, by their numbers: a game keeps those under which it began.
    Event types begin with the slug, "_" for "-". Going back is added here: no game has rules for it.
    """

    slug: str
    title: str
    min_players: int
    max_players: int
    options: type[Options]
    rules: Rules[State]
    start: Callable[[tuple[str, ...], Any, str], Iterable[Event]]
    pending: Callable[[State], list[Json]]
    outcome: Callable[[State], Json]
    robot: Callable[[State, Random], Json]
    clock: Callable[[State], tuple[str, int] | None] = no_clock
    round_sheet: Callable[[State], RoundSheet | None] = no_round_sheet
    sentences: Mapping[str, Telling] = field(default_factory=dict)
    bots: Mapping[str, NewBot] = field(default_factory=dict)
    older: Mapping[int, Rules[State]] = field(default_factory=dict)
    rewound: type[Rewound] = field(init=False)
    codec: Codec = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rewound = rewound_in(self.prefix)
        rules = _with_rewind(self.rules, rewound)
        older = {edition: _with_rewind(earlier, rewound) for edition, earlier in self.older.items()}
        object.__setattr__(self, "rewound", rewound)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "older", older)
        object.__setattr__(self, "codec", Codec(rules.events))

    @property
    def prefix(self) -> str:
        """What the stored types of this game's events begin with."""
        return self.slug.replace("-", "_")

    def rules_of(self, edition: int) -> Rules[State]:
        """The rules of games that began under that edition. Raises LaterRelease for one that is unknown here."""
        known = {**self.older, self.rules.edition: self.rules}
        if edition not in known:
            raise LaterRelease(f"The rules {self.slug}/{edition} are not known here.")
        return known[edition]

    def describe(self) -> Json:
        """Slug, title, numbers of players, and JSON Schemas of the options and of each command by its type."""
        return {
            "slug": self.slug,
            "title": self.title,
            "min_players": self.min_players,
            "max_players": self.max_players,
            "options": plain(msgspec.json.schema(self.options)),
            "commands": {tag: plain(self._form(command)) for tag, command in self.rules.command_types.items()},
        }

    def _form(self, command: type[Command]) -> Json:
        """The JSON Schema of a command; of an amend with the commands of the game that it may put in."""
        form = msgspec.json.schema(command)
        if command is Amend:
            own = [other for other in self.rules.commands if other not in (Rewind, Amend)]
            refs, forms = msgspec.json.schema_components(own, ref_template="#/$defs/{name}")
            form["$defs"].update(forms)
            form["$defs"][Amend.__name__]["properties"]["command"] = {"anyOf": list(refs)}
        return form

    def first_events(self, players: Any, options: Any, seed: Any) -> Iterable[Event]:
        """The events of a start. Raises Rejected `bad_players` or `bad_options`."""
        return self.start(self._checked_players(players), self._checked_options(options), _checked_seed(seed))

    def _checked_players(self, players: Any) -> tuple[str, ...]:
        if not isinstance(players, list | tuple) or not self.min_players <= len(players) <= self.max_players:
            raise Rejected(
                "bad_players",
                N_("{title} is played by {fewest} to {most} players."),
                {"title": self.title, "fewest": self.min_players, "most": self.max_players},
            )
        _require_ids(players)
        return tuple(json_copy(players))

    def _checked_options(self, options: Any) -> Options:
        if options is None:
            return self.options()
        if not isinstance(options, dict):
            raise Rejected("bad_options", N_("The options are a JSON object."))
        accepted, _, wrong = converted(self.options, options)
        if wrong:
            raise WrongFields("bad_options", N_("The options have wrong fields: {fields}."), wrong)
        return accepted  # type: ignore[no-any-return]


def bad_option(option: str, template: str, **facts: Any) -> Rejected:
    """The refusal of one option's value. template: the sentence; its English text is a fact too."""
    facts = {"field": option, "reason": template.format(**facts), **facts}
    return Rejected("bad_options", template, facts, field=option)


def _require_ids(players: Sequence[Any]) -> None:
    for number, player in enumerate(players):
        if not isinstance(player, str) or not 1 <= len(player) <= MAX_ID_LENGTH or plain_fault(player) is not None:
            raise Rejected("bad_players", N_("A player's id is a text of 1 to 100 characters."), field=str(number))
        if player == REFEREE:
            raise Rejected("bad_players", N_('No player may be called "referee".'), field=str(number))
        if player in players[:number]:
            raise Rejected("bad_players", N_("{player} is named twice."), {"player": player}, field=str(number))


def _checked_seed(seed: Any) -> str:
    """The seed as text: 7 and "7" draw alike."""
    is_number = isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= 2 * MAX_SEED_LENGTH
    is_text = isinstance(seed, str) and len(seed) <= MAX_SEED_LENGTH and plain_fault(seed) is None
    if not is_number and not is_text:
        raise bad_option("seed", f"a whole number or a text of at most {MAX_SEED_LENGTH} signs is needed")
    return str(seed)
