"""What if: the same results under another scheme or chain, beside what is. Nothing is stored.

| what | where |
| --- | --- |
| a chain of criteria as fields, one below the other | chain |
| what is asked of a tournament | tournament_form |
| what is asked of a season | season_form |
| the pages | pages |
"""
