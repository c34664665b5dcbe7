"""The pages of a tournament's desk, and the steps that they offer."""

from __future__ import annotations

from functools import partial

from league.admin.desk.news import Tab
from league.admin.desk.tournament import more_tab, people_tab, round_tab, slips_tab
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.steps import STEPS
from league.admin.desk.tournament.tournament_news import news
from league.admin.desk.views import DeskPages

CONTEXTS = {"": round_tab, "people": people_tab, "more": more_tab, "slips": slips_tab}
ANSWERS = {"people": people_tab.answer}
TABS = {
    name: Tab(f"league/admin/desk/{name or 'desk'}.html", module.context, partial(news, name), ANSWERS.get(name))
    for name, module in CONTEXTS.items()
}
PAGES = DeskPages(TournamentDesk, STEPS, TABS)
