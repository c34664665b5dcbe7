"""A chain of tie-breaks applied: the keys that everybody is ordered by, and the values as shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    "buchholz_cut1": values.buchholz_cut1,
    "median": values.median,
    "sonneborn_berger": values.sonneborn_berger,
    "direct_encounter": values.direct_encounter,
    "progressive": values.progressive,
    "wins_played": values.wins_played,
    "lot": values.lot,
}


def break_ties(chain: Sequence[TieBreak], record: Record, keys: Keys) -> tuple[Keys, dict[str, dict[str, ShownValue]]]:
    """The keys with those of the chain behind them, and each entry's values as shown, by the name of the tie-break.

    keys: what orders before the chain; of entries of the record, who may have met others. A tie-break that looks at the
    tied alone is asked of those who are equal in all that stands before it.
    """
    asked, groups = Question(record, tuple(keys)), tied(keys)
    ordered: dict[str, list[Key]] = {entry: list(key) for entry, key in keys.items()}
    shown: dict[str, dict[str, ShownValue]] = {entry: {} for entry in keys}
    for tie_break in chain:
        name = name_of(tie_break)
        found = METHODS[name](asked, tie_break, groups)
        groups = still_tied(groups, {entry: found[entry][0] for group in groups for entry in group})
        for entry, key in ordered.items():
            by_this, shown[entry][name] = found[entry]
            key.append(by_this)
    return {entry: tuple(key) for entry, key in ordered.items()}, shown
