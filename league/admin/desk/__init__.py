"""The desk: the page from which a director runs a night, by forms alone.

| what | where |
| --- | --- |
| a tournament as it stands, and who is at its desk | standing |
| a form is one step; what every step has | step |
| the steps: entries, rounds and clocks, results, penalties and ends | entering, rounds, told, reporting, ending |
| all steps by name | steps |
| what the page shows | page |
| a refusal as a sentence | wording |
| the pages' answers | views |
| the forms that open a tournament and a season | opening, game_options, seasons |
"""
