"""The desk after the end: podium, the text for a chat, certificates, and a next step for everything."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from league.domain.tournament.closing.commands import Cancel, CloseRound
from league.domain.tournament.entries.commands import Drop
from league.domain.tournament.results.commands import CorrectResult, RecordResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.stages.commands import BeginStage
from league.models import Person, Role, Season, Tournament
from tests.league.files.paper import pdf
from tests.league.nights import ACTOR, new_club, new_people, new_user, open_season
from tests.league.nights import Night as Evening
from tests.pages.night import Night
from tests.pages.test_what_if import asked
from tests.pages.test_what_if import page as what_if
from tests.web.axe import violations
from tests.web.cups import Cup

pytestmark = [pytest.mark.django_db, pytest.mark.backend("sqlite")]


def desk(client: Client, night: Evening) -> str:
    answer = client.get(f"/admin/league/tournament/{night.id}/desk/")
    assert answer.status_code == 200
    return answer.content.decode()


def staff(night: Evening, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(new_user(f"a {role}", night.club, role))
    return client


def evening(count: int = 4, **settings: object) -> Evening:
    """A night of one table and one round, which is not closed yet."""
    club = new_club()
    night = Evening.open(club, name="Tuesday night", table_size={"min": 3, "max": 6, "prefer": 6}, **settings)
    night.enter(new_people(club, count))
    night.play_round()
    return night


def test_nothing_of_it_is_there_before_the_close_and_of_a_cancelled_tournament():
    night = evening()
    client = staff(night)
    assert "After the end" not in desk(client, night)
    assert "when the tournament is closed" in desk(client, night)
    night.send(Cancel())
    page = desk(client, night)
    assert "After the end" not in page
    assert "Certificates" not in page
    assert "Again: open one like this" in page


def test_the_podium_has_everybody_who_shares_a_place_and_comes_first():
    club = new_club()
    night = Evening.open(club, table_size={"min": 3, "max": 6, "prefer": 6})
    night.enter(new_people(club, 4))
    night.play_round(lambda entry: (9, 9, 5, 3)[night.entries.index(entry)])
    night.close()
    page = desk(staff(night), night)
    podium = page[page.index('<ol class="tk-podium"') :].partition("</ol>")[0]
    assert "1=" in podium
    assert podium.count("<p><bdi>") == 3
    assert page.index('id="after-title"') < page.index('id="round-title"')


def test_the_final_of_a_knockout_is_named():
    cup = Cup.begin(4)
    cup.whole_round()
    cup.whole_round(draw=1)
    cup.close()
    page = desk(staff(cup), cup)
    assert "The final:" in page
    assert "drawn, the lot decided" in page


def test_the_text_has_the_names_for_its_readers_and_the_podium_all_names():
    night = evening(3)
    Person.objects.filter(name="P1").update(public=False)
    night.close()
    page = desk(staff(night), night)
    text = page[page.index("<textarea") : page.index("</textarea>")]
    assert "P1" not in text
    assert "🥇 Player 1" in text
    assert "people whom public pages may not name" in page
    assert "<bdi>P1</bdi>" in page[: page.index("<textarea")]


def test_a_correction_after_the_close_is_told_and_changes_the_podium_of_an_open_page():
    night = evening(3)
    night.close()
    client = staff(night)
    before = desk(client, night)
    (table,) = night.state().rounds[0].tables
    said = Report(scores=dict(zip(night.entries, (1, 2, 3), strict=True)))
    night.send(CorrectResult(table=table.id, said=said, at=night.at, by=ACTOR, reason="Read wrong."))
    after = desk(client, night)
    assert "Corrected after the close" not in before
    assert "Corrected after the close" in after
    assert "<bdi>P3</bdi>" in after[after.index("tk-podium") :].partition("</li>")[0]
    frames = [re.search('data-frame="([^"]+)"', page) for page in (before, after)]
    assert all(frames)
    assert len({found[1] for found in frames if found}) == 2


def test_certificates_are_printed_for_the_first_three_for_all_and_for_some():
    night = evening(5)
    night.close()
    client = staff(night, Role.REFEREE)
    address = f"/admin/league/tournament/{night.id}/print/certificates.pdf"
    counts = {query: len(pdf.pages(client.get(address + query).content)) for query in ("", "?places=3", "?places=x")}
    assert counts == {"": 5, "?places=3": 3, "?places=x": 5}
    (one,) = pdf.words(client.get(f"{address}?entry={night.entries[1]}").content)
    assert "P2" in one
    assert "2nd place of 5" in one
    assert "Tuesday night" in one
    nobody = client.get(f"{address}?entry=nobody")
    assert nobody.status_code == 302
    assert nobody["Location"].endswith("/desk/")


def test_where_nobody_came_to_any_round_there_is_no_podium_and_nothing_to_print():
    club = new_club()
    night = Evening.open(club, table_size={"min": 3, "max": 3, "prefer": 3})
    night.enter(new_people(club, 3))
    found = night.start_round()
    (table,) = found.tables
    away = tuple(night.entries)
    night.send(
        RecordResult(table=table.id, places=None, at=night.at, scores=None, source="table", by=ACTOR, absent=away)
    )
    night.send(CloseRound(found.id))
    night.close()
    page = desk(staff(night), night)
    assert "nobody has a place" in page
    assert "tk-podium" not in page
    assert "For the first three" not in page


def test_what_if_has_the_two_blocks_and_who_left_too():
    club = new_club()
    night = Evening.open(club, table_size={"min": 3, "max": 6, "prefer": 6})
    night.enter(new_people(club, 6))
    night.play_round()
    night.send(Drop(night.entries[5]))
    night.send(BeginStage(top=3, carry="none"))
    night.play_round()
    night.close()
    page = asked(staff(night), what_if("tournament", night.id)).content.decode()
    rows = re.findall(r'<tr class="is-block"><th scope="rowgroup" colspan="8">([^<]*)</th>', page)
    assert [row.split(".")[0].split(",")[0] for row in rows] == ["The final", "Not in the final"]
    assert re.findall(r'<bdi>(P\d)</bdi> <span class="tk-small">withdrew', page) == ["P6"]


def test_a_night_in_no_season_leads_to_counting_it():
    night = evening()
    season = open_season(night.club)
    night.close()
    client = staff(night)
    page = desk(client, night)
    address = f"/admin/league/season/{season}/desk/tournament/?tournament={night.id}"
    assert f'href="{address}"' in page
    form = client.get(address).content.decode()
    assert f'<option value="{night.id}" selected>' in form


def test_a_night_in_a_season_leads_to_its_table():
    club = new_club()
    season = open_season(club)
    night = Evening.open(club, seasons=[str(season)], table_size={"min": 3, "max": 6, "prefer": 6})
    night.enter(new_people(club, 3))
    night.play_round()
    night.close()
    page = desk(staff(night), night)
    assert f'href="/admin/league/season/{season}/change/">The league table of {Season.objects.get()}' in page


def test_the_text_is_copied_by_one_button(open_page: Callable[..., Page], live_night: Night):
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/desk/")
    field = page.get_by_label("Text to paste into a chat")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
    assert field.evaluate("field => field.selectionStart === 0 && field.selectionEnd === field.value.length")
    assert violations(page) == []
    row = Tournament.objects.get(pk=live_night.tournaments[0])
    assert field.input_value().startswith(f"{row.name}, Tuesday Club")
