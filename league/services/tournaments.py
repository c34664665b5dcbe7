"""What the domain leaves to its caller: ids, secrets and times for a tournament's commands, and the plan of a round.

Each function is one command through `services`; all raise what `services.execute` raises, and Rejected.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

import msgspec
from uuid6 import uuid7

from games import Match
from games.kernel import N_, Aggregate, Rejected
from games.registry import find_game
from league.domain.season.commands import AddTournament, RemoveEvent
from league.domain.season.state import Season as SeasonState
from league.domain.tournament import rules as tournament
from league.domain.tournament.changes import changed
from league.domain.tournament.closing.commands import Remove, Reopen
from league.domain.tournament.commands import Change, Create
from league.domain.tournament.entries.commands import CheckIn, NewEntry, Register
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import entry_state
from league.domain.values.faults import BadFields, Fault, PartsRefused, refuse
from league.domain.values.names import checked
from league.log.store import writing
from league.models import Club, Entry, Person, Season
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT
from league.seating.table_sizes import pairs_of, sizes_of
from league.services import clubs, execution
from league.services.execution import Done, Work
from league.services.friendly_games import SECRET_BYTES
from league.services.preconditions import raise_version

REGISTERED = "registered"
NOBODY: Mapping[str, Person] = MappingProxyType({})


def new_secret() -> str:
    """A secret that draws are made from, and revealed at the close: 128 random bits as 32 hex digits."""
    return secrets.token_hex(SECRET_BYTES)


def create(settings: Create, *, actor: str, at: datetime) -> Done:
    """Opens a tournament and adds it to its seasons. Raises BadFields for settings that the game refuses."""
    club, id = UUID(settings.club), uuid7()
    settings = for_its_game(settings)
    aggregate = Aggregate(tournament.RULES)
    aggregate.begin(tournament.start(settings, new_secret()))

    def run(work: Work) -> streams.Stream:
        raise_version(Club, club)
        opened = work.open(TOURNAMENT, id, aggregate)
        for wanted in sorted(set(map(UUID, settings.seasons))):  # one order of locks for everybody
            work.send(work.stream(SEASON, wanted), AddTournament(str(uuid7()), str(id)))
        return opened

    return execution.commit(run, club=club, actor=actor, at=at)


def change(id: UUID, command: Change, *, club: UUID, actor: str, at: datetime) -> Done:
    """Changes a tournament's settings. Raises BadFields for what does not go with the game."""
    run = _changing(id, command, club)
    return execution.commit(run, waits_for=id, club=club, actor=actor, at=at)


def change_with_seasons(
    id: UUID, command: Change, seasons: Collection[UUID], *, club: UUID, actor: str, at: datetime
) -> Done:
    """Changes a tournament's settings, and the seasons in which it counts. Raises Rejected, and as `change` does."""
    change_settings = _changing(id, command, club)

    def run(work: Work) -> streams.Stream:
        stream = change_settings(work)
        _count_in(work, id, frozenset(seasons))
        return stream

    return execution.commit(run, waits_for=id, club=club, actor=actor, at=at)


def _changing(id: UUID, command: Change, club: UUID) -> Callable[[Work], streams.Stream]:
    def run(work: Work) -> streams.Stream:
        stream = work.stream(TOURNAMENT, id)
        settings = changed(stream.aggregate.state.settings, command)
        for_its_game(Create(club=str(club), **{name: getattr(settings, name) for name in Settings.__struct_fields__}))
        work.send(stream, command)
        return stream

    return run


def _count_in(work: Work, id: UUID, wanted: frozenset[UUID]) -> None:
    """Takes a tournament out of its other seasons, and adds it to the wanted ones."""
    current = frozenset(Season.objects.filter(tournaments=id).values_list("pk", flat=True))
    for season in sorted(wanted ^ current):  # one order of locks for everybody
        stream = work.stream(SEASON, season)
        if season in wanted:
            work.send(stream, AddTournament(str(uuid7()), str(id)))
        else:
            state: SeasonState = stream.aggregate.state
            for event in [event.id for event in state.events.values() if event.tournament == str(id)]:
                work.send(stream, RemoveEvent(event))


def reopen(id: UUID, reason: str | None, *, club: UUID, actor: str, at: datetime) -> Done:
    """Reopens a closed tournament. The secret of its further draws is drawn here."""
    command = Reopen(at, new_secret(), reason)
    return execution.execute(TOURNAMENT, id, command, club=club, actor=actor, at=at)


def remove(id: UUID, *, club: UUID, actor: str, at: datetime) -> Done:
    """Removes a tournament in which no round was ever seated, from its seasons too. Raises Rejected once one was.

    All seasons of the club are locked, so that none takes the tournament in meanwhile.
    """

    def run(work: Work) -> streams.Stream:
        raise_version(Club, club)
        stream = work.stream(TOURNAMENT, id)
        work.send(stream, Remove())
        for season in work.streams_of(SEASON, list(Season.objects.filter(club=club).values_list("pk", flat=True))):
            for event in list(season.aggregate.state.events.values()):
                if event.tournament == str(id):
                    work.send(season, RemoveEvent(event.id))
        return stream

    return execution.commit(run, waits_for=id, club=club, actor=actor, at=at)


