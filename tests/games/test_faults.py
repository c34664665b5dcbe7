"""All faults of JSON values at once: they agree with msgspec, have whole paths and plain words, and are soon found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, datetime
from random import Random
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from games import faults
from games.faults import MOST_FAULTS, complaint, faults_in
from games.registry import all_games

ID = "0198c0de-0000-7000-8000-000000000001"


class Part(msgspec.Struct, forbid_unknown_fields=True):
    least: Annotated[int, Meta(ge=2, le=12)] = 2
    word: Annotated[str, Meta(min_length=1, max_length=5)] = "x"


class Circle(Part, tag="circle"):
    k: int = 4


class Line(Part, tag="line"):
    ends: tuple[int, int] = (0, 1)


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    id: UUID
    part: Part = msgspec.field(default_factory=Part)
    shape: Circle | Line | None = None
    scores: dict[str, Annotated[int, Meta(ge=0)]] = {}
    lists: dict[Literal["a", "b"], Annotated[list[Part], Meta(max_length=2)]] = {}
    numbers: Annotated[tuple[int | str, ...], Meta(min_length=1)] = (1,)
    choice: Literal["one", "two"] | UnsetType = UNSET
    either: Literal["all"] | list[int] = "all"
    day: date | None = None
    at: Annotated[datetime, Meta(tz=True)] | None = None
    nothing: Nothing | None = None
    flag: bool = False
    ratio: float = 0


GOOD: dict[str, Any] = {
    "name": "n", "id": ID, "part": {"least": 3, "word": "w"}, "shape": {"type": "line", "ends": [1, 2]},
    "scores": {"ann": 1, "bob": 2}, "lists": {"a": [{"least": 4}, {}]}, "numbers": [1, "2"], "choice": "one",
    "either": [1, 2], "day": "2026-12-31", "at": "2026-12-31T19:00:00Z", "nothing": {}, "flag": True, "ratio": 1.5,
}  # fmt: skip


def told(**body: Any) -> list[tuple[str, str, str]]:
    return [(one.field, one.code, one.detail) for one in faults_in(Whole, GOOD | body)]


@pytest.mark.parametrize(
    ("body", "field", "code", "sentence"),
    [
        ({"name": 5}, "name", "wrong_type", "This has to be a text."),
        ({"name": None}, "name", "wrong_type", "This has to be a text."),
        ({"id": "x"}, "id", "invalid", f"An id is a UUID, such as {ID}."),
        ({"id": 5}, "id", "wrong_type", f"An id is a UUID, such as {ID}."),
        ({"part": []}, "part", "wrong_type", "This has to be an object."),
        ({"part": {"least": 1}}, "part.least", "too_small", "This has to be at least 2."),
        ({"part": {"least": 13}}, "part.least", "too_big", "This has to be at most 12."),
        ({"part": {"least": True}}, "part.least", "wrong_type", "This has to be a whole number."),
        ({"part": {"word": ""}}, "part.word", "bad_length", "A text of 1 to 5 signs."),
        ({"part": {"size": 1}}, "part.size", "unknown", "There is no such field. Known fields: least, word."),
        ({"shape": {"type": "square"}}, "shape.type", "invalid", "One of: circle, line."),
        ({"shape": {"k": 1}}, "shape.type", "required", "This is missing."),
        ({"shape": {"type": "line", "ends": [1]}}, "shape.ends", "bad_length", "A list of exactly 2 entries."),
        ({"shape": {"type": "line", "ends": [1, "x"]}}, "shape.ends.1", "wrong_type", "This has to be a whole number."),
        ({"scores": {"ann": "x"}}, "scores.ann", "wrong_type", "ann: x is not a whole number."),
        ({"scores": {"ann": -1}}, "scores.ann", "too_small", "ann: -1 is too small."),
        ({"lists": {"c": []}}, "lists.c", "invalid", "One of: a, b."),
        ({"lists": {"a": [{}, {}, {}]}}, "lists.a", "bad_length", "A list of at most 2 entries."),
        ({"lists": {"b": [{}, {"least": 0}]}}, "lists.b.1.least", "too_small", "This has to be at least 2."),
        ({"lists": {"b": {}}}, "lists.b", "wrong_type", "This has to be a list."),
        ({"numbers": []}, "numbers", "bad_length", "A list of at least 1 entries."),
        ({"numbers": [1, None]}, "numbers.1", "wrong_type", "This has to be a whole number or a text."),
        ({"choice": "three"}, "choice", "invalid", "One of: one, two."),
        ({"either": "some"}, "either", "invalid", "One of: all."),
        ({"either": [1, "x"]}, "either.1", "wrong_type", "This has to be a whole number."),
        ({"either": 5}, "either", "wrong_type", "This has to be a text or a list."),
        ({"day": "31.12."}, "day", "invalid", "A day is written as 2026-12-31."),
        ({"at": "2026-12-31T19:00:00"}, "at", "wrong_type", ("A time is written with its offset, such as "
                                                             "2026-12-31T19:00:00+01:00.")),
        ({"nothing": {"x": 1}}, "nothing.x", "unknown", "There is no such field: there are none here."),
        ({"flag": 1}, "flag", "wrong_type", "This has to be true or false."),
        ({"ratio": "x"}, "ratio", "wrong_type", "This has to be a number."),
    ],
)  # fmt: skip
def test_a_fault_is_said_in_plain_words(body: dict[str, Any], field: str, code: str, sentence: str) -> None:
    assert told(**body) == [(field, code, sentence)]


def test_every_fault_is_found_at_once() -> None:
    body = {"name": 1, "part": {"least": 1, "word": "too long", "x": 1}, "scores": {"ann": -1, "bob": 2, "cy": None},
            "lists": {"a": [{"least": 0}, {"word": ""}], "c": []}}  # fmt: skip
    assert [(one.field, one.path) for one in faults_in(Whole, body)] == [
        ("name", ("name",)),
        ("part.least", ("part", "least")),
        ("part.word", ("part", "word")),
        ("part.x", ("part", "x")),
        ("scores.ann", ("scores", "ann")),
        ("scores.cy", ("scores", "cy")),
        ("lists.a.0.least", ("lists", "a", 0, "least")),
        ("lists.a.1.word", ("lists", "a", 1, "word")),
        ("lists.c", ("lists", "c")),
        ("id", ("id",)),
    ]


def test_what_is_good_has_no_fault() -> None:
    assert faults_in(Whole, GOOD) == []
    for junk in (None, list[Any](), 7, "x", True):
        assert [(one.field, one.code) for one in faults_in(Whole, junk)] == [("", "wrong_type")]


JUNK: tuple[Any, ...] = (None, True, -1, 10**12, 1.5, "", "junk", [], [None], {}, {"junk": 1})


def wrong_ones(good: Any, chance: Random) -> Iterator[Any]:
    """Copies of a body with one to four parts replaced, removed or added."""
    for _ in range(60):
        body = deepcopy(good)
        for _ in range(chance.randint(1, 4)):
            spoil(body, chance)
        yield body


def spoil(part: Any, chance: Random) -> None:
    keys = list(part) if isinstance(part, dict) else list(range(len(part)))
    key = chance.choice([*keys, "added"]) if isinstance(part, dict) else chance.choice(keys)
    inner = part.get(key) if isinstance(part, dict) else part[key]
    if isinstance(inner, dict | list) and inner and chance.random() < 0.6:
        spoil(inner, chance)
    elif isinstance(part, dict) and key in part and chance.random() < 0.3:
        del part[key]
    else:
        part[key] = deepcopy(chance.choice(JUNK))


def test_they_agree_with_msgspec() -> None:
    """A body has faults where msgspec refuses it, and none has msgspec's words."""
    chance = Random(7)
    kinds: list[tuple[Any, Any]] = [(Whole, GOOD)]
    for game in all_games().values():
        kinds += [(kind, {"type": tag, "player": "ann"}) for tag, kind in game.rules.command_types.items()]
    for kind, good in kinds:
        for body in wrong_ones(good, chance):
            found = faults_in(kind, body, most=1000)
            assert bool(found) == bool(complaint(kind, body)), body
            assert len({one.path for one in found}) == len(found), body
            assert not any("`" in one.detail or "Expected" in one.detail for one in found)
            msgspec.json.encode([one.as_json() for one in found])


def test_a_large_body_of_junk_is_soon_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of questions to msgspec, not the time: a megabyte, wrong in its last part, or everywhere."""
    asked: list[int] = []

    def counted(kind: Any, value: Any) -> Any:
        asked.append(1)
        return complaint(kind, value)

    monkeypatch.setattr(faults, "complaint", counted)
    last = {**GOOD, "numbers": [*([1] * 400_000), None]}
    assert len(json.dumps(last)) > 2**20
    assert [one.field for one in faults_in(Whole, last)] == ["numbers.400000"]
    everywhere = {**GOOD, "numbers": [None] * 200_000, "scores": {str(at): None for at in range(50_000)}}
    assert len(faults_in(Whole, everywhere)) == MOST_FAULTS
    unknown = {**GOOD, **{f"x{at}": 1 for at in range(100_000)}}
    assert len(faults_in(Whole, unknown)) == MOST_FAULTS
    assert len(asked) < 10_000
