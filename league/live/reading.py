"""What the hub reads: the new events of all followed streams in one query, and once for callers who see the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from games.kernel import Json
from league.access.roles import Caller
from league.domain.tournament.desk.events import OF_CALLERS
from league.live.following import Followed, Following
from league.live.messages import LiveMessage, merged
from league.log import store
from league.log.envelope import Stored
from league.models import Event, Table, Tournament
from league.projections.standings import LIVE
from league.queries import event_feed
from league.repository.streams import GAME

PART = 1000
MAY_END = frozenset(
    f"tournament.{name}"
    for name in (
        "changed",
        "cancelled",
        "closed",
        "removed",
        "round_cancelled",
        "round_closed",
        "round_discarded",
        "round_repaired",
    )
)
"""The types of events after which a link or a visitor may have no access any longer."""


class Change(NamedTuple):
    """An event that a caller may see. version: in its stream. round, table: ids, where it is of one."""

    position: int
    version: int
    type: str
    round: str | None
    table: str | None


class Wanted(NamedTuple):
    """What is to be read of a stream: the events above `version`, as each of the callers may see them.

    tables: those whose versions are wanted with an event that names none.
    """

    followed: Followed
    version: int
    callers: frozenset[Caller]
    tables: frozenset[str]


class News(NamedTuple):
    """New events of a stream.

    version: of the newest. changes: by who may see them. may_end: whether callers may have lost their access by them.
    """

    version: int
    changes: Mapping[Caller, Sequence[Change]]
    may_end: bool


class KnownTable(NamedTuple):
    """A table's round, None for a friendly game, and its version, which rises with its games too."""

    round: str | None
    version: int


class Reading(NamedTuple):
    """The news by stream, and the tables that they are about, by id."""

    news: Mapping[UUID, News]
    tables: Mapping[str, KnownTable]


class Start(NamedTuple):
    """The first message of a stream. seen: the versions of the followed streams of the log that it includes."""

    message: LiveMessage
    seen: dict[UUID, int]


def read(wanted: Sequence[Wanted]) -> Reading:
    """Reads the new events of all these streams at once."""
    found = store.load_all({(want.followed.club, want.followed.id): want.version for want in wanted})
    grown = [(want, rows) for want in wanted if (rows := found.get(want.followed.id))]
    seen = _seen(grown)
    news = {}
    for want, rows in grown:
        changes = {who: seen(want, who) for who in want.callers}
        news[want.followed.id] = News(rows[-1].version, changes, any(row.type in MAY_END for row in rows))
    return Reading(news, _tables(set(_named(grown, news))))


def _seen(grown: Sequence[tuple[Wanted, Sequence[Stored]]]) -> Callable[[Wanted, Caller], list[Change]]:
    """What a caller may see of a stream's new events. It is found out once for callers who see the same."""
    hiding = _clubs_that_hide({want.followed.club for want, _ in grown})
    apart = {want.followed.id for want, rows in grown if want.followed.club in hiding or _are_for_some(rows)}
    rows_for: dict[Hashable, list[Stored]] = defaultdict(list)
    callers: dict[Hashable, Caller] = {}
    for want, rows in grown:
        by_key = {_view_of(who, want.followed, apart): who for who in want.callers}
        callers |= by_key
        for key in by_key:
            rows_for[key] += rows
    events: dict[tuple[Hashable, UUID], list[Json]] = defaultdict(list)
    for key, rows in rows_for.items():
        for event in event_feed.shown(rows, callers[key]):
            events[key, event["stream"]].append(event)
    return lambda want, who: _changes(events[_view_of(who, want.followed, apart), want.followed.id], want)


def _view_of(who: Caller, followed: Followed, apart: Collection[UUID]) -> Hashable:
    """What a caller sees of a stream depends on this alone; a player sees their own hand.

    apart: the streams in which holders of links see different things: results of their own table that are hidden from
    others, and their own calls for the director.
    """
    own = who.reader if who.link and followed.id in apart else None
    return who.club, who.role, own, who.player if followed.kind == GAME else None


def _are_for_some(rows: Iterable[Stored]) -> bool:
    """Whether some of these events are shown to the staff and one holder of a link alone."""
    return any(row.type in OF_CALLERS for row in rows)


