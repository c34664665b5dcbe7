"""A game's round sheet as data: what people at a table fill in, the same on a phone, at the desk and on paper.

A game gives its `round_sheet(state)` (`games.game.Game`): the sheet that is asked for now, or None where there is none,
as in dealt play. Labels and sentences are marked for translation; players are ids, which the caller names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Literal, NamedTuple

from games.exact import Written, read
from games.kernel import N_, Json

Kind = Literal["number", "choice", "player", "order", "flag", "list"]
PLAYER = "{player}"
BETWEEN = " "
"""Between the values of an order in its answer: "2 1 3"."""


class Option(NamedTuple):
    """One of a field's choices. player: whose name stands before the label."""

    value: str
    label: str
    player: str | None = None


@dataclass(frozen=True)
class Field:
    """One thing to fill in. path: the field of the game's command whose faults belong here, with `{player}`.

    kind: "number" (answered as an int or a decimal text), "choice" (of `options`), "player" (another one of the match;
    `own` too where that is true), "order" (of the values of `options`, parted by blanks), "flag" (true or false),
    "list" (rows of `columns`). least, most: of a number, and `most` rows of a list. blank: what the empty choice means.
    unless: the field that, filled in, makes this one optional. rows: of a list, for a start. is_rare: behind a menu.
    """

    name: str
    label: str
    kind: Kind = "number"
    path: str = ""
    least: Written | None = None
    most: Written | None = None
    whole: bool = True
    options: tuple[Option, ...] = ()
    own: bool = False
    required: bool = True
    unless: str = ""
    blank: str = ""
    columns: tuple[Field, ...] = ()
    rows: int = 0
    is_rare: bool = False

    @property
    def takes_negatives(self) -> bool:
        return self.least is None or read(self.least) < 0

    @property
    def orders(self) -> list[Option]:
        """All orders of the options."""
        found = permutations(self.options)
        return [Option(BETWEEN.join(o.value for o in order), BETWEEN.join(o.label for o in order)) for order in found]


@dataclass(frozen=True)
class Rule:
    """What all players' answers to one field obey, checked while somebody types. text: the sentence if they do not.

    "sum": numbers add up to `least` to `most`. "count": so many flags are set. "different": no two have the same of
    `values`. "ranking": places as 1, 1, 3. "all_or_none": filled in for everybody or for nobody.
    text may use {least}, {most} and {sum}.
    """

    kind: Literal["sum", "count", "different", "ranking", "all_or_none"]
    field: str
    text: str
    least: int = 0
    most: int = 0
    values: tuple[int, ...] = ()


@dataclass(frozen=True)
class Answers:
    """A filled sheet: the fields of the round by name, and those of each player. What is left empty is not there."""

    round: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def each(self, name: str) -> dict[str, Any]:
        """The players' answers to a field, of those who have one."""
        return {player: given[name] for player, given in self.players.items() if name in given}


class Spot(NamedTuple):
    """Where on a sheet something is wrong. player: None for a field of the round, or of all players."""

    field: Field
    player: str | None


class Problem(NamedTuple):
    """A broken rule, as a sentence with its facts."""

    field: str
    text: str
    facts: Json


@dataclass(frozen=True)
class RoundSheet:
    """The sheet that a game asks for. number, of: which of the game's rounds it reports.

    commands: what the answers are as commands of the game, which then decides. filled: the answers that lead to a
    command; None for a command of another sheet. opening: a command that may be sent before, to begin the round.
    notes: what each player needs to know for the round. is_looked_at: whether people look at places before it is sent.
    """

    title: str
    players: tuple[str, ...]
    of_player: tuple[Field, ...]
    commands: Callable[[Answers], list[Json]]
    filled: Callable[[Json], Answers | None]
    of_round: tuple[Field, ...] = ()
    rules: tuple[Rule, ...] = ()
    hint: str = ""
    number: int = 1
    of: int = 1
    opening: Json | None = None
    opening_label: str = ""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_looked_at: bool = True

    def spot(self, path: str) -> Spot | None:
        """The field in which a refusal's `path` is; of several the most exact, for a shorter path the first."""
        spots = [(where, spot) for where, spot in self._spots() if _within(path, where) or _within(where, path)]
        return max(spots, key=lambda found: (_within(path, found[0]), len(found[0])), default=(None, None))[1]

    def _spots(self) -> Iterator[tuple[str, Spot]]:
        for asked in self.of_round:
            yield asked.path or asked.name, Spot(asked, None)
        for asked in self.of_player:
            path = asked.path or f"{asked.name}.{PLAYER}"
            yield path.partition(f".{PLAYER}")[0], Spot(asked, None)
            for player in self.players:
                yield path.replace(PLAYER, player), Spot(asked, player)

    def problems(self, answers: Answers) -> Iterator[Problem]:
        """The rules that the answers break."""
        for rule in self.rules:
            if not HOLDS[rule.kind](rule, list(answers.each(rule.field).values()), len(self.players)):
                total = sum(int(n) for n in answers.each(rule.field).values() if isinstance(n, int))
                yield Problem(rule.field, rule.text, {"least": rule.least, "most": rule.most, "sum": total})


def _within(path: str, where: str) -> bool:
    return path == where or path.startswith(f"{where}.")


def _all_or_none(rule: Rule, given: Sequence[Any], players: int) -> bool:
    return len(given) in (0, players)


def _sum(rule: Rule, given: Sequence[Any], players: int) -> bool:
    return len(given) < players or rule.least <= sum(given) <= rule.most


def _count(rule: Rule, given: Sequence[Any], players: int) -> bool:
    return rule.least <= sum(map(bool, given)) <= rule.most


def _different(rule: Rule, given: Sequence[Any], players: int) -> bool:
    ruled = [number for number in given if number in rule.values]
    return len(set(ruled)) == len(ruled)


def _ranking(rule: Rule, given: Sequence[Any], players: int) -> bool:
    return len(given) < players or all(place == 1 + sum(other < place for other in given) for place in given)


HOLDS: Mapping[str, Callable[[Rule, Sequence[Any], int], bool]] = {
    "sum": _sum,
    "count": _count,
    "different": _different,
    "ranking": _ranking,
    "all_or_none": _all_or_none,
}

ROUND_SHEET = N_("Round sheet")
RESULT_SHEET = N_("Result of the game")
