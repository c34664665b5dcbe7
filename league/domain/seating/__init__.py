"""Seating: who sits where in the next round. A module a format; `formats` asks the one that the tournament names.

| format | code | source | done |
| --- | --- | --- | --- |
| areas from the standings | `areas` | the tournament's design | yes |
| score pods, tables of 3 to 12 | `pods` (swiss) | swap annealing from the standings' order | yes |
| Swiss, two at a table | `pairs` (swiss) | maximum weight matching (rustworkx) | yes |
| the FIDE Dutch system, two at a table | `dutch` (swiss) | FIDE C.04.3, by py4swiss; not endorsed by FIDE | yes |
| planned rotation | `rotation` | constructions over rings and fields, cyclic search, annealing | yes |
| everybody meets everybody | `round_robin` | FIDE Handbook, Berger tables | yes |
| heats, brackets | `knockout` | seeded bracket, snake | yes |
| given by the director, round by round | `manual` | the tournament's design | yes |
| given for all rounds ahead | `prescribed` | the tournament's design | yes |

What all formats share: `field` (all that they may look at; `before` makes it from the log), `sizes` (tables and
byes), `byes` (who sits out), `lots` (the seed of an attempt), `seats` (who has which seat), `numbers` (which table of
the hall), `costs`. Nothing here goes through a set: the same log gives the same seating everywhere.
"""
