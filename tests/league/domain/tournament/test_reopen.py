"""A closed tournament goes on: what was decided stays, what is drawn from now on nobody can know."""

from hashlib import sha256

import pytest

from games.codec import decode_command
from games.kernel import REFEREE, Rejected
from league.domain.seating import plan as seating
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.view import view
from tests.league.domain.night import FOUR, SECRET, Night, minutes, running_night

NEW = "fedcba9876543210fedcba9876543210"
OTHER = "5" * 32
EIGHT = tuple("abcdefgh")


def reopens(secret=NEW, reason: str | None = "one round is missing"):
    return c.Reopen(minutes(180), secret, reason)


def closed_night(**settings):
    """A night of eight at tables of four that was closed after one round."""
    night = Night(*EIGHT, table_size={"min": 4, "max": 4, "prefer": 4}, **settings)
    night.play_as_seated()
    night.send(c.Close(minutes(120)))
    return night


def test_it_goes_on_where_it_was_and_has_no_final_standings():
    night = closed_night()
    before = standings(night.state)
    assert [event.type for event in night.send(reopens())] == ["tournament.reopened"]
    assert (night.state.state, night.state.final, night.state.next_number) == ("running", None, 2)
    assert standings(night.state) == before
    night.play_as_seated()
    assert len(night.state.closed_rounds) == 2


def test_closed_again_it_is_decided_anew_as_the_next_edition():
    night = closed_night()
    (first,) = [event for event in night.aggregate.events if event.type == "tournament.closed"]
    night.send(reopens())
    night.play_as_seated()
    (second,) = night.send(c.Close(minutes(240)))
    assert (first.edition, second.edition) == (1, 2)
    assert second.standings == final_places(night.state) != first.standings
    edition = night.state.revised
    assert edition is not None
    assert (edition.number, edition.at, edition.reason) == (2, minutes(240), "one round is missing")
    assert night.send(c.Close()) == []


def test_what_goes_on_goes_on_and_what_was_called_off_stays():
    for night in (Night(*FOUR), running_night()):
        assert night.send(reopens()) == []
    night.send(c.Cancel())
    assert night.refused(reopens()).code == "tournament_cancelled"
    again = closed_night()
    again.send(reopens())
    assert again.send(reopens(SECRET)) == []


def test_the_next_rounds_are_drawn_from_the_new_secret_and_can_be_checked():
    plans = {}
    for secret in (NEW, OTHER):
        night = closed_night(format={"type": "areas", "k": 8})
        night.send(reopens(secret))
        assert night.state.seed_hash == sha256(bytes.fromhex(secret)).hexdigest()
        plans[secret] = seating.plan(night.state, night.state.secret).tables
        assert plans[secret] == seating.plan(night.state, secret).tables
        assert plans[secret] != seating.plan(night.state, SECRET).tables
    assert plans[NEW] != plans[OTHER]


def test_lots_among_equals_stay_as_they_were():
    night = Night(*FOUR, tie_breaks=["lot"])
    night.play("ann=bob=cy=dan")
    night.send(c.Close())
    order = [row["entry"] for row in standings(night.state)]
    night.send(reopens())
    assert [row["entry"] for row in standings(night.state)] == order
    night.play("ann=bob=cy=dan")
    night.send(c.Close())
    assert [row["entry"] for row in standings(night.state)] == order


def test_the_new_secret_is_seen_by_nobody_before_the_next_close():
    night = closed_night()
    (reopened,) = night.send(reopens())
    for viewer in (None, "a", REFEREE):
        assert NEW not in str([reopened.show(viewer), view(night.state, viewer)])
    assert sorted(reopened.show(None)) == ["at", "seed_hash"]
    shown = view(night.state, None)
    past = [{"seed_hash": sha256(bytes.fromhex(SECRET)).hexdigest(), "seed": SECRET, "up_to_round": 1}]
    assert (shown["seed"], shown["seed_hash"], shown["past_seeds"]) == (None, night.state.seed_hash, past)
    (closed,) = night.send(c.Close())
    assert closed.show(None)["secret"] == NEW
    assert view(night.state, None)["seed"] == NEW
    assert view(night.state, None)["past_seeds"] == past


@pytest.mark.parametrize("secret", ["", "00", "zz" * 16, "00" * 17, NEW + "\n", NEW.upper()])
def test_a_secret_is_32_hex_digits(secret):
    junk = {"type": "reopen", "at": "2026-12-01T22:00:00Z", "secret": secret}
    with pytest.raises(Rejected) as caught:
        decode_command(tournament.RULES, junk)
    assert caught.value.code == "bad_command"
