"""Which settings an event has changed, from what to what, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from games.registry import all_games
from league.admin.desk.tournament.game_options import all_fields
from league.admin.desk.tournament.settings_fields import SETTINGS, format_in_words, value_at
from league.admin.formatting.season_scheme import scheme_sentences
from league.domain.season.events import SeasonChanged, SeasonCreated
from league.domain.tournament.events import TournamentChanged, TournamentCreated
from league.domain.tournament.settings import Settings, TieBreak, name_of
from league.models import Club, Event
from league.queries import dates
from league.queries.wording import criterion, game_name, humanised, joined, points
from league.repository.streams import codec
from league.web.rules import points_in_words, sizes_in_words

CHANGES = (TournamentChanged.type, SeasonChanged.type)
SETTLED = (TournamentCreated.type, SeasonCreated.type, *CHANGES)
NOTHING = "–"
MOST_LISTED = 6
MINUTE = 60


def changes(club: Club, rows: Sequence[Event]) -> dict[int, list[str]]:
    """What each of these events of a club has changed, by its position."""
    wanted = {row.stream for row in rows if row.type in CHANGES}
    if not wanted:
        return {}
    asked, before, listed = {row.position for row in rows}, dict[UUID, Any](), dict[int, list[str]]()
    found = Event.objects.filter(club=club.pk, stream__in=wanted, type__in=SETTLED).order_by("stream", "version")
    with timezone.override(ZoneInfo(club.time_zone)):
        for row in found:
            fact = codec().decode(row.type, row.schema, msgspec.json.encode(row.data).decode())
            if row.position in asked and row.stream in before:
                listed[row.position] = list(_between(before[row.stream], fact))
            before[row.stream] = fact
    return listed


def _between(before: Any, after: Any) -> Iterator[str]:
    if isinstance(after, TournamentChanged):
        return settings_changes(before.settings, after.settings)
    return _of_season(before, after)


def settings_changes(before: Settings, after: Settings) -> Iterator[str]:
    """The settings of a tournament that differ."""
    yield from _changed(_("Game"), game_name(before.game), game_name(after.game))
    yield from _options(before, after)
    for path, known in SETTINGS.items():
        if not path.startswith("format."):
            label = _("With equal points") if path == "tie_breaks" else str(known.label)
            yield from _changed(label, *_in_words(path, value_at(before, path), value_at(after, path)))
    yield from _sentences(_("Tables"), sizes_in_words, before, after)
    yield from _sentences(_("Points"), lambda settings: points_in_words(settings.points), before, after)


def _of_season(before: SeasonCreated | SeasonChanged, after: SeasonChanged) -> Iterator[str]:
    yield from _changed(_("Name"), before.name, after.name)
    yield from _changed(_("Time zone"), before.time_zone, after.time_zone)
    yield from _sentences(_("Points"), lambda season: scheme_sentences(season.scheme), before, after)
    if after.divisions is not UNSET:
        yield _("The divisions were changed.")
    if after.categories is not UNSET:
        yield _("The categories were changed.")


def _changed(label: str, before: str, after: str) -> Iterator[str]:
    if before != after:
        yield _("{setting}: {before} → {after}").format(setting=label, before=before, after=after)


def _sentences(label: str, words: Callable[[Any], Iterable[str]], before: Any, after: Any) -> Iterator[str]:
    """The sentences that are no longer true, and those that are now."""
    was, now = list(words(before)), list(words(after))
    gone, new = [one for one in was if one not in now], [one for one in now if one not in was]
    yield from _changed(label, " ".join(gone) or NOTHING, " ".join(new) or NOTHING)


def _options(before: Settings, after: Settings) -> Iterator[str]:
    """The options of the game, where it is the same."""
    if before.game != after.game:
        return
    labels = {name: field.label for name, field in all_fields()}
    game = all_games().get(after.game)
    usual = {option.name: option.default for option in msgspec.structs.fields(game.options)} if game else {}
    for name in sorted(before.game_options.keys() | after.game_options.keys()):
        label = labels.get(f"{after.game}__{name}") or humanised(name)
        was, now = (settings.game_options.get(name, usual.get(name)) for settings in (before, after))
        yield from _changed(str(label), _plain(was), _plain(now))


def _in_words(path: str, *values: Any) -> list[str]:
    """The values of a setting; what is left out has its usual value."""
    known = SETTINGS[path]
    choices: Mapping[Any, Any] = dict(known.options.get("choices", ()))
    usual = "" if "" in choices else known.initial
    found = [usual if value in (UNSET, None) else value for value in values]
    if any(isinstance(value, bool) for value in found):
        found = [bool(value) for value in found]
    say = WORDS.get(path, _plain)
    return [str(choices[value]) if path != "format" and value in choices else say(value) for value in found]


def _plain(value: Any) -> str:
    match value:
        case bool():
            return _("yes") if value else _("no")
        case None | "":
            return NOTHING
        case datetime():
            return dates.when(timezone.localtime(value))
        case list() | tuple():
            more = len(value) - MOST_LISTED
            shown = joined([str(one) for one in value[:MOST_LISTED]]) or NOTHING
            return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown
        case dict():
            return joined([f"{humanised(str(key))} {_plain(part)}" for key, part in value.items()])
    return str(value)


def _minutes(seconds: int | None) -> str:
    return _("{minutes} minutes").format(minutes=points(f"{seconds}/{MINUTE}").text) if seconds else NOTHING


def _chain(tie_breaks: Sequence[TieBreak]) -> str:
    return joined([_tie_break(one) for one in tie_breaks]) or NOTHING


def _tie_break(one: TieBreak) -> str:
    """A tie-break, with its options if it has any."""
    options = {} if isinstance(one, str) else msgspec.structs.asdict(one)
    return f"{criterion(name_of(one))} ({_plain(options)})" if options else criterion(name_of(one))


WORDS: Mapping[str, Callable[[Any], str]] = {
    "format": format_in_words,
    "clock_seconds": _minutes,
    "tie_breaks": _chain,
}
