"""The desk takes a round back that was published or begun, and asks about who was not there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.admin.desk.views import REFUSED
from league.domain.tournament.commands import Drop, Publish, RecordResult, Start
from league.domain.tournament.state import Tournament
from league.models import Event
from tests.pages.night import Night, Playing
from tests.pages.test_desk_repair import choices, forms, round_of, seven_in, typed
from tests.pages.test_desk_steps import step


@pytest.fixture
def small(night: Night) -> Playing:
    return seven_in(night)


def page(director: Client, small: Playing) -> Any:
    return director.get(step(small.id, ""))


def form_of(director: Client, small: Playing, name: str) -> Any:
    return director.get(step(small.id, name, round_of(small).id)).context["form"]


def test_a_published_round_is_drawn_again_deleted_and_seated_anew(director: Client, small: Playing) -> None:
    offered = page(director, small).context["steps"]
    assert {"start", "redo", "discard", "cancel_round"} <= {*offered}
    redo = form_of(director, small, "redo")
    assert "no longer valid" in director.get(redo.address).text
    assert director.post(redo.address, typed(redo)).status_code == 302
    assert (round_of(small).state, round_of(small).attempt) == ("draft", 2)
    small.send(Publish(round_of(small).id))
    discard = form_of(director, small, "discard")
    assert "Delete the seating" in director.get(discard.address).text
    assert director.post(discard.address, typed(discard)).status_code == 302
    assert small.state().rounds == []


def test_a_running_round_is_called_off_with_a_reason(director: Client, small: Playing) -> None:
    small.send(Start(round_of(small).id, small.at))
    offered = page(director, small).context["steps"]
    assert "cancel_round" in offered
    assert not {"redo", "discard"} & {*offered}
    form = form_of(director, small, "cancel-round")
    assert director.post(form.address, typed(form, reason="")).status_code != 302
    assert director.post(form.address, typed(form, reason="a fire alarm")).status_code == 302
    assert [found.state for found in small.state().cancelled] == ["cancelled"]
    assert Event.objects.get(stream=small.id, type="tournament.round_cancelled").data["reason"] == "a fire alarm"
    shown = page(director, small)
    assert shown.context["current"] is None
    assert "7 people are here" in shown.text
    assert "was called off" in director.get(f"/admin/log/?stream={small.id}").text
    assert director.get(step(small.id, "close-round", small.state().cancelled[0].id)).status_code in (302, 404)


def test_who_has_left_is_marked_and_has_never_come_and_is_not_counted(director: Client, small: Playing) -> None:
    gone = round_of(small).tables[0].seats[0]
    small.send(Drop(gone))
    shown = page(director, small)
    assert shown.context["here"] == shown.context["people"] == 6
    assert "has left" in shown.text
    empty = forms(director, small)["repair-empty"]
    assert choices(empty, "entry")[1].startswith(shown.context["desk"].name(gone))
    small.send(Start(round_of(small).id, small.at))
    cards = page(director, small).context["current"].tables
    (away,) = [row.away.value() for card in cards for row in card.report.report_form.rows() if row.away.value()]
    assert away == "absent"
    assert "has left the tournament" in page(director, small).text
    assert "repair-empty" not in forms(director, small)


def test_a_seat_is_emptied(director: Client, small: Playing) -> None:
    gone = round_of(small).tables[0].seats[0]
    empty = forms(director, small)["repair-empty"]
    assert director.post(empty.address, typed(empty, entry=gone, reason="")).status_code == 302
    assert gone not in round_of(small).tables[0].seats


def closing(director: Client, small: Playing, *, absent: int) -> tuple[Any, dict[str, Any]]:
    """The form that closes the round, and its results; the first seats of so many tables never came."""
    form = form_of(director, small, "close-round")
    sent = typed(form)
    for number, missing in enumerate(form.missing):
        for seat in range(1, len(missing.names) + 1):
            away = "absent" if seat == 1 and number < absent else ""
            sent |= {f"{missing.prefix}-score_{seat}": "" if away else str(seat), f"{missing.prefix}-away_{seat}": away}
    return form, sent


def here(state: Tournament) -> int:
    return len(state.players(2))


@pytest.mark.parametrize("keeps", [False, True])
def test_the_close_asks_about_who_never_came(director: Client, small: Playing, keeps: bool) -> None:
    small.send(Start(round_of(small).id, small.at))
    form, sent = closing(director, small, absent=1)
    asked = director.post(form.address, sent)
    assert (asked.status_code, round_of(small).state) == (REFUSED, "running")
    again = asked.context["form"]
    (away,) = again.away
    assert f'value="{away}"' in asked.text
    assert again["drop"].value() == [away]
    answer = director.post(form.address, {**sent, "asked": away, "drop": [] if keeps else [away]})
    assert answer.status_code == 302, answer.context["form"].errors
    assert (round_of(small).state, here(small.state())) == ("closed", 7 if keeps else 6)


def test_the_close_asks_about_who_was_reported_missing_since_the_form_was_shown(
    director: Client, small: Playing
) -> None:
    small.send(Start(round_of(small).id, small.at))
    table = round_of(small).tables[0]
    form, sent = closing(director, small, absent=0)
    places = {entry: place for place, entry in enumerate(table.seats[1:], 1)}
    absent = (table.seats[0],)
    small.send(RecordResult(table=table.id, places=places, at=small.at, source="table", by="user:1", absent=absent))
    shown = director.post(form.address, sent).context["form"]
    assert (shown.away, round_of(small).state) == ([table.seats[0]], "running")
    again, sent = closing(director, small, absent=0)
    assert again["drop"].value() == [table.seats[0]]
    assert director.post(again.address, {**sent, "drop": again["drop"].value()}).status_code == 302
    assert here(small.state()) == 6


def test_the_close_asks_nothing_where_everybody_came(director: Client, small: Playing) -> None:
    small.send(Start(round_of(small).id, small.at))
    form, sent = closing(director, small, absent=0)
    assert form.fields["drop"].choices == []
    assert director.post(form.address, sent).status_code == 302
    assert round_of(small).state == "closed"
