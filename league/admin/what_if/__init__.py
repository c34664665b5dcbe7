"""What if: the same results under another scheme or other tie-breaks, compared with the real ones. Nothing is stored.

| what | where |
| --- | --- |
| criteria as form fields | chain |
| the form for a tournament | tournament_form |
| the form for a season | season_form |
| the pages | pages |
"""
