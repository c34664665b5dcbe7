"""A sentence for each event of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from games.kernel import Json
from games.registry import all_games
from league.access.audience import Audience
from league.models import Club, Person, Role, Webhook
from league.queries.names import ids_in
from league.queries.names_in_log import game_label, isolated, names_of
from league.queries.transcript import sentence_of
from league.queries.wording import game_name, humanised, joined, points

NAMES_IN_A_LINE = 4

SENTENCES = {
    "tournament.created": gettext_lazy("The tournament was opened."),
    "tournament.changed": gettext_lazy("The tournament’s settings were changed."),
    "tournament.entry_registered": gettext_lazy("{entry} was registered."),
    "tournament.entry_checked_in": gettext_lazy("{entry} checked in."),
    "tournament.check_in_withdrawn": gettext_lazy("{entry} is not here after all."),
    "tournament.entry_dropped": gettext_lazy("{entry} stops playing after round {after_round}."),
    "tournament.entry_returned": gettext_lazy("{entry} returned."),
    "tournament.table_fixed": gettext_lazy("The fixed table of {entry} was changed."),
    "tournament.entries_kept_apart": gettext_lazy(
        "Households and clubs that should not meet were recorded for the seatings."
    ),
    "tournament.season_counted": gettext_lazy(
        "Counts from the season’s other tournaments were recorded for the seatings."
    ),
    "tournament.rotation_planned": gettext_lazy("The coming rounds were planned."),
    "tournament.round_seated": gettext_lazy("Round {number} was seated: a draft (seating {attempt})."),
    "tournament.draft_changed": gettext_lazy("The draft of {round} was changed by hand."),
    "tournament.draft_discarded": gettext_lazy("The draft was discarded."),
    "tournament.round_published": gettext_lazy("The seating of round {number} was published."),
    "tournament.round_repaired": gettext_lazy("Seats of {round} were changed after it was published: {tables}."),
    "tournament.round_discarded": gettext_lazy("The published seating of round {number} was withdrawn."),
    "tournament.round_cancelled": gettext_lazy("Round {number} was called off: nothing of it counts."),
    "tournament.round_started": gettext_lazy("Play in {round} started."),
    "tournament.clock_paused": gettext_lazy("The clock of {round} was paused."),
    "tournament.clock_resumed": gettext_lazy("The clock of {round} was resumed."),
    "tournament.clock_extended": gettext_lazy("The clock of {round} was extended by {seconds}."),
    "tournament.clock_expired": gettext_lazy("The clock of {round} has run out."),
    "tournament.table_clock_started": gettext_lazy("A clock of {seconds} was started for the game at {table}."),
    "tournament.table_clock_stopped": gettext_lazy("The clock of the game at {table} was removed."),
    "tournament.table_clock_expired": gettext_lazy("The clock of the game at {table} has run out."),
    "tournament.result_recorded": gettext_lazy("Result of {table}: {places}."),
    "tournament.result_withdrawn": gettext_lazy("The result of {table} was withdrawn."),
    "tournament.result_confirmed": gettext_lazy("The result of {table} was confirmed."),
    "tournament.dispute_withdrawn": gettext_lazy("A dispute about the result of {table} was withdrawn."),
    "tournament.result_disputed": gettext_lazy("The result of {table} is disputed: {claim}."),
    "tournament.result_ruled": gettext_lazy("Staff ruled on the result of {table}."),
    "tournament.result_corrected": gettext_lazy("The result of {table} was corrected: {claim}."),
    "tournament.level_decided": gettext_lazy("{table} was drawn. The director decided who goes on: {on}."),
    "tournament.standings_revised": gettext_lazy("The final standings were revised: {standings}."),
    "tournament.penalty_given": gettext_lazy("{entry} was penalised: {points} points."),
    "tournament.penalty_lifted": gettext_lazy("A penalty was lifted."),
    "tournament.round_closed": gettext_lazy("Play in {round} ended; its points are final."),
    "tournament.stage_begun": gettext_lazy("From round {from_round} on, the best {top} play a final: {entries}."),
    "tournament.stage_revised": gettext_lazy("The standings before the final were revised: {standings}."),
    "tournament.stage_undone": gettext_lazy("The final was undone before its first round."),
    "tournament.closed": gettext_lazy("The tournament was closed: {standings}."),
    "tournament.director_called": gettext_lazy("{entry} called the director."),
    "tournament.call_answered": gettext_lazy("The director came to {entry}."),
    "tournament.entry_noticed": gettext_lazy("The director has seen that {entry} came late or leaves."),
    "tournament.announced": gettext_lazy("Announced: “{text}”."),
    "tournament.announcement_withdrawn": gettext_lazy("An announcement was withdrawn."),
    "tournament.screen_set": gettext_lazy("The screens were set to show something else."),
    "tournament.reopened": gettext_lazy("The tournament was reopened."),
    "tournament.cancelled": gettext_lazy("The tournament was cancelled."),
    "tournament.removed": gettext_lazy("The tournament was deleted before a round was seated."),
    "club.changed": gettext_lazy("The club’s settings were changed: {fields}."),
    "club.member_added": gettext_lazy("{member} was added to the members, with the role {role}."),
    "club.invitation_accepted": gettext_lazy("{user} joined the club."),
    "club.invitation_declined": gettext_lazy("{member} did not join the club."),
    "club.member_role_changed": gettext_lazy("{member} has another role: {role}."),
    "club.member_removed": gettext_lazy("{member} is no member any more."),
    "club.people_added": gettext_lazy("Added to the club’s people: {people}."),
    "club.person_changed": gettext_lazy("Details of {person} were changed: {fields}."),
    "club.people_merged": gettext_lazy("{person} and {into} are one person, who is called {into}."),
    "club.people_separated": gettext_lazy("{person} and {was} are two people again."),
    "club.person_forgotten": gettext_lazy("A person was forgotten: the name was deleted."),
    "club.imported": gettext_lazy("A file was imported: {new_events} new events, {new_people} new people."),
    "club.webhook_added": gettext_lazy("A webhook was added."),
    "club.webhook_changed": gettext_lazy("A webhook was changed: {fields}."),
    "club.webhook_removed": gettext_lazy("A webhook was removed."),
    "club.token_created": gettext_lazy("{token} was given a token, with the scope {scope}."),
    "club.token_revoked": gettext_lazy("The token of {token} was revoked."),
    "season.created": gettext_lazy("The season was opened."),
    "season.changed": gettext_lazy("The season’s settings were changed."),
    "season.tournament_added": gettext_lazy("{tournament} was added to the season."),
    "season.result_added": gettext_lazy("A result from elsewhere was added to the season."),
    "season.result_corrected": gettext_lazy("A result from elsewhere was corrected."),
    "season.tournament_recounted": gettext_lazy("The way a tournament counts in the season was changed."),
    "season.removed": gettext_lazy("The season was removed."),
    "season.tournament_removed": gettext_lazy("An event was removed from the season."),
}
"""By event type. A placeholder is replaced by the field of that name, an id in it by a name."""

TABLE_SENTENCES = {
    "tournament.director_called": gettext_lazy("{table} called the director."),
    "tournament.call_answered": gettext_lazy("The director came to {table}."),
    "tournament.clock_extended": gettext_lazy("The clock of {table} was extended by {seconds}."),
    "tournament.clock_expired": gettext_lazy("The clock of {table} has run out."),
}
"""By event type, for an event that concerns one table only."""
LEVEL_SENTENCES = {
    "play_off": gettext_lazy("{table} was drawn. The play-off was won by {on}."),
    "lot": gettext_lazy("{table} was drawn. The lot decided who goes on: {on}."),
}
"""By what decided who goes on from a level table of a knockout; the others by event type."""
ADDED_SENTENCES = {
    "tournament.penalty_given": gettext_lazy("{entry} was penalised: {added} points added."),
}
"""By event type, for a penalty where the lowest total ranks first."""
BARE_SENTENCES = {
    "tournament.result_recorded": ("places", gettext_lazy("There is a result of {table}.")),
    "tournament.result_disputed": ("claim", gettext_lazy("The result of {table} is disputed.")),
    "tournament.result_corrected": ("claim", gettext_lazy("The result of {table} was corrected.")),
    "tournament.stage_begun": ("entries", gettext_lazy("From round {from_round} on, the best {top} play a final.")),
}
"""By event type, for an event without the field of that name: it has none, or the reader may not see it yet."""


def event_sentence(event_type: str, data: Json, names: Mapping[str, str]) -> str:
    """An event as a sentence. data: as the reader may see it. names: by id."""
    if isinstance(game_number := data.get("game"), int) and (table := names.get(str(data.get("table")))):
        names = {**names, str(data["table"]): game_label(table, game_number)}
    of_table = TABLE_SENTENCES.get(event_type) if data.get("table") else None
    of_added = ADDED_SENTENCES.get(event_type) if "added" in data else None
    of_level = LEVEL_SENTENCES.get(data.get("decided_by", ""))
    template = of_table or of_added or of_level or _bare(event_type, data) or SENTENCES.get(event_type)
    if template is not None:
        return str(template).format_map(_Facts(data, names)).strip()
    game = all_games().get(event_type.partition(".")[0].replace("_", "-"))
    return (sentence_of(game, event_type, data, names) if game and data else "") or _plain_line(event_type, data, names)


def with_sentences(club: UUID, events: Sequence[Json], language: str, audience: Audience) -> list[Json]:
    """Events of a club's feed, each with its `sentence`: it says no more than the event's data do."""
    with override(language):
        names = names_of(club, {id for event in events for id in ids_in(event["data"])}, audience)
        return [event | {"sentence": event_sentence(event["type"], event["data"], names)} for event in events]


def _bare(event_type: str, data: Json) -> Any:
    """The template for an event without one of its fields; None where it has it."""
    field, template = BARE_SENTENCES.get(event_type, ("", None))
    return None if field in data else template


def kind_name(event_type: str) -> str:
    """The subject of an event type: “Tournament”, “Season”, or the game's title."""
    prefix = event_type.partition(".")[0]
    return str(KINDS.get(prefix) or game_name(prefix.replace("_", "-")))


