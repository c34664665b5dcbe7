"""The rules of the night in words for those who play: game, format, points, what decides between equals, clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.domain.seating.knockout.level import BY_SEED
from league.domain.tournament.formats import Areas, Format, Knockout, RoundRobin
from league.domain.tournament.settings import PointScheme, Settings, Ties
from league.domain.tournament.stages.stage import Stage
from league.domain.values.numbers import exact
from league.queries.wording import Criterion, criteria, game_name, points

MINUTE = 60
PAIR = 2


class Rule(NamedTuple):
    """One rule: what it is about, and its sentences. listed: criteria in their order, each with its meaning."""

    title: str
    sentences: list[str]
    listed: list[Criterion] = []


FORMATS: Mapping[str, Promise] = {
    "areas": gettext_lazy("Tables are filled from the standings: people who are close in points sit together."),
    "swiss": gettext_lazy(
        "People with similar points meet, and nobody meets the same person twice if it can be avoided."
    ),
    "rotation": gettext_lazy("All rounds are planned ahead, so that everyone meets as many others as possible."),
    "round_robin": gettext_lazy("Two at a table: everyone meets everyone."),
    "knockout": gettext_lazy("Knockout: the best at each table go on, the others are out."),
    "manual": gettext_lazy("The director chooses the tables of each round."),
    "prescribed": gettext_lazy("The tables of all rounds were planned beforehand."),
}
SHARED: Mapping[Ties, Promise] = {
    "average": gettext_lazy("A shared place pays the average of the places that it covers."),
    "higher": gettext_lazy("A shared place pays the points of the better place."),
    "lower": gettext_lazy("A shared place pays the points of the lower place."),
}


def rules_of(settings: Settings, stages: tuple[Stage, ...] = ()) -> list[tuple[str, list[Rule]]]:
    """The rules of the tournament, and those of each final that has begun, each with a heading."""
    of_finals = [(_final(stage), list(_rules(stage.over(settings), _rounds_of(stage)))) for stage in stages]
    return [("", list(_rules(settings, settings.rounds))), *of_finals]


def _final(stage: Stage) -> str:
    if stage.number == 1:
        return _("The final of {number}").format(number=len(stage.entries))
    return _("Final {final}, of {number}").format(final=stage.number, number=len(stage.entries))


def _rounds_of(stage: Stage) -> int | None:
    return stage.rules.rounds


def _rules(settings: Settings, rounds: int | None) -> Iterator[Rule]:
    yield Rule(_("Game"), [game_name(settings.game), *_games(settings)])
    yield Rule(
        _("Seating"), [*_format(settings.format), *_places(settings), *sizes_in_words(settings), *_number(rounds)]
    )
    yield Rule(_("Points"), list(points_in_words(settings.points)))
    yield Rule(_("With equal points"), [] if settings.chain else [_("Places are shared.")], criteria(settings.chain))
    yield Rule(_("Clock"), [_clock(settings.clock_seconds)])


def _games(settings: Settings) -> Iterator[str]:
    if (games := settings.games_per_round) > 1:
        yield _("{games} games at each table in a round; their points are added up.").format(games=games)


def _format(format_: Format) -> Iterator[str]:
    yield str(FORMATS[str(format_.__struct_config__.tag)])
    match format_:
        case Areas(k=int(k)):
            yield _("Each {k} neighbours in the standings sit at tables of their own, by lot.").format(k=k)
        case RoundRobin(double=True):
            yield _("Everyone meets everyone twice.")
        case Knockout(advance=advance, third_place=third_place):
            yield ngettext(
                "From each table {number} goes on.", "From each table the best {number} go on.", advance
            ).format(number=advance)
            if third_place:
                yield _("There is a match for the third place.")


def _places(settings: Settings) -> Iterator[str]:
    """How places are decided in a knockout."""
    if settings.knockout is None:
        return
    if settings.table_size.max == PAIR:
        yield _("Those who go out in the same round share a place, unless tie-breaks decide.")
    else:
        yield _("Those who go out in the same round are ranked by their points.")
    if settings.knockout.level == BY_SEED:
        yield _("From a drawn match the better seed goes on.")
    else:
        yield _("After a draw a play-off, a lot or the director decides who goes on.")


def sizes_in_words(settings: Settings) -> Iterator[str]:
    """How many people sit at a table."""
    size = settings.table_size
    if size.min == size.max:
        yield _("{seats} people sit at each table.").format(seats=size.min)
    else:
        yield _("{fewest} to {most} people sit at a table, if possible {usual}.").format(
            fewest=size.min, most=size.max, usual=size.prefer
        )


def _number(rounds: int | None) -> Iterator[str]:
    if rounds is not None:
        yield ngettext("There is {number} round.", "There are at most {number} rounds.", rounds).format(number=rounds)


def points_in_words(scheme: PointScheme) -> Iterator[str]:
    """What pays points."""
    yield from _paid(scheme)
    if scheme.lowest_first:
        yield _("The lowest total wins.")
    if scheme.best:
        template = (
            _("Only the best {n} rounds count.") if scheme.best.of == "round" else _("Only the best {n} games count.")
        )
        yield template.format(n=scheme.best.n)
    yield _bye(scheme)
    if exact(scheme.missed):
        yield _("A round that somebody misses is worth {points}.").format(points=points(scheme.missed).text)


def _paid(scheme: PointScheme) -> Iterator[str]:
    if scheme.outcomes is not None:
        win, draw, loss = (points(number).text for number in scheme.outcomes)
        yield _("A win is worth {win}, a draw {draw}, a loss {loss}.").format(win=win, draw=draw, loss=loss)
        return
    if scheme.share is True:
        yield _("Each gets the own share of all scores at the table.")
        return
    if scheme.raw:
        minus, per = points(scheme.raw.minus).text, points(scheme.raw.per).text
        if not exact(scheme.raw.minus) and exact(scheme.raw.per) == 1:
            yield (
                _("The score in the game is added to the points.")
                if scheme.by_place
                else _("The score in the game counts.")
            )
        else:
            yield _("The score in the game counts: minus {minus}, divided by {per}.").format(minus=minus, per=per)
    if scheme.by_place is not None:
        yield _("Places pay, from the first on: {points}.").format(points=_listed(scheme.by_place))
    elif not scheme.raw:
        yield _("Places pay as many points as seats: at a table of four 4, 3, 2, 1.")
    for size, paid in scheme.per_size.items():
        yield _("At a table of {size}: {points}.").format(size=size, points=_listed(paid))
    if scheme.by_place is not None or not scheme.raw:
        yield str(SHARED[scheme.ties])


def _listed(numbers: tuple[int | str, ...]) -> str:
    return _(", ").join(points(number).text for number in numbers)


def _bye(scheme: PointScheme) -> str:
    if scheme.bye == "mean":
        return _("Somebody who sits out gets the average of their own rounds.")
    if scheme.bye == "win":
        return _("Somebody who sits out gets the points of a win.")
    return _("Somebody who sits out gets {points}.").format(points=points(scheme.bye or 0).text)


def _clock(seconds: int | None) -> str:
    if seconds is None:
        return _("The rounds have no clock.")
    minutes = points(f"{seconds}/{MINUTE}").text
    return _("A round lasts {minutes} minutes. Tables may still report afterwards.").format(minutes=minutes)
