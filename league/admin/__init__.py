"""The admin: people, clubs and accounts; tournaments and seasons with their desks; ratings and the log.

| what | where |
| --- | --- |
| who may see what | scope |
| the pages of a tournament | tournament |
| the pages of a season | season |
| people, and the pages of one | people, person |
| the forms that change a tournament or a season | desk |
| the log, and a game in words | log |
| what if: other points, other tie-breaks | what_if |
| tokens of programs, and one's own | tokens |
| webhooks and what was sent to them | webhooks |
| tables as files | downloads |
| numbers, names and plots | formatting |
"""

from league.admin import clubs, people, ratings, tokens, users, webhooks
from league.admin.season import model_admin as seasons
from league.admin.site import site
from league.admin.tournament import model_admin as tournaments

__all__ = ["clubs", "people", "ratings", "seasons", "site", "tokens", "tournaments", "users", "webhooks"]
