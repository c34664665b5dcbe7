"""Seating: who sits where in the next round. One module or package per format; `formats` picks it.

| format | code | source | done |
| --- | --- | --- | --- |
| areas from the standings | `areas` | the tournament's design | yes |
| score pods, tables of 3 to 12 | `pods` (swiss) | swap annealing from the standings' order | yes |
| Swiss, two at a table | `pairs` (swiss) | maximum weight matching (rustworkx) | yes |
| the FIDE Dutch system, two at a table | `dutch` (swiss) | FIDE C.04.3, by py4swiss; not endorsed by FIDE | yes |
| planned rotation | `rotation` | constructions over rings and fields, cyclic search, annealing | yes |
| round robin | `round_robin` | FIDE Handbook, Berger tables; edge colouring by Kempe chains | yes |
| heats, brackets | `knockout` | seeded bracket, snake | yes |
| given by the director, round by round | `manual` | the tournament's design | yes |
| given for all rounds in advance | `prescribed` | the tournament's design | yes |

All formats share: `problem` (everything they may look at; `from_state` builds it from a tournament), `sizes` (tables
and byes), `byes` (who sits out), `lots` (the seed of an attempt), `seats` (who has which seat), `table_numbers` (which
table of the hall), `costs`. Nothing here iterates over a set: the same log gives the same seating on every machine.
"""
