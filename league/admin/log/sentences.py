"""Events of the log as lines that people read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.kernel import Json
from games.registry import all_games
from league.admin.formatting.names import game_label
from league.admin.formatting.wording import game_name, humanised, joined, points
from league.queries.transcript import ISOLATE, POP, sentence_of

NAMES_IN_A_LINE = 4

SENTENCES = {
    "tournament.created": gettext_lazy("The tournament was opened."),
    "tournament.changed": gettext_lazy("The tournament’s settings were changed."),
    "tournament.entry_registered": gettext_lazy("{entry} was entered."),
    "tournament.entry_checked_in": gettext_lazy("{entry} is here."),
    "tournament.entry_dropped": gettext_lazy("{entry} plays no more after round {after_round}."),
    "tournament.entry_returned": gettext_lazy("{entry} is back."),
    "tournament.table_fixed": gettext_lazy("Where {entry} always sits was set anew."),
    "tournament.entries_kept_apart": gettext_lazy("Who is of one household or club was noted for the seatings."),
    "tournament.season_counted": gettext_lazy("What was had in the season was noted for the seatings."),
    "tournament.rotation_planned": gettext_lazy("The rounds to come were planned ahead."),
    "tournament.round_seated": gettext_lazy("Round {number} was seated: a draft (attempt {attempt})."),
    "tournament.draft_changed": gettext_lazy("The draft of {round} was changed by hand."),
    "tournament.draft_discarded": gettext_lazy("The draft was thrown away."),
    "tournament.round_published": gettext_lazy("Round {number} was published: who sits where."),
    "tournament.round_repaired": gettext_lazy("Seats of {round} were changed after it was published: {tables}."),
    "tournament.round_started": gettext_lazy("Start of {round}."),
    "tournament.clock_paused": gettext_lazy("The clock of {round} was stopped."),
    "tournament.clock_resumed": gettext_lazy("The clock of {round} runs again."),
    "tournament.clock_extended": gettext_lazy("More time for {round}: {seconds}."),
    "tournament.clock_expired": gettext_lazy("The clock of {round} has run out."),
    "tournament.table_clock_started": gettext_lazy("The game of {table} has a clock: {seconds}."),
    "tournament.table_clock_stopped": gettext_lazy("The clock of the game of {table} was taken away."),
    "tournament.table_clock_expired": gettext_lazy("The clock of the game of {table} has run out."),
    "tournament.result_recorded": gettext_lazy("Result of {table}: {places}."),
    "tournament.result_withdrawn": gettext_lazy("The result of {table} was taken back."),
    "tournament.result_confirmed": gettext_lazy("The result of {table} was confirmed."),
    "tournament.dispute_withdrawn": gettext_lazy("A dispute about the result of {table} was withdrawn."),
    "tournament.result_disputed": gettext_lazy("The result of {table} is disputed: {claim}."),
    "tournament.result_ruled": gettext_lazy("Staff have ruled on the result of {table}."),
    "tournament.result_corrected": gettext_lazy("The result of {table} was corrected: {claim}."),
    "tournament.standings_revised": gettext_lazy("New edition of the final standings: {standings}."),
    "tournament.penalty_given": gettext_lazy("{entry} has {points} points taken off."),
    "tournament.penalty_lifted": gettext_lazy("A penalty was lifted."),
    "tournament.round_closed": gettext_lazy("End of {round}: its points are decided."),
    "tournament.stage_begun": gettext_lazy("From round {from_round} on the best {top} play a final: {entries}."),
    "tournament.stage_revised": gettext_lazy("New edition of the standings before the final: {standings}."),
    "tournament.stage_undone": gettext_lazy("The final was undone before its first round."),
    "tournament.closed": gettext_lazy("The tournament is over: {standings}."),
    "tournament.reopened": gettext_lazy("The tournament goes on after its close."),
    "tournament.cancelled": gettext_lazy("The tournament was called off."),
    "season.created": gettext_lazy("The season was opened."),
    "season.changed": gettext_lazy("The season’s settings were changed."),
    "season.tournament_added": gettext_lazy("{tournament} counts in the season."),
    "season.result_added": gettext_lazy("A result from elsewhere counts in the season."),
    "season.result_corrected": gettext_lazy("A result from elsewhere was corrected."),
    "season.tournament_recounted": gettext_lazy("It was set anew how a tournament counts in the season."),
    "season.removed": gettext_lazy("The season was removed: it counts nothing more."),
    "season.tournament_removed": gettext_lazy("An event counts in the season no more."),
}
"""By type. A place is filled with the field of that name; an id in it with the name."""

TABLE_SENTENCES = {
    "tournament.clock_extended": gettext_lazy("More time for {table}: {seconds}."),
    "tournament.clock_expired": gettext_lazy("The clock of {table} has run out."),
}
"""By type, of an event of a round that is about one table alone."""


def event_sentence(event_type: str, data: Json, names: Mapping[str, str]) -> str:
    """What an event says, in one line. names: by id. data: as shown to the reader."""
    if isinstance(game_number := data.get("game"), int) and (table := names.get(str(data.get("table")))):
        names = {**names, str(data["table"]): game_label(table, game_number)}
    of_table = TABLE_SENTENCES.get(event_type) if data.get("table") else None
    template = of_table or SENTENCES.get(event_type)
    if template is not None:
        return str(template).format_map(_Facts(data, names)).strip()
    game = all_games().get(event_type.partition(".")[0].replace("_", "-"))
    return (sentence_of(game, event_type, data, names) if game and data else "") or _plain_line(event_type, data, names)


def kind_name(event_type: str) -> str:
    """What an event's type is about: the tournament, the season, or its game by name."""
    prefix = event_type.partition(".")[0]
    return str(KINDS.get(prefix) or game_name(prefix.replace("_", "-")))


