"""A match: a game's log and its folded state. The service, the tests and any script use this face."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Self

import msgspec

from games.codec import accept_command, command_in_log, decode_command, json_copy, plain
from games.game import Game
from games.kernel import N_, REFEREE, Aggregate, Command, Event, Json, Rejected, Viewer, under
from games.registry import find_game
from games.rewind import Amend, Rewind, Rewound, Timeline
from games.round_sheet import RoundSheet

Pair = tuple[Event, Json | None]
"""An event, and the command's JSON if it is the first event of a command."""


class Match(Aggregate[Any]):
    """One game at a table.

    events, commands, version: of the whole log, as of any aggregate. state: the fold of the events in force.
    """

    def __init__(self, game: Game[Any], edition: int | None = None) -> None:
        """edition: of the rules under which the match began; the newest for a new one. Raises LaterRelease."""
        super().__init__(game.rules if edition is None else game.rules_of(edition))
        self.game = game
        self._timeline = Timeline()
        self._flat: list[Json] = []

    @classmethod
    def start(cls, slug: str, players: Any, options: Any = None, seed: Any = 0) -> Self:
        """A new match. Raises Rejected `unknown_game`, `bad_players` or `bad_options`."""
        match = cls(find_game(slug))
        match.begin(match.game.first_events(players, options, seed))
        return match

    @classmethod
    def load(cls, slug: str, pairs: Iterable[Pair]) -> Self:
        """The match whose log is `pairs`."""
        match = cls(find_game(slug))
        match.extend(pairs)
        return match

    @classmethod
    def from_log(cls, slug: str, log: Iterable[Json]) -> Self:
        """The match whose `log` that is. Raises ValueError for what is no log of that game."""
        match = cls(find_game(slug))
        try:
            match.extend(match._read(flat) for flat in log)
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"This is no log of {slug}: its events don't follow from each other.") from error
        return match

    # what there is to see

    @property
    def log(self) -> list[Json]:
        """Every event so far, as plain JSON values. The list is the same until something happens: don't change it."""
        if len(self._flat) != self.version:
            self._flat = [*self._flat, *self._flat_from(len(self._flat))]
        return self._flat

    def outcome(self) -> Json:
        """Points so far and the order of the players; at the end, who has won."""
        outcome: Json = self.game.outcome(self.state)
        return outcome

    def view(self, viewer: Viewer) -> Json:
        """What `viewer` may see of the state. Raises Rejected `unknown_player`."""
        self._require_viewer(viewer)
        return self.rules.view(self.state, viewer)

    def pending(self) -> list[Json]:
        """The commands awaited: [{"player", "type"}, …]; the referee's have the player "referee"."""
        pending: list[Json] = self.game.pending(self.state)
        return pending

    def clock(self) -> tuple[str, int] | None:
        """(key, seconds) of the clock that the game wants now, or None."""
        return self.game.clock(self.state)

    def round_sheet(self) -> RoundSheet | None:
        """The sheet to fill in now, or None: the match is dealt, is over, or its game has no sheet."""
        return self.game.round_sheet(self.state)

    def commands_in_force(self) -> list[int]:
        """Numbers (from 1) of the events that began the commands in force, rising: what `amend` takes."""
        return [index + 1 for index in self._timeline.in_force(self.version) if index in self.commands]

    def suggest(self, lot: Random) -> Json:
        """A command that would be accepted now, drawn by lot. For a game that is not finished."""
        return self.game.robot(self.state, lot)

    def show(self, event: Json, viewer: Viewer) -> Json | None:
        """What `viewer` may see of an event of the log, or None.

        Raises Rejected `unknown_player`, and ValueError for what is no event of this game.
        """
        self._require_viewer(viewer)
        read, command = self._read(event)
        shown = read.show(viewer)
        if shown is None:
            return None
        return flatten(read, shown, command if may_see_command(command, viewer) else None)

    # what can be done

    def send(self, raw: Any) -> list[Json]:  # type: ignore[override]  # a match speaks JSON with its callers
        """Does the command that `raw` (JSON values) says; answers its events as in `log`. Raises Rejected."""
        before = self.version
        self.execute(raw)
        return self._flat_from(before)

    def execute(self, raw: Any) -> list[Event]:
        """As `send`, but answers the events themselves."""
        command, accepted = accept_command(self.rules, raw)
        before = self.version
        try:
            return self._done(command, accepted)
        except BaseException:
            self._restore(before)
            raise

    def execute_all(self, raws: Iterable[Any]) -> list[Event]:
        """Does all the commands, in order, or none of them. Raises the first refusal, by its number in the list."""
        before = self.version
        try:
            for number, raw in enumerate(raws):
                self._execute(raw, number)
        except BaseException:
            self._restore(before)
            raise
        return self.events[before:]

    def _execute(self, raw: Any, number: int) -> None:
        try:
            self.execute(raw)
        except Rejected as refusal:
            refusal.at = number
            raise

    def extend(self, pairs: Iterable[Pair]) -> None:
        """Folds what others appended to the log: all of it, or nothing if it can't be folded."""
        before = self.version
        evolve, state, events, rewound = self.rules.evolve, self.state, self.events, self.game.rewound
        went_back = False
        try:
            for event, command in pairs:
                kind = type(event)
                if command is not None or kind is rewound:
                    went_back = self._note(event, command) or went_back
                else:
                    events.append(event)
                if not went_back:
                    evolve[kind](state, event)
            if went_back:
                self.state = self._refolded()
        except BaseException:
            self._restore(before)
            raise

    def cut(self, version: int) -> None:
        """Forgets the events after number `version`: for a caller who could not store them."""
        del self.events[version:]
        self._flat = self._flat[:version]
        self.commands = {index: command for index, command in self.commands.items() if index < version}
        self._timeline.cut(version)
        self.state = self._refolded()

    def fold(self, event: Event, command: Json | None = None) -> None:
        if self._note(event, command):
            self.state = self._refolded()
        else:
            self.evolve(event)

    # how it is done

    def _done(self, command: Command, accepted: Json) -> list[Event]:
        match command:
            case Rewind():
                return self._rewind(command, accepted)
            case Amend():
                return self._amend(command, accepted)
            case _:
                return self.begin(self.rules.decide(self.state, command), accepted)

    def _rewind(self, command: Rewind, accepted: Json) -> list[Event]:
        if command.to != self.version and command.to not in self.commands:
            raise Rejected(
                "bad_rewind",
                N_("Event {to} is not the end of a command or of the start."),
                {"to": command.to},
                field="to",
            )
        return self.begin([self.game.rewound(command.to, command.reason)], accepted)

    def _amend(self, command: Amend, accepted: Json) -> list[Event]:
        with under("command"):
            new = self._of_the_game(command.command)
        index = command.at - 1
        in_force = self._timeline.in_force(self.version)
        if index not in self.commands or index not in in_force:
            raise Rejected(
                "bad_rewind", N_("Event {at} does not begin a command in force."), {"at": command.at}, field="at"
            )
        trial: Aggregate[Any] = Aggregate(self.rules)
        for earlier in in_force[: in_force.index(index)]:
            trial.evolve(self.events[earlier])
        with under("command"):
            trial.begin(self.rules.decide(trial.state, new), accepted["command"])
        for later in in_force:
            if later > index and later in self.commands:
                self._again(trial, later)
        before = self.version
        self._note(self.game.rewound(index, command.reason), accepted)
        for number, event in enumerate(trial.events):
            self._note(event, trial.commands.get(number))
        self.state = trial.state
        return self.events[before:]

    def _of_the_game(self, raw: Json) -> Command:
        command = decode_command(self.rules, raw)
        if isinstance(command, Rewind | Amend):
            raise Rejected("bad_command", N_("Going back can't be put in the place of a command."))
        return command

    def _again(self, trial: Aggregate[Any], index: int) -> None:
        """Sends the command of event `index` again, in `trial`."""
        raw = self.commands[index]
        try:
            trial.begin(self.rules.decide(trial.state, command_in_log(self.rules, raw)), raw)
        except Rejected as refusal:
            raise Rejected(
                "would_break",
                N_("The later command {type} (event {number}) would be refused: {reason}"),
                {
                    "command": plain(raw),
                    "type": raw["type"],
                    "number": index + 1,
                    "code": refusal.code,
                    "reason": refusal.detail,
                },
            ) from refusal

    def _note(self, event: Event, command: Json | None) -> bool:
        """Appends to the log without folding; answers whether the event went back."""
        events = self.events
        if command is not None:
            self.commands[len(events)] = command
        events.append(event)
        if not isinstance(event, Rewound):
            return False
        self._timeline.go_back(len(events), event.to)
        return True

    def _refolded(self) -> Any:
        fresh: Aggregate[Any] = Aggregate(self.rules)
        for index in self._timeline.in_force(self.version):
            fresh.evolve(self.events[index])
        return fresh.state

    def _restore(self, version: int) -> None:
        if self.version != version:
            self.cut(version)

    def _flat_from(self, version: int) -> list[Json]:
        numbered = enumerate(self.events[version:], version)
        return [flatten(event, event, self.commands.get(index)) for index, event in numbered]

    def _read(self, flat: Json) -> Pair:
        """An event as it stands in `log`, and its command. Raises ValueError for what is none."""
        envelope = msgspec.convert(flat, Envelope)
        data = {key: value for key, value in flat.items() if key not in ENVELOPE}
        try:
            event = self.game.codec.from_plain(f"{self.game.prefix}.{envelope.type}", envelope.schema, data)
        except KeyError as error:
            raise ValueError(f"No event of {self.game.slug} is called {envelope.type}.") from error
        return event, json_copy(envelope.command)

    def _require_viewer(self, viewer: Viewer) -> None:
        if viewer is not None and viewer not in (REFEREE, *self.state.players):
            raise Rejected("unknown_player", N_("There is no such player in this match."))


class Envelope(msgspec.Struct, frozen=True):
    """Names stored next to an event's own fields in the log; no event has a field of these names."""

    type: str
    schema: int = 1
    command: Json | None = None


ENVELOPE = frozenset(Envelope.__struct_fields__)


def flatten(event: Event, shown: Event | Json, command: Json | None) -> Json:
    """An event as it stands in `Match.log`, flat, its type without the game's prefix. shown: what is said of it."""
    flat = {"type": event.type.partition(".")[2], **plain(shown)}
    if event.schema > 1:
        flat["schema"] = event.schema
    if command is not None:
        flat["command"] = plain(command)
    return flat


def may_see_command(command: Json | None, viewer: Viewer) -> bool:
    """A command is shown to the referee and to the player who sent it, who knows all that stands in it."""
    if command is None or viewer is None:
        return False
    return viewer == REFEREE or command.get("player") == viewer
