"""The addresses of the API: lists and items by the router, single resources one by one; none ends in a slash."""

from __future__ import annotations

from django.urls import path

from api.openapi import views as docs
from api.routers import Router
from api.v1 import (
    clubs,
    commands,
    entries,
    explain,
    feeds,
    final,
    games,
    ledger,
    links,
    needs,
    penalties,
    people,
    people_import,
    plan,
    ratings,
    records,
    results,
    round_repair,
    round_steps,
    rounds,
    season_events,
    season_standings,
    seasons,
    service,
    standings,
    tables,
    tokens,
    tournaments,
)

app_name = "api"
router = Router()
router.register("tournaments", tournaments.Tournaments, "tournament")
router.register("tournaments/<uuid:id>/entries", entries.TournamentEntries, "entries")
router.register("entries", entries.Entries, "entry")
router.register("tournaments/<uuid:id>/penalties", penalties.TournamentPenalties, "penalties")
router.register("penalties", penalties.Penalties, "penalty")
router.register("games", games.Games, "game")
router.register("clubs", clubs.Clubs, "club")
router.register("clubs/<uuid:id>/members", clubs.Members, "members")
router.register("people", people.People, "person")
router.register("seasons", seasons.Seasons, "season")
router.register("seasons/<uuid:id>/events", season_events.SeasonEvents, "season-events")
router.register("seasons/<uuid:id>/events", season_events.OneSeasonEvent, "season-event")
urlpatterns = [
    *router.urls,
    path("tokens", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/current", tokens.CurrentToken.as_view(), name="current-token"),
    path("me", tokens.WhoAmI.as_view(), name="me"),
    path("clubs/<uuid:id>/events", feeds.ClubEvents.as_view(), name="club-events"),
    path("clubs/<uuid:id>/tables", tables.FriendlyTables.as_view(), name="friendly-tables"),
    path("people/import", people_import.ImportPeople.as_view(), name="people-import"),
    path("people/<uuid:id>/ratings", ratings.PersonRatings.as_view(), name="person-ratings"),
    path("ratings", ratings.Ratings.as_view(), name="ratings"),
    path("people/<uuid:id>/record", records.PersonRecord.as_view(), name="person-record"),
    path("tables/<uuid:id>", tables.OneTable.as_view(), name="table"),
    path("tables/<uuid:id>/commands", commands.Commands.as_view(), name="table-commands"),
    path("tables/<uuid:id>/result", results.TableResult.as_view(), name="table-result"),
    path("tables/<uuid:id>/confirm", results.ConfirmTable.as_view(), name="table-confirm"),
    path("tables/<uuid:id>/dispute", results.DisputeTable.as_view(), name="table-dispute"),
    path("tables/<uuid:id>/rule", results.RuleTable.as_view(), name="table-rule"),
    path("tables/<uuid:id>/correct", results.CorrectTable.as_view(), name="table-correct"),
    path("tournaments/<uuid:id>/final", final.TournamentFinal.as_view(), name="tournament-final"),
    path("tournaments/<uuid:id>/rounds", rounds.Rounds.as_view(), name="rounds"),
    path("tournaments/<uuid:id>/plan", plan.TournamentPlan.as_view(), name="tournament-plan"),
    path("tournaments/<uuid:id>/standings", standings.Standings.as_view(), name="standings"),
    path("tournaments/<uuid:id>/explain", explain.Explain.as_view(), name="explain"),
    path("tournaments/<uuid:id>/needs", needs.WhatIsNeeded.as_view(), name="needs"),
    path("tournaments/<uuid:id>/events", feeds.TournamentEvents.as_view(), name="tournament-events"),
    path("entries/<uuid:id>/link", links.EntryLink.as_view(), name="entry-link"),
    path("rounds/<uuid:id>", rounds.OneRound.as_view(), name="round"),
    path("rounds/<uuid:id>/redo", round_steps.RoundRedo.as_view(), name="round-redo"),
    path("rounds/<uuid:id>/swap", round_steps.RoundSwap.as_view(), name="round-swap"),
    path("rounds/<uuid:id>/move", round_steps.RoundMove.as_view(), name="round-move"),
    path("rounds/<uuid:id>/publish", round_steps.RoundPublish.as_view(), name="round-publish"),
    path("rounds/<uuid:id>/repair", round_repair.RoundRepair.as_view(), name="round-repair"),
    path("rounds/<uuid:id>/start", round_steps.RoundStart.as_view(), name="round-start"),
    path("rounds/<uuid:id>/pause", round_steps.RoundPause.as_view(), name="round-pause"),
    path("rounds/<uuid:id>/resume", round_steps.RoundResume.as_view(), name="round-resume"),
    path("rounds/<uuid:id>/extend", round_steps.RoundExtend.as_view(), name="round-extend"),
    path("rounds/<uuid:id>/close", round_steps.RoundClose.as_view(), name="round-close"),
    path("rounds/<uuid:id>/links", links.RoundLinks.as_view(), name="round-links"),
    path("seasons/<uuid:id>/standings", season_standings.SeasonStandings.as_view(), name="season-standings"),
    path("seasons/<uuid:id>/head-to-head", records.HeadToHead.as_view(), name="season-head-to-head"),
    path("seasons/<uuid:id>/ledger", ledger.SeasonLedger.as_view(), name="season-ledger"),
    path("clock", service.Clock.as_view(), name="clock"),
    path("health/live", service.Live.as_view(), name="health-live"),
    path("health/ready", service.Ready.as_view(), name="health-ready"),
    path("schema", docs.Schema.as_view(), name="schema"),
    path("docs", docs.Docs.as_view(), name="docs"),
]
