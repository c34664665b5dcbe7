"""Planned rotation: all rounds ahead in one plan, so that as few as can be meet twice, and all share what is dearer.

| method | for | done |
| --- | --- | --- |
| `construction` | equal tables and those that differ by a seat, where a ring fits; no search | yes |
| `cyclic` | fields in which nobody differs from another; base rounds, shifted | yes |
| `annealing` | everything else: repeats that must be, a past, who is kept apart, fixed places | yes |

Where the season is looked at, the plan is evened out over it at no price in itself: `seasonal`.
What is shared: byes to who has had fewest, short tables, seats (exact without a past). A plan says how many repeats it
has beside a bound that no plan can go below, and how many steps its search took: as many again find an equal plan.
"""

from league.domain.seating.rotation.planning import (
    PlannedRound,
    RotationPlan,
    default_steps,
    plan_rotation,
    usual_steps,
)

__all__ = ["PlannedRound", "RotationPlan", "default_steps", "plan_rotation", "usual_steps"]
