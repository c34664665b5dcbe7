"""The versions of a table's result: the current one, and those of people who dispute it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.admin.desk.tournament.desk import TournamentDesk
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Dispute, Result
from league.domain.tournament.rounds.state import Table
from league.models import LinkKind
from league.queries.actors import names_of_staff
from league.queries.wording import Points, points


@dataclass(frozen=True)
class VersionSeat:
    """An entry's place and score in a version. away: that it was absent or left early, in words; "" if it played."""

    name: str
    place: int
    score: Points | None
    away: str


@dataclass(frozen=True)
class Version:
    """A version of a result. by: the name of the user, program or entry that reported it; "" if nobody did.

    seats: none of a dispute that only says in its note what is wrong.
    """

    by: str
    note: str
    seats: Sequence[VersionSeat]

    def title(self, number: int) -> str:
        """Whose version it is. number: 0 for the current result, then of the disputes."""
        if number == 0:
            return _("What {name} reported").format(name=self.by) if self.by else _("The current result")
        return (
            _("What {name} says").format(name=self.by)
            if self.by
            else _("The other report ({number})").format(number=number)
        )


def versions_of(desk: TournamentDesk, game: Table, users: Mapping[str, str] | None = None) -> Iterator[Version]:
    """The current version first, then the disputed ones. users: names by actor; None: they are looked up."""
    result = game.result
    if result is None:
        return
    known = reporters([game]) if users is None else users
    yield Version(_name(desk, result, known), "", _seats(desk, result.claim))
    for dispute in result.disputes:
        seats = _seats(desk, dispute.claim) if dispute.claim else ()
        yield Version(_name(desk, dispute, known), dispute.note or "", seats)


def _name(desk: TournamentDesk, said: Result | Dispute, users: Mapping[str, str]) -> str:
    """The name of the user, program or entry that speaks; "" for a table's link that did not say."""
    kind, _separator, id = (said.voice or "").partition(":")
    return desk.name(id) if kind == LinkKind.ENTRY else users.get(said.voice or "", "")


def reporters(games: Iterable[Table]) -> dict[str, str]:
    """The names of the users and programs that reported or disputed the results of these games, by actor."""
    return names_of_staff(actor for game in games if game.result for actor in actors_of(game.result))


def actors_of(result: Result) -> list[str | None]:
    """The actors who reported and disputed a result."""
    return [result.by, *(dispute.by for dispute in result.disputes)]


def _seats(desk: TournamentDesk, claim: Claim) -> list[VersionSeat]:
    return seats_of(desk, claim, sorted(claim.places, key=lambda entry: claim.places[entry]))


def seats_of(desk: TournamentDesk, claim: Claim, order: Iterable[str]) -> list[VersionSeat]:
    """What a claim says of these entries, in this order."""

    def away(entry: str) -> str:
        return _("never came") if entry in claim.absent else _("left early") if entry in claim.left else ""

    scores = claim.scores or {}
    return [
        VersionSeat(
            desk.name(entry), claim.places[entry], points(scores[entry]) if entry in scores else None, away(entry)
        )
        for entry in order
    ]
