"""A whole database as one file, and back again, also into the other kind of database.

| module | what |
| --- | --- |
| tables | which tables a database of some migrations has; their rows as JSON and back |
| archive | the file: a ZIP of one part a table, with a manifest of counts and SHA-256 |
| saving | writes the file, all of it as of one moment |
| restoring | reads it into an empty database, all or nothing |
| sqlite_file | the new file of a restore into SQLite: refused where another one would be lost or mixed with it |
| repairing | takes damaged streams of the log from it |
"""
