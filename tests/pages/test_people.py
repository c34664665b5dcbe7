"""People at the desk: a name at the door, pasted lists with their questions, files, teams, those of last time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.admin.desk.tournament import entering
from league.domain.tournament import commands
from league.models import Entry, KeptAnswer, Membership, Person, Role, User
from league.services import people as people_services
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night, Playing, make_people
from tests.pages.test_desk_steps import step

TONIGHT = FIRST_NIGHT + timedelta(weeks=5)


@pytest.fixture
def tonight(night: Night) -> Playing:
    """An empty tournament of the season, a week after the last one."""
    return Playing(night.club, night.director, night.season, "Tonight", TONIGHT)


def send(client: Client, tonight: Playing, name: str, about: str = "", **fields: Any) -> Any:
    return client.post(step(tonight.id, name, about), fields)


def said(client: Client, tonight: Playing, name: str, about: str = "", **fields: Any) -> str:
    """The message of a step that is taken."""
    answer = client.post(step(tonight.id, name, about), fields, follow=True)
    assert answer.redirect_chain, answer.context["form"].errors
    return " ".join(map(str, answer.context["messages"]))


def entered(tonight: Playing) -> dict[str, bool]:
    """Whether each entry is here, by name."""
    names = {str(row.pk): str(row) for row in Entry.objects.filter(tournament=tonight.id).select_related("person")}
    return {names[entry.id]: entry.is_here for entry in tonight.state().entries.values()}


def questions(answer: Any) -> dict[str, list[str]]:
    """The answers that a page offers, by the name in question; the suggested one has a star in front."""
    form = answer.context["form"]
    asked = [form[name] for name in form.fields if name.startswith("is-")]
    return {
        field.label.split("”")[0].removeprefix("“"): [
            f"{'*' if value == field.value() else ''}{words}" for value, words in field.field.choices
        ]
        for field in asked
    }


def answered(answer: Any, **chosen: str) -> Mapping[str, Any]:
    """The fields of a page that asks, as a browser would send them. chosen: by the name in question, or its end."""
    form = answer.context["form"]
    fields = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    for name in form.fields:
        for part, value in chosen.items():
            if name.startswith("is-") and part in form[name].label:
                fields[name] = next(key for key, words in form.fields[name].choices if value in words)
    return fields


def test_a_name_at_the_door_is_known_new_or_here_already(director: Client, tonight: Playing):
    people = Person.objects.count()
    assert said(director, tonight, "arrive", called="ada lovelace") == "Ada Lovelace is here."
    assert said(director, tonight, "arrive", called=" Ada  Lovelace") == "Ada Lovelace is here already."
    assert said(director, tonight, "arrive", called="Hypatia") == "Hypatia is here. New in the club."
    assert entered(tonight) == {"Ada Lovelace": True, "Hypatia": True}
    assert Person.objects.count() == people + 1
    new = Person.objects.get(name="Hypatia")
    assert f'href="../../../../season/person/{new.pk}/"' in director.get(step(tonight.id, "people")).text
    ada = next(id for id, entry in tonight.state().entries.items() if entry.is_here)
    assert said(director, tonight, "away", ada) == "Ada Lovelace is not checked in any more."
    assert entered(tonight) == {"Ada Lovelace": False, "Hypatia": True}
    assert said(director, tonight, "arrive", who=ada) == "Ada Lovelace is here."
    assert said(director, tonight, "drop", ada) == "Ada Lovelace has left."
    assert said(director, tonight, "arrive", called="Ada Lovelace") == "Ada Lovelace is back."


def test_who_was_checked_in_can_be_forgotten_at_once(director: Client, tonight: Playing):
    """What the desk has said to a form with a number of its own is stored, in words."""
    for name in ("Ada Lovelace", "Hypatia"):
        send(director, tonight, "arrive", called=name, once=f"{name.split()[0]:-<32}".lower())
    kept = KeptAnswer.objects.filter(body__contains="is here")
    assert sorted(kept.values_list("body", flat=True)) == [
        "Ada Lovelace is here.",
        "Hypatia is here. New in the club.",
    ]
    for name in ("Ada Lovelace", "Hypatia"):
        person = Person.objects.get(club=tonight.club, name=name)
        people_services.forget(person, actor="user:x", at=TONIGHT)
    assert sorted(kept.values_list("body", flat=True)) == [
        "Forgotten person is here.",
        "Forgotten person is here. New in the club.",
    ]


def test_somebody_who_comes_late_plays_from_the_next_round(director: Client, tonight: Playing):
    tonight.enter(list(Person.objects.filter(club=tonight.club)[:6]))
    draft = tonight.seat()
    assert "Round 1 was seated before: seat it again" in said(director, tonight, "arrive", called="Hypatia")
    shown = director.get(step(tonight.id, "people")).context["bar"].next
    assert (shown.words, shown.then) == ("Seat again", "publish round 1")
    assert "/desk/publish/" in director.get(step(tonight.id, "")).text
    sent = {field.html_name: field.value() for field in shown.step.hidden_fields()}
    assert director.post(shown.step.address, sent).status_code == 302
    draft = tonight.state().rounds[-1]
    assert sum(len(table.seats) for table in draft.tables) + len(draft.byes) == 7
    assert director.get(step(tonight.id, "people")).context["bar"].next.words == "Publish"
    tonight.start(draft)
    assert "Zeno is here and plays from round 2." in said(director, tonight, "arrive", called="Zeno")
    page = director.get(step(tonight.id, "people"))
    assert "8 people are here" in page.text
    tonight.report(draft)
    tonight.send(commands.CloseRound(round=draft.id))
    assert sum(len(table.seats) for table in tonight.seat().tables) + len(tonight.state().rounds[-1].byes) == 8
    seated = tonight.state().rounds[-1].tables[0].seats[0]
    assert "can only leave now" in director.post(step(tonight.id, "away", seated), follow=True).text


def test_a_name_that_is_not_clear_is_asked_about(director: Client, tonight: Playing):
    people = make_people(tonight.club, ["Inès Keller", "Jon", "Jon"])
    answer = send(director, tonight, "arrive", called="Ines Keller")
    assert questions(answer) == {"Ines Keller": ["*Inès Keller", "Somebody new: Ines Keller"]}
    answer = director.post(step(tonight.id, "enter"), answered(answer), follow=True)
    assert entered(tonight) == {"Inès Keller": True}
    Person.objects.filter(pk=people[2].pk).update(home_club="Bergen", version=2)
    answer = send(director, tonight, "arrive", called="Jon")
    assert questions(answer) == {"Jon": ["Jon", "Jon (Bergen)", "Somebody new: Jon"]}
    assert said(director, tonight, "arrive", who=str(people[2].pk)) == "Jon is here."
    assert said(director, tonight, "arrive", called="Ines Keller", who="new") == "Ines Keller is here. New in the club."
    namesake = said(director, tonight, "arrive", called="Ines Keller", who="new")
    assert namesake == "Ines Keller (2) is here. New in the club."


def test_a_list_asks_about_everything_at_once_and_creates_nobody_twice(director: Client, tonight: Playing):
    make_people(tonight.club, ["Inès Keller", "Müller Anna", "Tom Schmidt", "Ada", "Ada"])
    pasted = "1. ines keller\n2. Anna Muller\n3) Tim Schmidt\n- Ada\nHypatia\nhypatia\nKurt Gödel\n4\tZeno\tElea"
    people = Person.objects.count()
    answer = send(director, tonight, "enter", new=pasted, are_here="on")
    assert questions(answer) == {
        "ines keller": ["*Inès Keller", "Somebody new: ines keller"],
        "Anna Muller": ["*Müller Anna", "Somebody new: Anna Muller"],
        "Tim Schmidt": ["Tom Schmidt", "Somebody new: Tim Schmidt"],
        "Ada": ["Ada", "Ada", "Somebody new: Ada"],
        "hypatia": ["*Hypatia, as in line 5: only once", "Somebody new: hypatia"],
    }
    assert (answer.context["form"].known, answer.context["form"].new_people) == (
        1,
        "New in the club: Hypatia, Zeno Elea.",
    )
    assert Person.objects.count() == people
    again = director.post(step(tonight.id, "enter"), answered(answer))
    assert questions(again) == questions(answer), "those without a suggestion have to be answered"
    done = director.post(step(tonight.id, "enter"), answered(again, Tim="Somebody new", Ada="Ada"), follow=True)
    assert "7 people are entered and here. New in the club: Tim Schmidt, Hypatia, Zeno Elea." in done.text
    assert Person.objects.count() == people + 3
    assert sorted(entered(tonight)) == sorted(
        ["Inès Keller", "Müller Anna", "Tim Schmidt", "Ada", "Hypatia", "Kurt Gödel", "Zeno Elea"]
    )


def test_more_names_than_a_form_has_fields_for_are_asked_about_on_several_pages(
    director: Client, tonight: Playing, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(entering, "MOST_ASKED", 3)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 12
    known = [f"Inès {letter}eller" for letter in "BDFGHKLM"]
    make_people(tonight.club, known)
    people = Person.objects.count()
    pasted = "\n".join([*(name.replace("è", "e") for name in known), *(f"Guest {number}" for number in range(30))])
    answer = send(director, tonight, "enter", new=pasted)
    for left, here in ((5, 3), (2, 3), (0, 2)):
        assert (answer.context["form"].later, len(questions(answer))) == (left, here)
        assert ("more names are asked about on the next pages" in answer.text) == (left > 0)
        assert "and 18 more." in answer.text
        assert Person.objects.count() == people
        answer = director.post(step(tonight.id, "enter"), answered(answer), follow=True)
    assert "38 people are entered." in answer.text
    assert Person.objects.count() == people + 30
    assert set(known) < entered(tonight).keys()


@pytest.mark.parametrize("packed", ["{", "[1]", '{"1-0": 7}', "\x00"])
def test_answers_that_nobody_gave_are_asked_for_again(director: Client, tonight: Playing, packed: str):
    make_people(tonight.club, ["Inès Keller"])
    answer = send(director, tonight, "enter", new="Ines Keller", answered=packed)
    assert (answer.status_code, len(questions(answer))) == (200, 1)


def test_a_list_of_last_week_creates_nobody_again(director: Client, night: Night, tonight: Playing):
    pasted = "\n".join(
        [*(str(person) for person in Person.objects.all()), "Ada", "Ada", "Hypatia", "Tim Hall", "Tom Hall"]
    )
    answer = send(director, tonight, "enter", new=pasted)
    director.post(step(tonight.id, "enter"), answered(answer, Ada="new", Tom="new"))
    people = Person.objects.count()
    assert len(tonight.state().entries) == people
    next_week = Playing(night.club, night.director, night.season, "Next week", TONIGHT + timedelta(weeks=1))
    assert f"{people} people are entered." in said(director, next_week, "enter", new=pasted)
    assert said(director, next_week, "enter", new=pasted) == f"{people} were entered before."
    assert (Person.objects.count(), len(next_week.state().entries)) == (people, people)


def test_teams_are_pasted_typed_and_entered_by_a_form(director: Client, tonight: Playing):
    pasted = "Ada Lovelace + Kurt Gödel\nThe Owls: Sophie Germain + Hypatia"
    assert said(director, tonight, "enter", new=pasted).startswith("4 people are entered.")
    assert said(director, tonight, "arrive", called="the owls") == "The Owls is here."
    assert "Zeno + Thales is here." in said(director, tonight, "arrive", called="Zeno + Thales")
    said(director, tonight, "enter-team", team="Engines", members="Emmy Noether\nAva\n", are_here="on")
    assert entered(tonight) == {
        "Ada Lovelace + Kurt Gödel": False,
        "The Owls": True,
        "Zeno + Thales": True,
        "Engines": True,
    }
    text = director.get(step(tonight.id, "people")).text
    assert "6 people are here" in text
    assert "in 3 entries" in text
    again = send(director, tonight, "enter-team", team="Others", members="Hypatia\nNew One")
    assert again.status_code == 422
    assert "Hypatia is in this tournament already." in again.text.replace("\u2068", "").replace("\u2069", "")
    assert not Person.objects.filter(name="New One").exists()


def test_a_file_of_people_and_teams(director: Client, tonight: Playing):
    heads, rows = "first_name;family_name;team;rating", ("Ada;Lovelace;;1700", "Ann;Lee;Owls;", "Emmy;Noether;Owls;")
    text = "\n".join([heads, *rows, "Ines;Kell;;"])
    make_people(tonight.club, ["Inès Kell"])
    page = director.get(step(tonight.id, "enter-file"))
    assert 'type="file"' in page.text
    file = SimpleUploadedFile("people.csv", text.encode("cp1252"))
    answer = send(director, tonight, "enter-file", file=file, are_here="on")
    assert questions(answer) == {"Ines Kell": ["*Inès Kell", "Somebody new: Ines Kell"]}
    director.post(step(tonight.id, "enter"), answered(answer))
    assert entered(tonight) == {"Ada Lovelace": True, "Owls": True, "Inès Kell": True}
    assert [entry.rating for entry in tonight.state().entries.values()] == [1700, None, None]
    wrong = {b"name\nJos\xe9": "is not Unicode", b"name,rating\nAda,much": "a whole number", b"\n": "no row"}
    for raw, words in wrong.items():
        answer = send(director, tonight, "enter-file", file=SimpleUploadedFile("people.csv", raw))
        assert answer.status_code == 422
        assert words in answer.text


def test_those_of_last_time_are_ticked_off(director: Client, night: Night, tonight: Playing):
    forgotten = Person.objects.get(name="Kurt Gödel")
    people_services.forget(forgotten, actor="user:x", at=TONIGHT)
    page = director.get(step(tonight.id, "people"))
    last = page.context["last"]
    assert (last.name, len(last.ticks)) == ("Club night 24 November", 13), "without the one who was forgotten"
    tick = next(tick for tick in last.ticks if tick.name == "Ada Lovelace")
    assert said(director, tonight, "arrive", who=tick.who) == "Ada Lovelace is here."
    page = director.get(step(tonight.id, "people"))
    ticked = next(tick for tick in page.context["last"].ticks if tick.is_here)
    assert ticked.name == "Ada Lovelace"
    assert said(director, tonight, "away", ticked.step.split("/")[-2]) == "Ada Lovelace is not checked in any more."
    assert entered(tonight) == {"Ada Lovelace": False}
    assert said(director, tonight, "all-of-last-time") == "13 people are checked in."
    assert said(director, tonight, "all-of-last-time") == "0 people are checked in."
    assert all(entered(tonight).values())


def test_a_team_of_last_time_comes_again(director: Client, night: Night, tonight: Playing):
    said(director, tonight, "enter", new="The Owls: Ada Lovelace + Kurt Gödel\nZeno", are_here="on")
    next_week = Playing(night.club, night.director, night.season, "Next week", TONIGHT + timedelta(weeks=1))
    ticks = {tick.name: tick for tick in director.get(step(next_week.id, "people")).context["last"].ticks}
    assert [*ticks] == ["The Owls", "Zeno"]
    assert said(director, next_week, "arrive", who=ticks["The Owls"].who) == "The Owls is here."
    (entry,) = next_week.state().entries.values()
    assert len(entry.members) == 2


def test_a_referee_checks_in_those_who_are_entered_and_nobody_else(night: Night, tonight: Playing, director: Client):
    user = User.objects.create_user("referee at the door", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.REFEREE)
    referee = Client()
    referee.force_login(user)
    said(director, tonight, "enter", new="Ada Lovelace")
    options = referee.get(step(tonight.id, "people"), {"name": "a"}).json()
    assert ([option["name"] for option in options["options"]], options["may_be_new"]) == (["Ada Lovelace"], False)
    assert said(referee, tonight, "arrive", called="ada lovelace") == "Ada Lovelace is here."
    refused = send(referee, tonight, "arrive", called="Kurt Gödel")
    assert refused.status_code == 422
    assert "Only a director enters people." in refused.text
    kurt = Person.objects.get(name="Kurt Gödel")
    assert send(referee, tonight, "arrive", who=str(kurt.pk)).status_code == 422
    page = referee.get(step(tonight.id, "people")).text
    assert "Enter a list" not in page
    assert "Those of last time" not in page


def test_another_clubs_people_are_not_found_and_not_entered(director: Client, tonight: Playing, other: Any):
    stranger = Person.objects.create(club=other[0], name="Zeno")
    assert director.get(step(tonight.id, "people"), {"name": "zeno"}).json()["options"] == []
    assert send(director, tonight, "arrive", who=str(stranger.pk)).status_code == 422
    elsewhere: UUID = state_of_entry(tonight)
    assert send(director, tonight, "arrive", who=str(elsewhere)).status_code == 422
    assert entered(tonight) == {}


def state_of_entry(tonight: Playing) -> UUID:
    """The id of an entry in a tournament that is neither tonight's nor the last one."""
    row = Entry.objects.exclude(tournament=tonight.id).order_by("pk").first()
    assert row is not None
    return row.pk


def test_nobody_new_is_entered_into_a_final(director: Client, tonight: Playing):
    tonight.enter(list(Person.objects.filter(club=tonight.club)[:8]))
    tonight.play_round()
    tonight.send(commands.BeginStage(top=4, carry="all"))
    page = director.get(step(tonight.id, "people"))
    assert "4 people play on" in page.text
    assert "Enter a list" not in page.text
    answer = send(director, tonight, "arrive", called="Hypatia")
    assert answer.status_code == 422
    assert "has begun: no more entries" in answer.text
    assert not Person.objects.filter(name="Hypatia").exists()
