"""The filters of a tournament's standings: a round, words from names, an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.admin.filters import FIND, Choice, Filter, matches, number_in, query_string
from league.domain.standings.standings import KNOCKOUT, POINTS
from league.domain.tournament.state import Tournament
from league.domain.values.fields import MOST_ROUNDS


class Query(NamedTuple):
    """The rows to show. after_round: None for the last round. find, entry: "" for all."""

    after_round: int | None = None
    find: str = ""
    entry: str = ""

    @property
    def file_query(self) -> str:
        """The parameters that the files understand."""
        return query_string(round=self.after_round)

    def includes(self, entry: str, name: str) -> bool:
        return (not self.entry or entry == self.entry) and matches(name, self.find)


WHOLE = Query()


def parse(query: Mapping[str, str]) -> Query:
    """Raises Http404 if `round` is no possible number of a round."""
    return Query(number_in(query, "round", MOST_ROUNDS), query.get(FIND, ""), query.get("entry", ""))


def filters(state: Tournament, query: Query) -> list[Filter]:
    """The filters that a tournament offers; the one by round once a round has begun."""
    numbers = range(1, len(state.begun_rounds) + 1)
    rounds = [Choice(str(number), str(number), number == query.after_round) for number in numbers]
    whole = Choice("", _("the last"), query.after_round is None)
    after = [Filter("round", _("After round"), [whole, *rounds])] if rounds else []
    return [*after, Filter(FIND, _("Name"), value=query.find)]


def deciding_in(state: Tournament) -> list[str]:
    return [*([KNOCKOUT] if state.knockout else []), POINTS, *state.settings.chain]
