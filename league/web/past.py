"""`/t/<code>/at` and `/t/<code>/at/<when>`: a night as it was, with what was corrected since marked.

| when | means |
| --- | --- |
| `20:15`, `20:15:30` | that time on the night; one before its start is after midnight |
| `2026-12-01T20:15` | that time in the club's time zone |
| `17` | just after the event with that version of the tournament |

What is hidden from the reader by now is hidden here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.domain.tournament.closing.events import RoundClosed, TournamentClosed, TournamentReopened
from league.domain.tournament.results.events import ResultCorrected
from league.domain.tournament.rounds.events import RoundPublished, RoundStarted
from league.models import Event, Tournament
from league.queries.wording import game_name
from league.repository.streams import NoSuchStream
from league.web import night, pages, public
from league.web.links import said
from league.web.lookup import reader_of, tournament_of
from league.web.night import Night, ShownRound, ShownTable, Standing

EARLY = timedelta(hours=6)
"""How long before its start a time still belongs to the night."""
NOT_FOUND = 404
NEWS = (RoundPublished, RoundStarted, RoundClosed, ResultCorrected, TournamentClosed, TournamentReopened)
Tables = Mapping[str, tuple[ShownRound, ShownTable]]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened. version: of the tournament after it."""

    at: datetime
    words: str
    version: int


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table then. now: the same one with another result by now; None where nothing has changed."""

    then: ShownTable
    now: ShownTable | None
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as it was then."""

    round: ShownRound
    tables: Sequence[PastTable]

    @property
    def changes(self) -> int:
        return sum(table.now is not None for table in self.tables)


@require_safe
@pages.in_its_language
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """The moments of a night, each with the night as it was then; `?time=` goes to another one."""
    row = tournament_of(code)
    found = night.read(row, reader_of(request, row), pages.present())
    if wanted := request.GET.get("time", "").replace("/", "")[:LONGEST]:
        return HttpResponseRedirect(reverse("web:at", args=[found.code, wanted]))
    context = {"night": found, "moments": _moments(row, found), "visibility": row.visibility}
    return pages.page(request, "past", "league/web/past/moments.html", context)


LONGEST, LONGEST_VERSION = 19, 9
"""Of a time in an address; of a version."""


@require_safe
@pages.in_its_language
def as_it_was(request: HttpRequest, code: str, when: str) -> HttpResponse:
    """The night as it was."""
    try:
        row = tournament_of(code)
        who = reader_of(request, row)
    except Http404:
        return public.unknown(request, code)
    today = night.read(row, who, pages.present())
    moments = _moments(row, today)
    known = _recorded(row, when) if when.isdecimal() else _typed(when, row, moments, today)
    try:
        past = night.read_then(row, who, *known) if known else None
    except NoSuchStream:
        past = None
    if past is None:
        return _nothing(request, today)
    context = {
        "night": past,
        "now": past.now,
        "game": game_name(past.settings.game),
        "rounds": _rounds(row, past, today),
        "blocks": [(title, _with_today(rows, today)) for title, rows in past.blocks],
        "is_other": [row.place for row in past.standings] != [row.place for row in today.standings],
        "before": next((one for one in reversed(moments) if one.version < past.version), None),
        "after": next((one for one in moments if one.version > past.version), None),
        "time": f"{past.now.astimezone(today.zone):%H:%M}",
    }
    return pages.page(request, "past", "league/web/past/night.html", context)


def _nothing(request: HttpRequest, found: Night) -> HttpResponse:
    heading, text = _("Nothing is known of this time"), _("Choose a time at which the night was under way.")
    return said(request, heading, text, reverse("web:moments", args=[found.code]), _("Choose a time"), NOT_FOUND)


Known = tuple[int | datetime, datetime]
"""What was known: up to a position of the log or a time; and the time of the clocks then."""


def _recorded(row: Tournament, version: str) -> Known | None:
    """After the event with that version, and what its command caused as well; None if there is none."""
    number = int(version) if version.isascii() and len(version) <= LONGEST_VERSION else 0
    events = Event.objects.filter(club=row.club_id, stream=row.pk).order_by("version")
    at = events.filter(version=number).values_list("recorded_at", flat=True).first()
    following = events.filter(version__gt=number, command__isnull=False).values_list("version", flat=True).first()
    own = events if following is None else events.filter(version__lt=following)
    return None if at is None else (own.values_list("position", flat=True).reverse()[0], at)


