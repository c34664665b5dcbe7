"""Ratings follow the log, and are always those that everything would come to that the log says now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating
from uuid6 import uuid7

from league.domain.ratings import OVERALL, Strength
from league.domain.tournament.closing.commands import Cancel, CloseRound
from league.domain.tournament.entries.commands import CheckIn, NewEntry
from league.domain.tournament.results.commands import CorrectResult, RecordResult, WithdrawResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.commands import Start
from league.domain.tournament.rounds.state import Table
from league.log import store
from league.models import FollowerPosition, Person, RatedRound, Rating
from league.projections import followers
from league.projections.ratings import RATINGS, follow_ratings
from league.projections.rebuild import rebuild
from league.seating import planning
from league.services import tournaments
from tests.league.nights import ACTOR, Night, new_club, new_people

pytestmark = pytest.mark.django_db

Known = dict[tuple[str, str], tuple[float, float, float, int]]


def rated() -> Known:
    """Every rating of all clubs: by name and game, to the last bit."""
    return {
        (row.person.name, row.game): (row.mu, row.sigma, row.shown, row.games)
        for row in Rating.objects.select_related("person")
    }


def rating_of(person: Person, game: str) -> Strength | None:
    """A rating as the domain has it; None before the first rated table."""
    found = Rating.objects.filter(person=person, game=game).first()
    return None if found is None else Strength(found.mu, found.sigma, found.games)


def steps() -> list[tuple[Any, ...]]:
    """The whole history."""
    fields = [field.name for field in RatedRound._meta.concrete_fields if field.name != "id"]
    return list(RatedRound.objects.values_list(*fields))


def evening(people: list[Person], rounds: int = 2, **settings: Any) -> Night:
    """A night at tables of four, fewer where they do not fill one, all rounds closed."""
    night = Night.open(people[0].club, table_size={"min": 2, "max": 4, "prefer": 4}, **settings)
    night.enter(people)
    for _ in range(rounds):
        night.play_round()
    return night


def turn_over(night: Night) -> Table:
    """Corrects the first table of a night: the last was the first. The table as it was before."""
    table = night.state().rounds[0].tables[0]
    assert table.result is not None
    places = {entry: len(table.seats) + 1 - place for entry, place in table.result.places.items()}
    night.send(CorrectResult(table=table.id, said=Report(places=places), at=night.at, by=ACTOR, reason="upside down"))
    return table


def by_library(*nights: Night) -> dict[str, tuple[float, float]]:
    """Everybody overall, as openskill's own `rate` has it, nights one after the other."""
    model, known = PlackettLuce(), dict[str, PlackettLuceRating]()
    names = {str(person.pk): person.name for person in Person.objects.all()}
    for night in nights:
        state = night.state()
        for found in state.closed_rounds:
            for table in found.tables:
                assert table.result is not None
                people = [names[state.entries[entry].person or ""] for entry in table.seats]
                ranks = [float(table.result.places[entry]) for entry in table.seats]
                teams = [[known.get(name) or model.rating()] for name in people]
                known.update(zip(people, (after for (after,) in model.rate(teams, ranks=ranks)), strict=True))
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}


def overall() -> dict[str, tuple[float, float]]:
    return {name: (mu, sigma) for (name, game), (mu, sigma, _, _) in rated().items() if game == OVERALL}


def test_nights_move_ratings_in_the_order_of_play() -> None:
    people = new_people(new_club(), 8)
    first = evening(people)
    followers.follow()
    second = evening(people[:4], rounds=1)
    followers.follow()
    assert overall() == by_library(first, second)
    assert {games for (name, game), (_, _, _, games) in rated().items() if name in ("P1", "P4")} == {3}
    best = rating_of(people[0], "scoresheet")
    assert best is not None
    assert (best.mu, best.sigma, best.shown, best.games) == rated()["P1", "scoresheet"]
    assert rating_of(people[0], "four-monkeys") is None


def test_only_what_is_over_is_rated() -> None:
    people = new_people(new_club(), 4)
    night = evening(people, rounds=1)
    followers.follow()
    before = rated()
    night.report(night.start_round(), night.entries.index)
    followers.follow()
    assert rated() == before
    night.send(WithdrawResult(night.state().rounds[-1].tables[0].id))
    followers.follow()
    assert rated() == before


def test_a_correction_is_as_if_it_had_been_so_from_the_start() -> None:
    people = new_people(new_club(), 8)
    first, second = evening(people), evening(people)
    followers.follow()
    wrong, last = rated(), steps()[-1]
    table = turn_over(first)
    followers.follow()
    assert rated() != wrong
    assert overall() == by_library(first, second)
    assert steps()[-1][:5] == last[:5]
    assert rebuild() == []
    known = table.result
    assert known is not None
    first.send(
        CorrectResult(table=table.id, said=Report(places=known.places), at=first.at, by=ACTOR, reason="it was right")
    )
    followers.follow()
    assert rated() == wrong


def test_a_correction_that_says_who_was_away_takes_their_game_off() -> None:
    people = new_people(new_club(), 2)
    night = evening(people, rounds=1)
    followers.follow()
    assert len(rated()) == 4
    table = night.state().rounds[0].tables[0]
    away = Report(places={table.seats[0]: 1}, absent=(table.seats[1],))
    night.send(CorrectResult(table=table.id, said=away, at=night.at, by=ACTOR, reason="nobody came"))
    followers.follow()
    assert (rated(), steps()) == ({}, [])
    assert rebuild() == []


