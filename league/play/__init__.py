"""A night or a season as a file, run through the same commands as a club night: `manage.py play FILE`.

| what | where |
| --- | --- |
| the file's form, and its JSON Schema | form |
| from bytes to the form; where in the file a fault is | reading, pointers |
| what types can't say: who is named, what is not offered | checks |
| a refusal and where in the file it came from | problems |
| people, tournaments, results, seasons as commands | people, nights, told, seasons |
| all of it or nothing, into a club or thrown away | running |
| what is printed | output, screens |
"""
