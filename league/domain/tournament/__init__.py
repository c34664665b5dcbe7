"""The tournament, an aggregate. Each topic is a folder with its commands, events, state, fold and rules.

| what | where |
| --- | --- |
| settings and formats; what is wrong with them | settings, formats; checks |
| all commands, all events, the whole state, its fold | commands, events, state, fold |
| who plays | entries |
| draft, publish, start, repair | rounds |
| the clocks of rounds, tables and games | clocks |
| results, disputes, rulings, corrections, penalties | results |
| finals and cuts | stages |
| the end of a round and of the tournament | closing |
| `start` and `decide`; what commands need | rules; require |
| what a viewer sees | view |
"""
