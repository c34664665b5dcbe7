"""Planned rotation: all rounds ahead in one plan, with as few repeats as possible and burdens shared evenly.

| method | for | done |
| --- | --- | --- |
| `construction` | equal tables and those that differ by a seat, if a ring fits; no search | yes |
| `cyclic` | fields without differences between players; base rounds, shifted | yes |
| `annealing` | everything else: unavoidable repeats, past rounds, separations, fixed tables | yes |

If the season counts, the plan is balanced over it without becoming worse itself: `seasonal`.
All share: byes to those who have had fewest, short tables, seats (exact without past rounds). A plan states its repeats
and a lower bound for any plan, and the steps of its search: the same number of steps finds an equal plan.
"""

from league.domain.seating.rotation.planning import (
    PlannedRound,
    RotationPlan,
    default_steps,
    plan_rotation,
    usual_steps,
)

__all__ = ["PlannedRound", "RotationPlan", "default_steps", "plan_rotation", "usual_steps"]
