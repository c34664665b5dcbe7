"""A league table's movement, filters and plot, and the same of a tournament's standings; every table as a file."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from itertools import pairwise
from typing import get_args

import pytest
from django.test import Client
from django.utils import timezone

from league.domain.season.commands import AddResult
from league.domain.season.table.scheme import SeasonTieBreak
from league.domain.tournament.settings import TieBreakName
from league.models import LeagueTableRow, Person, Tournament
from league.projections.followers import follow
from league.queries.plot import LEAST_BETWEEN_NAMES, plot
from league.queries.wording import ALL_CRITERIA
from league.repository.streams import SEASON
from league.services import execution
from tests.pages.night import FIRST_NIGHT, NAMES, Night
from tests.pages.test_shown import season_page, text_of


def tournament_page(night: Night, at: int = 0) -> str:
    return f"/admin/league/tournament/{night.tournaments[at]}/change/"


def named(night: Night, name: str) -> str:
    return str(Person.objects.get(club=night.club, name=name).pk)


def test_movement_is_shown_in_signs_and_in_words(director: Client, night: Night):
    """Another event: who was last of all wins it, and somebody comes who was never there."""
    newcomer = Person.objects.create(club=night.club, name="Maryam Mirzakhani")
    last = LeagueTableRow.objects.filter(season=night.season).order_by("-order")[0]
    places = {str(last.person_id): 1, str(newcomer.pk): 2}
    result = AddResult("0198c0de-0000-7000-8000-0000000000aa", "Away", places=places)
    execution.execute(SEASON, night.season, result, club=night.club.pk, actor="user:x", at=timezone.now())
    follow(night.club.pk)
    row = LeagueTableRow.objects.get(season=night.season, person=last.person_id)
    assert row.data["moved"] > 0
    page = director.get(season_page(night)).text
    assert f'<span aria-hidden="true">▲{row.data["moved"]}</span>' in page
    assert f"up by {row.data['moved']} place" in text_of(director, season_page(night))
    assert '<span class="tk-moved">new</span>' in page


def test_everything_that_decides_a_place_has_words_and_a_meaning():
    codes = {*get_args(TieBreakName), *get_args(SeasonTieBreak), "points", "knockout", "stage", "shared", "minimum"}
    assert codes <= set(ALL_CRITERIA)


def test_the_chain_that_decides_is_told_in_its_order(director: Client, night: Night):
    text = text_of(director, season_page(night))
    assert "What decides places Points All points that count" in text
    assert text.index("All points that count") < text.index("The number of first places")
    text = text_of(director, tournament_page(night))
    assert text.index("All points that count") < text.index("First places at tables") < text.index("Points of the last")


def test_filters_of_a_league_table_keep_each_other_and_go_into_links(director: Client, night: Night):
    """The first two nights are in one month, a week apart."""
    second = FIRST_NIGHT + timedelta(weeks=1)
    query = f"?month=2026-11&from={second:%Y-%m-%d}&to={second:%Y-%m-%d}&find=NOETHER"
    page = director.get(season_page(night) + query).text
    assert page.count('<th scope="row"') == 1
    assert "Emmy Noether" in page
    assert '<option value="2026-11" selected>' in page
    assert all(f'value="{value}"' in page for value in (f"{second:%Y-%m-%d}", "NOETHER"))
    kept = re.search(rf'href="(/admin/league/season/{night.season}/csv[^"]*)"', page)
    assert kept
    address = kept[1].replace("&amp;", "&")
    assert address.endswith(f"?month=2026-11&from={second:%Y-%m-%d}&to={second:%Y-%m-%d}")
    lines = list(csv.DictReader(io.StringIO(director.get(address).text, newline="")))
    assert {line["events"] for line in lines} == {"1"}
    week = director.get(f"{season_page(night)}?week={second:%G-W%V}").text
    assert week.count('<th scope="row"') == len(lines)
    assert "No name here contains “zz”." in text_of(director, f"{season_page(night)}?find=zz")
    assert "One without a start time belongs to none" in text_of(director, f"{season_page(night)}?month=1999-01")


@pytest.mark.parametrize(
    "junk", ["week=2026-54", "from=2026-13-01", "to=x", "from=2026-W01-1", "month=1", "division=x", "category=x"]
)
def test_filters_that_are_none_are_not_found(director: Client, night: Night, junk: str):
    pages = (season_page(night), f"/admin/league/season/{night.season}/csv", places_page(night))
    assert [director.get(f"{page}?{junk}").status_code for page in pages] == [404] * 3


def places_page(night: Night) -> str:
    return f"/admin/league/season/{night.season}/places/"


def test_places_over_the_season_are_a_plot_and_a_table(director: Client, night: Night):
    answer = director.get(f"{places_page(night)}?top=3")
    rows = list(LeagueTableRow.objects.filter(season=night.season).order_by("order"))
    assert [row.places[-1] for row in answer.context["rows"]] == [row.place for row in rows[:3]]
    assert len(answer.context["columns"]) == 3
    assert answer.text.count('<g class="tk-line ') == 3
    assert "<script" not in answer.text.partition("<svg")[2].partition("</svg>")[0]
    who = named(night, "Emmy Noether")
    chosen = director.get(f"{places_page(night)}?top=0&who={who}")
    assert [row.name for row in chosen.context["rows"]] == ["Emmy Noether"]
    assert f'value="{who}" checked' in chosen.text
    assert "There are no places to show" in director.get(f"{places_page(night)}?top=0").text
    for junk in ("top=-1", "top=41", "top=x", "top=999999999999"):
        assert director.get(f"{places_page(night)}?{junk}").status_code == 404
    assert director.get(f"{places_page(night)}?who=x&find=zz").status_code == 200


def test_places_over_a_tournament_are_those_after_each_round(director: Client, night: Night):
    answer = director.get(f"/admin/league/tournament/{night.tournaments[0]}/places/?top=40")
    last = director.get(tournament_page(night)).context["page"].rows
    assert {row.id: row.places[-1] for row in answer.context["rows"]} == {row.entry: row.place for row in last}
    assert [column.name for column in answer.context["columns"]] == ["Round 1", "Round 2", "Round 3"]
    first = director.get(f"{tournament_page(night)}?round=1").context["page"].rows
    assert {row.id: row.places[0] for row in answer.context["rows"]} == {row.entry: row.place for row in first}


def test_standings_are_shown_after_a_round_and_of_an_entry_alone(director: Client, night: Night):
    page = director.get(f"{tournament_page(night)}?round=2&find=gauss")
    (row,) = page.context["page"].rows
    assert (row.name, len(row.rounds)) == ("Gauss, Carl Friedrich", 2)
    assert "/standings/csv?round=2" in page.text
    alone = director.get(f"{tournament_page(night)}?entry={row.entry}&round=2")
    assert [one.entry for one in alone.context["page"].rows] == [row.entry]
    assert f'<input type="hidden" name="entry" value="{row.entry}">' in alone.text
    assert "No entry matches" in director.get(f"{tournament_page(night)}?entry=x").text
    for junk in ("round=4", "round=x", "round=99999999999", "round=-1", "round=²"):
        assert director.get(f"{tournament_page(night)}?{junk}").status_code == 404, junk


def test_every_table_of_the_pages_leads_to_its_files(director: Client, night: Night):
    person, tournament = named(night, "Ada Lovelace"), Tournament.objects.get(pk=night.tournaments[0])
    pages = {
        f"/admin/league/season/{night.season}/head-to-head/": [f"season/{night.season}/head-to-head/csv"],
        f"/admin/league/season/person/{person}/": [
            f"season/person/{person}/record/csv",
            f"season/person/{person}/opponents/csv",
        ],
        tournament_page(night): [
            f"tournament/{tournament.pk}/standings/csv",
            f"tournament/{tournament.pk}/entries/csv",
        ],
        "/admin/league/rating/": [f"rating/{night.club.pk}/csv"],
        "/admin/league/rating/?game=monster-trick": [f"rating/{night.club.pk}/csv?game=monster-trick"],
    }
    for page, files in pages.items():
        text = director.get(page).text
        for file in files:
            address = f"/admin/league/{file}"
            assert f'href="{address}"' in text, page
            for form in ("csv", "xlsx"):
                answer = director.get(address.replace("csv", form))
                assert answer.status_code == 200
                assert f'.{form}"' in answer["Content-Disposition"]
            assert director.get(address.replace("csv", "pdf")).status_code == 404
    assert director.get(f"/admin/league/season/person/{person}/enemies/csv").status_code == 404
    lines = director.get(f"/admin/league/tournament/{tournament.pk}/entries/csv").text.splitlines()
    assert len(lines) == len(NAMES) + 1


def test_a_ladder_that_nobody_can_have_is_empty(director: Client, night: Night):
    assert "as XLSX" not in director.get("/admin/league/rating/?game=nothing").text
    assert len(director.get(f"/admin/league/rating/{night.club.pk}/csv?game=nothing").text.splitlines()) == 1


def test_a_query_that_no_database_takes_is_refused(director: Client, night: Night):
    pages = ("rating/?game=%00", f"rating/{night.club.pk}/csv?game=%00", "tournament/?state=%00", "season/?%00=1")
    for page in pages:
        assert director.get(f"/admin/league/{page}").status_code == 400, page
    assert director.get(f"{season_page(night)}?category=%00&find=%00").status_code == 404


def test_a_plot_has_lines_that_are_told_apart_and_names_that_do_not_touch():
    places = {f"p{at}": [at, None, 30 + at] if at % 2 else [None, 30 - at, 30 + at] for at in range(1, 30)}
    drawn = plot(["a", "b", "c"], places, {})
    assert drawn is not None
    looks = {(line.colour, line.dash, line.kind) for line in drawn.lines}
    assert len(looks) == len(places)
    heights = sorted(line.name_y for line in drawn.lines)
    assert all(later - earlier >= LEAST_BETWEEN_NAMES for earlier, later in pairwise(heights))
    assert drawn.height > heights[-1]
    odd, even = drawn.lines[0], drawn.lines[1]
    assert (odd.parts, len(odd.marks)) == ([], 2)
    assert (len(even.parts), len(even.marks)) == (1, 2)
    assert odd.marks[0].y < drawn.lines[2].marks[0].y
    assert plot(["a"], {"p": [None]}, {}) is None
    assert plot([], {}, {}) is None


def test_a_plot_of_a_hundred_events_has_words_under_some_of_them():
    drawn = plot([f"{at}" for at in range(100)], {"p": [1] * 100}, {"p": "A name that is far too long to stand there"})
    assert drawn is not None
    assert len(drawn.lines[0].marks) == 100
    assert 10 < len(drawn.columns) < 101
    assert drawn.lines[0].name == "A name that is far too lo…"
