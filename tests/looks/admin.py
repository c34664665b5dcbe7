"""Every kind of page that staff and superusers see."""

from __future__ import annotations

from django.utils import timezone

from league.models import Entry, Person, Role, Scope, Table, User
from league.models import Round as RoundRow
from league.projections.followers import follow
from league.repository.streams import SEASON, reading
from league.services import members, tokens, webhooks
from tests.pages.night import Night

LISTS = ("tournament", "season", "rating", "person", "club", "clubtoken", "personaltoken", "webhook", "user")
FORMS = ("tournament", "season", "person", "club", "clubtoken", "user")
OF_A_TOURNAMENT = (
    "change", "needs", "places", "what-if", "redraw/1",
    "desk", "desk/people", "desk/more", "desk/slips",
    *(f"desk/{step}" for step in (
        "enter", "enter-team", "enter-file", "sign-up-list", "settings", "seat-with-byes", "seat-by-hand", "plan-file",
        "final", "cancel",
    )),
)  # fmt: skip
OF_A_ROUND = ("redo", "close-round")
OF_A_TABLE = ("rule", "correct")
OF_A_SEASON = (
    "change", "fairness", "head-to-head", "places", "what-if",
    "desk", "desk/settings", "desk/groups", "desk/tournament", "desk/result", "desk/results-file", "desk/take-out",
)  # fmt: skip
OF_A_PERSON = ("change", "history", "merge", "forget")


def furnished(night: Night) -> Night:
    """The night, with something in every list, and a director who runs the site."""
    club, by, at = night.club, f"user:{night.director.pk}", timezone.now()
    User.objects.filter(pk=night.director.pk).update(is_superuser=True)
    webhooks.add(club, "https://example.org/hook", ["tournament.*"], None, actor=by, at=at)
    members.add(club, "guest", Role.REFEREE, None, actor=by, at=at, sees_accounts=True)
    tokens.make_for_club(club.pk, "results channel", Scope.READ, None, actor=by, at=at)
    follow(club.pk)
    return night


def addresses(night: Night) -> list[str]:
    """The address of every kind of page."""
    admin, running = "/admin/league", night.tournaments[-1]
    tournament, over = f"{admin}/tournament/{running}", f"{admin}/tournament/{night.tournaments[0]}"
    entry = Entry.objects.filter(tournament=running).values_list("pk", flat=True)[0]
    person = Person.objects.filter(club=night.club).values_list("pk", flat=True)[0]
    table = Table.objects.filter(round__tournament=running).order_by("round__number", "number")[0].pk
    round = RoundRow.objects.get(tournament=running, number=2).pk
    return [
        "/admin/",
        "/admin/log/",
        "/admin/what-runs/",
        "/admin/password_change/",
        "/admin/password_change/done/",
        "/admin/knox/authtoken/",
        "/admin/nothing/",
        *(f"{admin}/{model}/" for model in LISTS),
        *(f"{admin}/{model}/add/" for model in FORMS),
        f"{admin}/person/?q=nobody",
        f"{admin}/club/{night.club.pk}/change/",
        f"{admin}/user/{night.director.pk}/change/",
        f"{admin}/user/{night.director.pk}/password/",
        f"{admin}/webhook/{night.club.webhooks.get().pk}/change/",
        f"{admin}/clubtoken/{night.club.tokens.get().pk}/delete/",
        f"{admin}/season/person/{person}/",
        *(f"{admin}/person/{person}/{page}/" for page in OF_A_PERSON),
        *(f"{admin}/season/{night.season}/{page}/" for page in OF_A_SEASON),
        f"{admin}/season/{night.season}/desk/recount/?which={event_of(night)}",
        *(f"{tournament}/{page}/" for page in OF_A_TOURNAMENT),
        *(f"{tournament}/desk/{step}/{round}/" for step in OF_A_ROUND),
        *(f"{tournament}/desk/{step}/{table}/" for step in OF_A_TABLE),
        f"{tournament}/desk/own-table/{entry}/",
        f"{tournament}/why/{entry}/",
        f"{tournament}/why/{entry}/1/",
        f"{tournament}/link/{entry}/",
        f"{over}/change/",
        f"{over}/desk/",
        f"{over}/desk/reopen/",
        f"/admin/tables/{Table.objects.filter(round__tournament=night.tournaments[0])[0].pk}/",
    ]


def event_of(night: Night) -> str:
    """The season's first event."""
    with reading(night.club.pk, SEASON, night.season) as stream:
        return str(next(iter(stream.aggregate.state.events)))
