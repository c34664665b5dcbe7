"""A season's desk: its settings, divisions and categories, and its events.

| what | where |
| --- | --- |
| the desk, and what its steps share | desk |
| name, points, best results, the weight of the final | settings |
| divisions and categories | groups |
| a tournament or a result from elsewhere is added, an event is removed | events |
| results from a file, shown before they are imported | results_file |
| corrections of an event | corrections |
| a result as rows: typed, and as it is | typed_result, result_rows |
| the league table that a step leads to | preview |
| the page that leads to all of them | page |
"""
