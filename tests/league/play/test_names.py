"""Names in play files: stored and matched as everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json
from league.models import Entry, Person, Tournament
from league.play import running
from league.play.problems import PlayProblem
from tests.league.nights import new_club
from tests.league.play.files import EVENING, as_bytes, file_of, night, refusal

ROUND = {"tables": [{"seats": ["a", "b"], "places": {"a": 1, "b": 2}}]}


def file_with(*people: Json | str, **more: Any) -> Json:
    return file_of(night(["a", "b"], [ROUND], **more), people=list(people))


@pytest.mark.django_db
def test_names_are_stored_in_one_form_and_the_club_knows_them_in_any() -> None:
    club = new_club()
    first = file_with({"id": "a", "name": "Jose\u0301  \u200bK."}, {"id": "b", "name": "Bea"}, name="A\u00a0night ")
    running.run_into(as_bytes(first), club, EVENING)
    assert set(Person.objects.values_list("name", flat=True)) == {"José K.", "Bea"}
    assert Tournament.objects.get().name == "A night"
    again = file_with({"id": "a", "name": "JOSÉ K."}, {"id": "b", "name": " bea"})
    running.run_into(as_bytes(again), club, EVENING)
    assert Person.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "code"), [("Ada\u202e", "bad_character"), ("\u200b", "required"), ("🎲", "no_letter")]
)
def test_what_is_no_name_is_refused(text: str, code: str) -> None:
    problem = refusal(file_with({"id": "a", "name": text}, "b"))
    assert (problem["pointer"], problem["errors"][0]["code"]) == ("/people/0/name", code)
    assert refusal(file_with("a", "b", name=text))["errors"][0]["code"] == code
    teams = [{"id": "t", "team": text, "members": ["a"]}, "b"]
    club = new_club()
    with pytest.raises(PlayProblem) as refused:
        running.run_into(as_bytes(file_of(night(teams, []))), club, EVENING)
    assert (refused.value.body()["pointer"], Entry.objects.count()) == ("/tournaments/0/entries/0/team", 0)


@pytest.mark.django_db
def test_a_bare_name_that_fits_two_people_of_the_club_is_refused() -> None:
    club = new_club()
    for household in ("x", "y"):
        Person.objects.create(club=club, name="Ada", household=household)
    with pytest.raises(PlayProblem) as refused:
        running.run_into(as_bytes(file_with({"id": "a", "name": "ada"}, "b")), club, EVENING)
    assert (refused.value.code, list(refused.value.path)) == ("ambiguous_name", ["people", 0])
    one = file_with({"id": "a", "name": "Ada", "household": "Y"}, "b")
    running.run_into(as_bytes(one), club, EVENING)
    both = file_with({"id": "a", "name": "Ada"}, {"id": "b", "name": "Ada", "household": "x"})
    running.run_into(as_bytes(both), club, EVENING)
    assert Person.objects.count() == 3


@pytest.mark.django_db
def test_a_wrong_value_is_told_with_the_name_and_the_value() -> None:
    for scores, sentence in [
        ({"a": "32,000", "b": 1}, "a: 32,000 is not a number such as 3, 2.5 or 7/3."),
        ({"b": 1, "a": None}, "a: null can't be used here"),
    ]:
        problem = refusal(file_of(night(["a", "b"], [{"tables": [{"seats": ["a", "b"], "scores": scores}]}])))
        assert problem["pointer"] == "/tournaments/0/rounds/0/tables/0/scores/a"
        assert problem["errors"][0]["detail"].startswith(sentence)