def _typed(when: str, row: Tournament, moments: Sequence[Moment], today: Night) -> Known | None:
    """The time that somebody typed; None for no time, and for one that is still to come."""
    begin = row.starts_at or (moments[0].at if moments else today.now)
    try:
        if "T" in when:
            found = datetime.fromisoformat(when).replace(tzinfo=today.zone)
        else:
            found = _on_the_night(time.fromisoformat(when), begin, today.zone)
        return (found, found) if found <= today.now else None
    except (ValueError, OverflowError):
        return None


def _on_the_night(clock: time, start: datetime, zone: ZoneInfo) -> datetime:
    """That time on the night; one well before its start is after midnight."""
    begin = start.astimezone(zone)
    found = datetime.combine(begin.date(), clock.replace(tzinfo=None), zone)
    return found if found >= begin - EARLY else found + timedelta(days=1)


def _moments(row: Tournament, found: Night) -> list[Moment]:
    """What happened on the night, in order, as far as its readers may know."""
    types = [event.type for event in NEWS]
    events = Event.objects.filter(club=row.club_id, stream=row.pk, type__in=types).order_by("version")
    tables = {table.id: (round, table) for round in found.rounds for table in round.tables}
    rounds = {round.id: round for round in found.rounds}
    listed = events.values_list("type", "data", "recorded_at", "version")
    told = (Moment(at, _words(type_, data, rounds, tables), version) for type_, data, at, version in listed)
    return [moment for moment in told if moment.words]


def _words(type_: str, data: Mapping[str, object], rounds: Mapping[str, ShownRound], tables: Tables) -> str:
    """What an event tells; "" for one of a round that is no more."""
    if type_ == TournamentClosed.type:
        return _("The tournament is closed")
    if type_ == TournamentReopened.type:
        return _("The tournament is open again")
    if type_ == ResultCorrected.type:
        known = tables.get(str(data.get("table")))
        facts = {"round": known[0].number, "table": known[1].number} if known else {}
        return _("Round {round}, table {table}: the result is corrected").format(**facts) if known else ""
    round = rounds.get(str(data.get("round")))
    templates = {
        RoundPublished.type: _("Round {round} is published"),
        RoundStarted.type: _("Round {round} has started"),
        RoundClosed.type: _("Round {round} is closed"),
    }
    return templates[type_].format(round=round.number) if round else ""


def _rounds(row: Tournament, past: Night, today: Night) -> list[PastRound]:
    """The rounds as they were then, the newest first, with what has changed since."""
    now = {table.id: table for round in today.rounds for table in round.tables}
    changed = dict(_changes(row))
    return [
        PastRound(round, [_compared(table, now.get(table.id), changed.get(table.id)) for table in round.tables])
        for round in reversed(past.rounds)
    ]


def _compared(then: ShownTable, now: ShownTable | None, at: datetime | None) -> PastTable:
    is_other = now is not None and then.shows_result and now.shows_result and _result(then) != _result(now)
    return PastTable(then, now if is_other else None, at if is_other else None)


def _result(table: ShownTable) -> list[tuple[object, ...]]:
    return [(seat.entry, seat.score, seat.place, seat.absent) for seat in table.seats]


def _changes(row: Tournament) -> Iterator[tuple[str, datetime]]:
    """When the result of each table was last changed, by the table."""
    events = Event.objects.filter(club=row.club_id, stream=row.pk, type__startswith="tournament.result_")
    for data, at in events.order_by("version").values_list("data", "recorded_at"):
        if "table" in data:
            yield str(data["table"]), at


def _with_today(rows: Sequence[Standing], today: Night) -> list[tuple[Standing, int | None]]:
    """The standings then, each with the place by now where that is another one."""
    places = {row.entry: row.place for row in today.standings}
    return [(row, place if (place := places.get(row.entry)) != row.place else None) for row in rows]
