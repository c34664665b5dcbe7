"""The two examples of Fuzzy Tiger's rulebook, step by step."""

from __future__ import annotations

from tests.rules.tiger_table import (
    CHARGE,
    COURIER,
    HYPNOSIS,
    LASSO,
    LIANA,
    SHELTER,
    STONES,
    act,
    hurt,
    plucked,
    spaces,
    table,
    turn,
)


def test_example_a():
    match = table(tiger=4, yellow=4, purple=5, green=5)

    (_, revealed, green) = turn(match, yellow=LIANA, purple=COURIER, green=STONES)
    assert revealed["cards"] == {"yellow": LIANA, "purple": COURIER, "green": STONES}
    assert (green["players"], green["moved"], green["tiger"]) == (["green"], {"green": 3}, 2)
    assert spaces(match) == {"yellow": 4, "purple": 5, "green": 3}
    assert match.view(None)["tiger"] == 2

    events = act(match, "yellow", move=2)
    yellow, pluck, back, purple, another, woke, found = events
    assert yellow["moved"] == {"yellow": 2}
    assert (pluck["player"], pluck["whiskers"], pluck["tiger"]) == ("yellow", 1, 1)
    assert back["moved"] == {"yellow": 5}

    assert (purple["players"], purple["moved"]) == (["purple"], {"purple": 2})
    assert (another["player"], another["whiskers"], another["tiger"]) == ("purple", 1, 0)
    assert (woke["bitten"], woke["shamed"]) == (["purple"], "yellow")
    assert woke["damage"] == {"purple": 2, "yellow": 1}

    assert found["type"] == "next_tiger_found"
    assert plucked(match) == {"yellow": 1, "purple": 1}
    assert hurt(match) == {"purple": 2, "yellow": 1}
    assert spaces(match) == {"yellow": 6, "purple": 6, "green": 6}
    assert (match.view(None)["tiger"], match.view(None)["time"]) == (6, 15)


def test_example_b():
    match = table(tiger=2, purple=2, red=3, brown=4, yellow=5, green=6)

    events = turn(match, purple=SHELTER, red=SHELTER, brown=HYPNOSIS, green=CHARGE, yellow=LASSO)
    (_, _, shelter, purple, brown, green, pluck, back) = events
    assert (shelter["players"], shelter["moved"], shelter["tiger"]) == (["purple", "red"], {}, 2)
    assert shelter["sheltered"] == ["purple", "red"]
    assert (purple["player"], purple["whiskers"], purple["tiger"]) == ("purple", 1, 1)

    assert brown["moved"] == {"brown": 3, "red": 2, "purple": 1}
    assert brown["tiger"] == 6

    assert green["moved"] == {"green": 2, "red": 1, "purple": 0}
    assert green["tiger"] == 5
    assert (pluck["player"], pluck["whiskers"], pluck["tiger"]) == ("green", 1, 4)
    assert back["moved"] == {"purple": 5, "green": 5}
    assert spaces(match) == {"purple": 5, "red": 1, "brown": 3, "yellow": 5, "green": 5}
    assert match.view(None)["to_act"]["player"] == "yellow"

    (lasso, pluck, back) = act(match, "yellow", swap="red")
    assert lasso["moved"] == {"yellow": 1, "red": 5}
    assert (pluck["player"], pluck["whiskers"], pluck["tiger"]) == ("yellow", 2, 2)
    assert back["moved"] == {"yellow": 6}

    assert spaces(match) == {"purple": 5, "red": 5, "brown": 3, "yellow": 6, "green": 5}
    assert plucked(match) == {"purple": 1, "green": 1, "yellow": 2}
    assert (match.view(None)["tiger"], match.view(None)["sheltered"]) == (2, ["purple", "red"])
