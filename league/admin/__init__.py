"""The admin: people, clubs and accounts to keep; tournaments, league tables, ratings and the log to look at.

`site` is its own, so that no other app's models are in it. What each page shows, and to whom, is in `scope`.
"""

from league.admin import clubs, people, ratings, users
from league.admin.season import model_admin as seasons
from league.admin.site import site
from league.admin.tournament import model_admin as tournaments

__all__ = ["clubs", "people", "ratings", "seasons", "site", "tournaments", "users"]
