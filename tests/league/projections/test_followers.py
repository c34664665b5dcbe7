"""The league table follows the log, is caught up after a fault, and a rebuild gives it again."""

from __future__ import annotations

from fractions import Fraction
from uuid import UUID

import pytest

from league.domain.season.commands import AddTournament
from league.log import store
from league.models import Club, FollowerPosition, LeagueTableRow, Table
from league.projections import followers
from league.projections.followers import LEAGUE_TABLES
from league.projections.rebuild import rebuild
from league.services import execution
from tests.league.nights import ACTOR, EVENING, SEASON, Night, new_club, new_people, open_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def nights() -> tuple[UUID, list[Night]]:
    """A season of two nights of six, at tables of three: the second night in the opposite order."""
    club = new_club()
    season = open_season(club)
    people = new_people(club, 6)
    nights = []
    for sign in (-1, 1):
        night = Night.open(club, seasons=[str(season)], table_size={"min": 3, "max": 3, "prefer": 3}, rounds=2)
        night.enter(people)
        for _ in range(2):
            night.play_round({entry: 100 + sign * at for at, entry in enumerate(night.entries)}.__getitem__)
        nights.append(night)
    return season, nights


def table_of(season: UUID) -> list[tuple[int | None, str, str]]:
    """Place, name and points of each row."""
    rows = LeagueTableRow.objects.filter(season=season).select_related("person")
    return [(row.place, row.person.name, row.points) for row in rows]


def test_only_closed_tournaments_count(nights: tuple[UUID, list[Night]]) -> None:
    season, _ = nights
    followers.follow()
    assert table_of(season) == []


def test_two_nights_add_up(nights: tuple[UUID, list[Night]]) -> None:
    """Each night pays 10, 7, 5 and 3, whoever shares what."""
    season, (first, second) = nights
    first.close()
    followers.follow(first.club.pk)
    assert table_of(season)[0][::2] == (1, "10")
    assert sum(Fraction(points) for _, _, points in table_of(season)) == 10 + 7 + 5 + 3
    second.close()
    followers.follow(first.club.pk)
    assert sum(Fraction(points) for _, _, points in table_of(season)) == 2 * (10 + 7 + 5 + 3)


def test_a_follower_that_fails_is_where_it_was_and_catches_up(
    nights: tuple[UUID, list[Night]], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, (first, _) = nights
    followers.follow()
    before = FollowerPosition.objects.get(name=LEAGUE_TABLES).position
    first.close()
    with monkeypatch.context() as broken:
        broken.setattr(followers, "write_league_table", lambda season: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            followers.follow(first.club.pk)
    assert FollowerPosition.objects.get(name=LEAGUE_TABLES).position == before
    assert table_of(season) == []
    followers.follow()
    assert len(table_of(season)) == 6


def test_following_twice_is_following_once(nights: tuple[UUID, list[Night]]) -> None:
    _, (first, _) = nights
    first.close()
    followers.follow()
    rows = list(LeagueTableRow.objects.values_list("pk", flat=True))
    assert followers.follow() == 0
    assert list(LeagueTableRow.objects.values_list("pk", flat=True)) == rows
    newest = store.feed(first.club.pk, 0, 10_000)[-1].position
    assert dict(FollowerPosition.objects.values_list("name", "position")) == dict.fromkeys(followers.FOLLOWERS, newest)


def test_a_tournament_taken_into_the_season_late_counts(nights: tuple[UUID, list[Night]]) -> None:
    _, (first, _) = nights
    first.close()
    other = open_season(first.club)
    followers.follow()
    assert table_of(other) == []
    command = AddTournament("e1", str(first.id))
    execution.execute(SEASON, other, command, club=first.club.pk, actor=ACTOR, at=EVENING)
    followers.follow()
    assert len(table_of(other)) == 6


def test_a_rebuild_equals_what_stands_and_names_what_was_wrong(nights: tuple[UUID, list[Night]]) -> None:
    season, played = nights
    played[0].close()
    followers.follow()
    assert rebuild() == []
    table = Table.objects.filter(round__tournament=played[0].id).first()
    assert table is not None
    Table.objects.filter(pk=table.pk).update(game_version=99)
    LeagueTableRow.objects.filter(season=season, order=1).update(points="99")
    person = LeagueTableRow.objects.get(season=season, order=1).person_id
    assert sorted(rebuild()) == sorted([f"table {table.pk}", f"row of {person} in season {season}"])
    assert rebuild() == []


def test_points_of_many_digits_are_kept(nights: tuple[UUID, list[Night]]) -> None:
    """A hundred digits: what many nights come to in which many people share places."""
    season, (first, _) = nights
    first.close()
    followers.follow()
    LeagueTableRow.objects.filter(season=season, order=1).update(points=f"1/{3**200}")
    assert table_of(season)[0][2] == f"1/{3**200}"


def test_a_club_that_can_not_be_followed_does_not_hold_up_the_others(
    nights: tuple[UUID, list[Night]], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, (first, _) = nights
    first.close()
    follow, broken = followers._follow_club, Club.objects.create(id=UUID(int=0), name="Broken")

    def fails_for_one(club: UUID) -> int:
        if club == broken.pk:
            raise ZeroDivisionError
        return follow(club)

    monkeypatch.setattr(followers, "_follow_club", fails_for_one)
    assert followers.follow() > 0
    assert len(table_of(season)) == 6
    with pytest.raises(ZeroDivisionError):
        followers.follow(broken.pk)