def test_a_tournament_that_is_called_off_has_never_been() -> None:
    people = new_people(new_club(), 8)
    alone = evening(people[:6])
    followers.follow()
    without = (rated(), steps())
    cancelled = evening(people)
    followers.follow()
    assert rated() != without[0]
    cancelled.send(Cancel("a test"))
    followers.follow()
    assert (rated(), steps()) == without
    assert overall() == by_library(alone)


def test_what_came_before_a_cancelled_one_is_kept_and_what_came_after_is_computed_anew() -> None:
    people = new_people(new_club(), 8)
    first, cancelled = evening(people[:5]), evening(people)
    after = evening(people[3:])
    followers.follow()
    cancelled.send(Cancel("a test"))
    followers.follow()
    assert overall() == by_library(first, after)
    assert rebuild() == []


def test_a_reopened_tournament_keeps_what_was_played_and_goes_on() -> None:
    people = new_people(new_club(), 4)
    night = evening(people)
    night.close()
    followers.follow()
    before = rated()
    tournaments.reopen(night.id, "one more", club=night.club.pk, actor=ACTOR, at=night.at)
    followers.follow()
    assert rated() == before
    night.play_round()
    followers.follow()
    assert {games for _, _, _, games in rated().values()} == {3}
    assert overall() == by_library(night)


def test_a_team_is_rated_whole() -> None:
    club = new_club()
    people = new_people(club, 4)
    night = Night.open(club, table_size={"min": 2, "max": 2})
    teams = [NewEntry(str(uuid7()), None, tuple(str(one.pk) for one in pair)) for pair in (people[:2], people[2:])]
    names = {team.id: name for team, name in zip(teams, ("Owls", "Foxes"), strict=True)}
    tournaments.register(night.id, teams, names, club=club.pk, actor=ACTOR, at=night.at)
    night.entries = [team.id for team in teams]
    for team in teams:
        night.send(CheckIn(team.id))
    night.play_round()
    followers.follow()
    known = overall()
    assert known["P1"] == known["P2"] > known["P3"] == known["P4"]
    assert rebuild() == []


def test_each_round_counts_for_the_game_it_was_played_with() -> None:
    club = new_club()
    night = evening(new_people(club, 4), rounds=1)
    plan = planning.plan_next(night.id, club=club.pk, game="monster-trick")
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    found = night.state().rounds[-1]
    night.send(Start(found.id, night.at))
    (table,) = night.state().rounds[-1].tables
    places = {entry: place for place, entry in enumerate(table.seats, 1)}
    night.send(RecordResult(table.id, places, night.at, source="table"))
    night.send(CloseRound(found.id))
    followers.follow()
    games = {game: games for (name, game), (_, _, _, games) in rated().items() if name == "P1"}
    assert games == {"scoresheet": 1, "monster-trick": 1, OVERALL: 2}


def orders() -> list[Callable[[list[Any]], list[Any]]]:
    return [list, lambda clubs: clubs[::-1]]


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_however_it_is_followed_the_ratings_are_the_same(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Event by event or many at once, one club or the other first, a correction seen early or late."""
    clubs = [new_club("One"), new_club("Other")]
    nights = [evening(new_people(club, 6)) for club in clubs]
    turn_over(nights[0])
    followers.follow()
    known = (rated(), steps())
    monkeypatch.setattr(followers, "BATCH", batch)
    for order in orders():
        for club in order(clubs):
            Rating.objects.filter(club=club).delete()
            RatedRound.objects.filter(club=club).delete()
            FollowerPosition.objects.filter(club=club).update(position=0)
            followers.follow(club.pk)
        assert (rated(), sorted(steps())) == (known[0], sorted(known[1]))
    assert rebuild() == []


def test_no_round_is_rated_before_the_follower_has_come_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    night = evening(new_people(new_club(), 4), rounds=3)
    monkeypatch.setattr(followers, "BATCH", 5)
    rounds = []
    while followers._follow_some(night.club.pk, RATINGS, follow_ratings):
        position = FollowerPosition.objects.get(name=RATINGS).position
        rounds.append(RatedRound.objects.count())
        assert not RatedRound.objects.filter(position__gt=position).exists()
    assert list(dict.fromkeys(rounds)) == [0, 1, 2, 3]


def test_a_rebuild_names_what_was_wrong() -> None:
    people = new_people(new_club(), 4)
    evening(people)
    followers.follow()
    known = (rated(), steps())
    Rating.objects.filter(person=people[0], game=OVERALL).update(mu=99)
    first = RatedRound.objects.order_by("position")[0]
    RatedRound.objects.filter(pk=first.pk).update(tables=first.tables.replace("scoresheet", "chess"))
    wrong = f"ratings of round 1 of tournament {first.tournament_id}"
    assert sorted(rebuild()) == sorted([f"rating of {people[0].pk} in all games", wrong])
    assert (rated(), steps()) == known


def test_ratings_that_fail_hold_up_no_league_table(monkeypatch: pytest.MonkeyPatch) -> None:
    night = evening(new_people(new_club(), 4))

    def fails(club: Any, events: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(followers.FOLLOWERS, RATINGS, fails)
    with pytest.raises(ZeroDivisionError):
        followers.follow(night.club.pk)
    newest = store.feed(night.club.pk, 0, 10_000)[-1].position
    positions = dict(FollowerPosition.objects.values_list("name", "position"))
    assert positions == {followers.LEAGUE_TABLES: newest}
    monkeypatch.undo()
    followers.follow(night.club.pk)
    assert overall() == by_library(night)
