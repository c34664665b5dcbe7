"""Tie-breaks between entries of equal points. An organiser chooses a chain; entries equal after it share a place.

| name | definition | source | done |
| --- | --- | --- | --- |
| `wins` | first places at tables; a first shared by k counts 1/k, or 0 with `shared` "none" | leagues | yes |
| `game_points` | sum of the reported scores; lower is better if the lowest score wins | usual | yes |
| `share` | own score / all scores at the table, summed; points of the round if there are none | usual | yes |
| `opponents` | mean of the points per round of all opponents, as often as met; each at least `floor` | usual | yes |
| `head_to_head` | among the tied: mean place at shared tables, if all have met | usual | yes |
| `last_round` | points of the last round, then of the one before, ... | leagues | yes |
| `count_back` | most first places at tables, then most seconds, ... | motor sport | yes |
| `best_game` | highest single score; the lowest if the lowest score wins | usual | yes |
| `rank_average` | mean of (place - 1) / (size - 1) at tables, lowest first | usual | yes |
| `buchholz` | sum of the opponents' scores | FIDE 8.1 | yes |
| `buchholz_cut1` | the same without the least significant | FIDE 8.1, 14.1, 16.5 | yes |
| `median` | the same without the least and then the most significant | FIDE 8.1, 14.3, 16.5 | yes |
| `sonneborn_berger` | sum of the opponents' scores times the points made against them | FIDE 9.1 | yes |
| `direct_encounter` | points of the games among the tied | FIDE 6 | yes |
| `progressive` | sum of the scores after each round | FIDE 7.5 | yes |
| `wins_played` | games won over the board | FIDE 7.2 | yes |
| `lot` | drawn by lot from the tournament's secret | the tournament's design | yes |

If a table plays several games in a round, these count each: `wins`, `game_points`, `share`, `opponents` (meetings),
`head_to_head`, `count_back`, `best_game`, `rank_average`. All others count the round: its points are the sum of the
games, and the entry with the most points at the table has won it. A win or a draw is one in all games together.

Nobody gains by a round without a table. In `game_points`, and in `share` if less is better, it counts like the worst
score or share of the table or round, a bye like the mean of one's own, or 0 where that is worse; in `opponents` and
`best_game`, who has none is last. Where fewer points are better, FIDE's tie-breaks are read the other way round.

FIDE: the tie-break regulations of 1 August 2024 or of 1 March 2026, as the tournament says; unplayed rounds follow
article 16, in a round robin article 15. Only rounds that are over count in any tie-break. Points are those of the
rounds, including dropped ones, without penalties, so a penalty changes nobody else's tie-breaks.
Not covered: teams, ratings, the other methods of FIDE, and cuts of more than one.
"""

from league.domain.standings.tie_breaks.chain import break_ties
from league.domain.standings.tie_breaks.line import Kind, RoundLine
from league.domain.standings.tie_breaks.lots import lot
from league.domain.standings.tie_breaks.record import Record
from league.domain.standings.tie_breaks.values import ShownValue
from league.domain.tournament.settings import name_of

__all__ = ["Kind", "Record", "RoundLine", "ShownValue", "break_ties", "lot", "name_of"]