def for_its_game(settings: Create) -> Create:
    """The settings with the game's own table sizes, unless some are given.

    Refuses a game that is unknown here, options that it does not know, and tables that it can't seat.
    """
    try:
        game = find_game(settings.game)
        size = settings.table_size or (pairs_of(game, settings) or sizes_of(game))
        if not game.min_players <= size.min <= size.max <= game.max_players:
            template = N_("{title} is played by {fewest} to {most} players.")
            facts = {"title": game.title, "fewest": game.min_players, "most": game.max_players}
            raise BadFields([Fault("table_size", "unfit", template, facts)])
        Match.start(settings.game, [str(seat) for seat in range(size.min)], settings.game_options)
        return msgspec.structs.replace(settings, table_size=size)
    except BadFields:
        raise
    except Rejected as refusal:
        if refusal.code != "unknown_game":
            refusal.move_under(("game_options",))
        own = Fault(refusal.field or "", refusal.code, refusal.template, refusal.facts)
        raise BadFields(refusal.faults or [own]) from refusal


def register(
    id: UUID,
    entries: Sequence[NewEntry],
    teams: Mapping[str, str],
    *,
    club: UUID,
    actor: str,
    at: datetime,
    are_here: bool = False,
    also_here: Iterable[str] = (),
    new: Mapping[str, Person] = NOBODY,
) -> Done:
    """Enters people or teams. teams: names of the teams by entry id; they are not in the log.

    are_here: they are checked in as well. also_here: ids of some of them, and of entries from before, to check in too.
    new: people who are created for it, by the path at which an entry names them.
    Raises BadFields, by number in the list and field ("0.person"), for people whom the club does not know, for wrong
    fields of new ones, and for teams without a name.
    """
    people = {f"{number}.{field}": id for number, entry in enumerate(entries) for field, id in _people(entry)}
    known = [(path, id) for path, id in people.items() if path not in new]
    created = {f"{path.removesuffix('.person')}.new_person": person for path, person in new.items()}
    numbers = {entry.id: number for number, entry in enumerate(entries)}

    def run(work: Work) -> streams.Stream:
        stream = work.stream(TOURNAMENT, id)
        if entries:
            work.send(stream, Register(entries=tuple(entries)))
        arrived = [*(entry.id for entry in entries if are_here), *also_here]
        for entry in arrived:
            work.send(stream, CheckIn(entry, at=at, by=actor))
        return stream

    with writing(id):
        clubs.refuse_forgotten(club, known)
        refuse([*clubs.unknown_people(club, known), *clubs.faults_of(created), *_team_faults(entries, teams)])
        stored = {entry: checked(f"{numbers[entry]}.team", team) for entry, team in teams.items()}
        clubs.add_people(list(new.values()), actor=actor, at=at)
        done = execution.commit(run, waits_for=id, club=club, actor=actor, at=at)
        for entry, team in stored.items():
            Entry.objects.filter(pk=entry).update(team=team)
    return done


def check_in(id: UUID, entries: Sequence[str] | None, *, club: UUID, actor: str, at: datetime) -> Done:
    """Checks in entries, all of them or none. None: everyone who is expected and has not left.

    Raises Refusals as `CheckIn` does, by number in the list ("entries.0").
    """

    def run(work: Work) -> streams.Stream:
        stream, refused = work.stream(TOURNAMENT, id), PartsRefused()
        state: Tournament = stream.aggregate.state
        for number, entry in enumerate(expected(state) if entries is None else entries):
            with refused.part("entries", number):
                work.send(stream, CheckIn(entry, at=at, by=actor))
        refused.refuse()
        return stream

    return execution.commit(run, waits_for=id, club=club, actor=actor, at=at)


def expected(state: Tournament) -> list[str]:
    """The entries that are registered, and neither checked in nor gone."""
    return [entry.id for entry in state.entries.values() if entry_state(state, entry) == REGISTERED]


def _people(entry: NewEntry) -> Iterator[tuple[str, str]]:
    if entry.person is not None:
        yield "person", entry.person
    yield from ((f"members.{number}", member) for number, member in enumerate(entry.members))


def _team_faults(entries: Sequence[NewEntry], teams: Mapping[str, str]) -> Iterator[Fault]:
    for number, entry in enumerate(entries):
        is_named = entry.id in teams
        if entry.members and not is_named:
            yield Fault(f"{number}.team", "required", N_("A team has a name."))
        if is_named and not entry.members:
            yield Fault(f"{number}.members", "required", N_("A team has members."))
        if entry.person is None and not entry.members and not is_named:
            yield Fault(f"{number}.person", "required", N_("An entry is a person, or a team with its members."))
