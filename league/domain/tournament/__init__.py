"""The tournament, an aggregate. Each topic is a folder with its commands, events, state, fold and rules.

| what | where |
| --- | --- |
| settings and formats; checks of them | settings, formats; checks |
| all commands, all events, the whole state, its fold | commands, events, state, fold |
| entries: registering, checking in, dropping, fixed tables | entries |
| calls for the director, announcements, screens; what needs the director | desk; attention |
| a round: draft, publication, start, repair | rounds |
| the clocks of rounds, tables and games | clocks |
| results, disputes, rulings, corrections, penalties | results |
| finals and cuts | stages |
| the end of a round and of the tournament | closing |
| `start` and `decide`; shared preconditions of commands | rules; require |
| what a viewer may see | view |
"""
