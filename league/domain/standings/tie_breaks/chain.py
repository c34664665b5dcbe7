"""Applies a chain of tie-breaks: the keys that order everybody, and the displayed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from league.domain.standings.ranking import Key
from league.domain.standings.tie_breaks import values
from league.domain.standings.tie_breaks.among import still_tied, tied
from league.domain.standings.tie_breaks.record import Record
from league.domain.standings.tie_breaks.values import Method, Question, ShownValue
from league.domain.tournament.settings import TieBreak, name_of

Keys = Mapping[str, tuple[Key, ...]]
METHODS: Mapping[str, Method] = {
    "wins": values.wins,
    "game_points": values.game_points,
    "share": values.share,
    "opponents": values.opponents,
    "head_to_head": values.head_to_head,
    "last_round": values.last_round,
    "count_back": values.count_back,
    "best_game": values.best_game,
    "rank_average": values.rank_average,
    "buchholz": values.buchholz,
    "buchholz_cut1": partial(values.buchholz, cut_least=True),
    "median": partial(values.buchholz, cut_least=True, cut_most=True),
    "sonneborn_berger": values.sonneborn_berger,
    "direct_encounter": values.direct_encounter,
    "progressive": values.progressive,
    "wins_played": values.wins_played,
    "lot": values.lot,
}


def break_ties(chain: Sequence[TieBreak], record: Record, keys: Keys) -> tuple[Keys, dict[str, dict[str, ShownValue]]]:
    """The keys extended by those of the chain, and each entry's displayed values by tie-break name.

    keys: what ranks before the chain, for entries of the record. A tie-break within tied groups applies to entries that
    are equal in everything before it.
    """
    question, groups = Question(record, tuple(keys)), tied(keys)
    ordered: dict[str, list[Key]] = {entry: list(key) for entry, key in keys.items()}
    displayed: dict[str, dict[str, ShownValue]] = {entry: {} for entry in keys}
    for tie_break in chain:
        name = name_of(tie_break)
        results = METHODS[name](question, tie_break, groups)
        groups = still_tied(groups, {entry: results[entry][0] for group in groups for entry in group})
        for entry, key in ordered.items():
            by_this, displayed[entry][name] = results[entry]
            key.append(by_this)
    return {entry: tuple(key) for entry, key in ordered.items()}, displayed
