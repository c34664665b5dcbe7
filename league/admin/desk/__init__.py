"""The desk: the page from which a director runs a night, by forms alone.

| what | where |
| --- | --- |
| a tournament as it stands, and who is at its desk | standing |
| a form is one step; what every step has | step |
| settings as form fields; the step that changes them | chosen, setting |
| the other steps: entries, rounds, clocks, results | entering, rounds, by_hand, repairing, reporting |
| penalties, the ends of a round and of the tournament | ending |
| a table's result as it is typed | told |
| all steps by name | steps |
| what the page shows | page |
| a refusal as a sentence | wording |
| the pages' answers | views |
| the forms that open a tournament and a season | opening, game_options, seasons |
"""