KINDS = {"tournament": gettext_lazy("Tournament"), "season": gettext_lazy("Season")}


def _plain_line(event_type: str, data: Json, names: Mapping[str, str]) -> str:
    """The type in words, with whom it is about."""
    words = humanised(event_type.partition(".")[2])
    who = [_name(value, names) for value in data.values() if isinstance(value, str) and value in names]
    return _("{what}: {who}").format(what=words, who=joined(who)) if who else words


class _Facts(dict[str, str]):
    """The fields of an event that a sentence asks for, as it needs them; one that it does not have is left open."""

    def __init__(self, data: Json, names: Mapping[str, str]) -> None:
        super().__init__()
        self.data, self.names = data, names

    def __missing__(self, key: str) -> str:
        if key not in self.data:
            return "…"
        return _SPECIAL.get(key, _text)(self.data[key], self.names)


def _text(value: Any, names: Mapping[str, str]) -> str:
    return _name(value, names) if isinstance(value, str) else str(value)


def _name(value: str, names: Mapping[str, str]) -> str:
    """The name of an id, kept apart from what is around it where it is written in the other direction."""
    return f"{ISOLATE}{names[value]}{POP}" if value in names else value


def _by_place(places: Mapping[str, int], names: Mapping[str, str]) -> str:
    ranked = sorted(places.items(), key=lambda item: item[1])
    return joined([f"{place}. {_name(entry, names)}" for entry, place in ranked])


def _seated(tables: Sequence[Json], names: Mapping[str, str]) -> str:
    return _("; ").join(
        _("table {number}: {seats}").format(
            number=table["number"], seats=joined([_name(entry, names) for entry in table["seats"]])
        )
        for table in tables
    )


def _podium(standings: list[Json], names: Mapping[str, str]) -> str:
    first = standings[:NAMES_IN_A_LINE]
    return joined([f"{row['place']}. {_name(row['entry'], names)}" for row in first])


def _duration(seconds: int) -> str:
    """In minutes where these are whole, else in seconds."""
    minutes, rest = divmod(seconds, 60)
    if rest:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


_SPECIAL: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "places": _by_place,
    "claim": lambda claim, names: _by_place(claim["places"], names),
    "standings": _podium,
    "tables": _seated,
    "entries": lambda entries, names: joined([_name(entry, names) for entry in entries]),
    "seconds": lambda value, _names: _duration(value),
    "points": lambda value, names: points(value).text if isinstance(value, int | str) else str(value),
}