KINDS = {"tournament": gettext_lazy("Tournament"), "season": gettext_lazy("Season"), "club": gettext_lazy("Club")}


FIELDS = {field.name: field.verbose_name for model in (Club, Person, Webhook) for field in model._meta.fields}
"""The names of the fields of clubs, people and webhooks, in words."""


def _plain_line(event_type: str, data: Json, names: Mapping[str, str]) -> str:
    """The type in words, with the names in the data."""
    words = humanised(event_type.partition(".")[2])
    called = [_name(value, names) for value in data.values() if isinstance(value, str) and value in names]
    return _("{what}: {who}").format(what=words, who=joined(called)) if called else words


class _Facts(dict[str, str]):
    """The fields of an event, formatted for a sentence; “…” for a missing one."""

    def __init__(self, data: Json, names: Mapping[str, str]) -> None:
        super().__init__()
        self.data, self.names = data, names

    def __missing__(self, key: str) -> str:
        if key not in self.data:
            return "…"
        return _FORMATTERS.get(key, _text)(self.data[key], self.names)


def _text(value: Any, names: Mapping[str, str]) -> str:
    return _name(value, names) if isinstance(value, str) else str(value)


def _name(value: str, names: Mapping[str, str]) -> str:
    """The name of an id, isolated for text in both directions; another text as it is."""
    return isolated(names[value]) if value in names else value


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
    return joined([f"{row['place']}. {_name(row['entry'], names)}" for row in standings[:NAMES_IN_A_LINE]])


def _duration(seconds: int) -> str:
    """Whole minutes, or else seconds."""
    minutes, rest = divmod(seconds, 60)
    if rest:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


_FORMATTERS: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "places": _by_place,
    "claim": lambda claim, names: _by_place(claim["places"], names),
    "standings": _podium,
    "tables": _seated,
    "people": lambda people, names: joined([_name(person, names) for person in people]),
    "fields": lambda fields, _names: joined([str(FIELDS.get(field, field)) for field in fields]),
    "role": lambda role, _names: str(Role(role).label),
    "on": lambda entries, names: joined([_name(entry, names) for entry in entries]),
    "entries": lambda entries, names: joined([_name(entry, names) for entry in entries]),
    "seconds": lambda value, _names: _duration(value),
    "points": lambda value, names: points(value).text if isinstance(value, int | str) else str(value),
    "added": lambda value, _names: points(value).text,
}