def _clubs_that_hide(clubs: Collection[UUID]) -> set[UUID]:
    """The clubs among these with a tournament that hides some results."""
    hiding = Tournament.objects.filter(club__in=clubs).exclude(standings_shown=LIVE)
    return set(hiding.order_by().values_list("club", flat=True).distinct())


def _changes(events: Iterable[Json], want: Wanted) -> list[Change]:
    """The events without what is in them. Those of a game are about its table."""
    table = next(iter(want.tables), None) if want.followed.kind == GAME else None
    return [_change(event, {"table": table} if table else event["data"]) for event in events]


def _change(event: Json, data: Json) -> Change:
    return Change(
        position=event["position"],
        version=event["version"],
        type=event["type"],
        round=data.get("round"),
        table=data.get("table"),
    )


def _named(grown: Iterable[tuple[Wanted, object]], news: Mapping[UUID, News]) -> Iterator[str]:
    """The tables that changes name, and the followed ones where a change names none."""
    for want, _ in grown:
        for changes in news[want.followed.id].changes.values():
            yield from (change.table for change in changes if change.table)
            if any(change.table is None for change in changes):
                yield from want.tables


def _tables(ids: set[str]) -> dict[str, KnownTable]:
    found = Table.objects.filter(pk__in=ids).values_list("pk", "round", "version", "game_version") if ids else ()
    rows: Iterable[tuple[UUID, UUID | None, int, int]] = found
    return {
        str(id): KnownTable(None if round is None else str(round), version + played)
        for id, round, version, played in rows
    }


def message(following: Following, changes: Sequence[Change], tables: Mapping[str, KnownTable]) -> LiveMessage | None:
    """One message about the changes that concern what is followed; None if none does."""
    of_it = [change for change in changes if following.concerns(change.round, change.table)]
    return merged([_message(following, change, tables) for change in of_it]) if of_it else None


def _message(following: Following, change: Change, tables: Mapping[str, KnownTable]) -> LiveMessage:
    table = None if change.table is None else tables.get(change.table)
    own = None if following.table is None else tables.get(str(following.table))
    return LiveMessage(
        position=change.position,
        version=change.version if own is None else own.version,
        types=(change.type,),
        round=change.round or (table and table.round),
        table=change.table,
    )


def start(following: Following, last: int | None) -> Start:
    """The first message: the newest position and, for who resumes after the position `last`, what was missed."""
    heads = [(followed, head) for followed in following.streams if (head := _head(followed))]
    seen = dict.fromkeys((followed.id for followed in following.streams), 0)
    seen |= {followed.id: version for followed, (_, version) in heads}
    position = max((position for _, (position, _) in heads), default=0)
    missed = None if last is None or last >= position else _missed(following, last, seen)
    return Start(missed or _nothing_yet(following, position, seen), seen)


def _nothing_yet(following: Following, position: int, seen: Mapping[UUID, int]) -> LiveMessage:
    """The message that tells the position alone."""
    return LiveMessage(position=position, version=_version(following, seen), types=(), round=None, table=None)


def _head(followed: Followed) -> tuple[int, int] | None:
    """The position and the version of a stream's last event; None for a game that has not begun."""
    rows = Event.objects.filter(club=followed.club, stream=followed.id).order_by("-version")
    return rows.values_list("position", "version").first()


def _version(following: Following, seen: Mapping[UUID, int]) -> int:
    if following.table is None:
        return seen[following.streams[0].id]
    known = _tables({str(following.table)}).get(str(following.table))
    return 0 if known is None else known.version


def _missed(following: Following, last: int, seen: Mapping[UUID, int]) -> LiveMessage | None:
    """What the caller may see of the events above a position, up to the versions in `seen`."""
    tables = frozenset({str(following.table)} if following.table else ())
    changes: list[Change] = []
    for followed in following.streams:
        want = Wanted(followed, seen[followed.id], frozenset({following.who}), tables)
        for rows in _parts(followed, last):
            known = [row for row in rows if row.version <= want.version]
            changes += _changes(event_feed.shown(known, following.who), want)
    return message(following, changes, _tables({change.table for change in changes if change.table} | tables))


def _parts(followed: Followed, after: int) -> Iterator[Sequence[Stored]]:
    while rows := store.feed(followed.club, after, PART, stream=followed.id):
        yield rows
        after = rows[-1].position
