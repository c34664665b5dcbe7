"""Seating: who sits where in the next round. A module a format; `plan` asks the one that the tournament names.

| format | code | source | done |
| --- | --- | --- | --- |
| areas from the standings | `areas` | the tournament's design | yes |
| given by the director, round by round | `manual` | the tournament's design | yes |
| given for all rounds ahead | `prescribed` | the tournament's design | yes |
| planned rotation | `rotation` | constructions, cyclic search, annealing | no |
| score pods, pairs | `swiss` | annealing; weighted matching | no |
| everybody meets everybody | `round_robin` | Berger tables | no |
| heats, brackets | `knockout` | seeded bracket; heats dealt by seeding | yes |

What all formats share: `sizes` (tables and byes), `byes` (who sits out), `lots` (the seed of an attempt, its order,
start seats). Nothing here goes through a set: the same log gives the same seating everywhere.
"""
