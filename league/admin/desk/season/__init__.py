"""What a director changes of a season: how it adds up, its divisions and categories, its events.

| what | where |
| --- | --- |
| a form that is one command, or several at once | step |
| name, points, best results, the weight of the final | settings |
| divisions and categories | groups |
| a tournament or a result from elsewhere comes in, an event goes out | events |
| results from a file, shown before they are taken | results_file |
| an event is put right where it stands | correcting |
| a result as rows: typed, and as it stands | typed, rows |
| the league table that a step makes | foreseen |
| the page that leads to all of them, and their answers | views |
"""
