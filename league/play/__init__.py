"""Run a night or a season from a file through the commands of a club night: `manage.py play FILE`.

| what | where |
| --- | --- |
| the form of the file, and its JSON Schema | form |
| parse bytes; locate a fault in the file | reading, pointers |
| check what types can't: ids, names, one result per table | checks |
| refusals with their origin in the file | problems |
| commands for people, tournaments, seasons | people, tournaments, settings, results, seasons |
| run all of it or nothing, into a club or to be discarded | running |
| output as JSON, or as tables for a terminal | output, screens |
"""
