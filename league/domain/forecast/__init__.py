"""What an entry needs in the round that goes on: which places at its table make a goal sure, possible or impossible.

| verdict | what it says |
| --- | --- |
| `sure` | in every way in which the other tables may end, and no lot has to be kind: proved |
| `possible` | in some ways, or by a lot alone: proved by an example |
| `impossible` | in none: proved |
| `in_all_samples`, `in_no_sample` | in all, or none, of those that were tried: no proof |
| `open` | places don't decide it: the scores at the tables would, and none were told yet to try it with |
| `untried` | the field is so large that not one outcome could be tried |

Tables end in a strict order; where two play for a win, a draw or a loss, they may draw too. Nobody is absent or leaves
a table. What was reported stands. Byes, missed rounds and penalties count as they do at the round's close.

Method `exact`: points, and tie-breaks that look at one's own rounds alone, make each table a matter of its own: how
many of its entries come before one, or level, is counted table by table, and these counts are added (`counting`), for a
field of any size. Shares of a table's scores are bounded by the place; what that leaves unclear is level. Where other
tie-breaks decide among equals, and in a knockout, every outcome is looked at (`trying`) as long as they are few; else,
and where scores decide, `sampled`: outcomes drawn at random, the scores among those that were told in this
tournament. The draws are public ones. The tournament's secret is never looked at: whom a lot would have to part is
undecided.

Not covered: shared places at larger tables; areas where those who are not to meet change places (`area_apart`); several
games at a table in a round.
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
