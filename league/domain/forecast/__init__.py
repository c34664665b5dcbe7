"""Forecast: which places at its table make a goal sure, possible or impossible for an entry in the current round.

| verdict | meaning |
| --- | --- |
| `sure` | proved: in every outcome of the other tables, whatever a lot decides |
| `possible` | proved by an example: in some outcomes, or by a lot alone |
| `impossible` | proved: in no outcome |
| `in_all_samples`, `in_no_sample` | in all, or none, of the sampled outcomes: no proof |
| `open` | scores at the tables decide, not places, and the tournament has no scores yet to sample from |
| `untried` | the field is too large to try a single outcome |

Tables end in a strict order; tables of two that play for a win, draw or loss may also draw. Nobody is absent or leaves
a table. Reported results stand. Byes, missed rounds and penalties count as they do when the round closes.

Method `exact`: with points and with tie-breaks that use only an entry's own rounds, each table is independent. The
rivals who finish ahead of the entry, or level with it, are counted per table and added up (`counting`), for fields of
any size. Places bound the shares of a table's scores; keys that overlap count as level. Where other tie-breaks decide,
and in a knockout, every outcome is ranked while there are few enough. Otherwise, and where scores decide, the method is
`sampled`: outcomes drawn at random, with scores taken from this tournament's earlier results. The draws are public. The
tournament's secret is never used, so whatever a lot would decide stays undecided.

Not covered: shared places at larger tables; areas where separated entries swap places (`area_apart`); several games at
a table in a round.
"""

from league.domain.forecast.answer import Need, Needs, Verdict
from league.domain.forecast.context import Context, context_of
from league.domain.forecast.goals import Area, Final, Goal, Top, goal_of
from league.domain.forecast.sentences import goal_in_words, in_words, notes
from league.domain.forecast.solver import needs

__all__ = [
    "Area",
    "Context",
    "Final",
    "Goal",
    "Need",
    "Needs",
    "Top",
    "Verdict",
    "context_of",
    "goal_in_words",
    "goal_of",
    "in_words",
    "needs",
    "notes",
]
