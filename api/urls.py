"""The addresses of the API: lists and items by the router, single resources one by one; none ends in a slash."""

from __future__ import annotations

from django.urls import URLPattern, path

from api.openapi import views as docs
from api.routers import Router
from api.v1 import (
    announcements,
    attention,
    brackets,
    calls,
    clubs,
    commands,
    demo,
    entries,
    entry_names,
    event_types,
    exchange,
    explain,
    feeds,
    final,
    games,
    ledger,
    links,
    live,
    merging,
    needs,
    papers,
    penalties,
    people,
    people_import,
    places,
    plan,
    race,
    ratings,
    records,
    results,
    round_results,
    round_steps,
    rounds,
    season_events,
    season_standings,
    seasons,
    seat,
    service,
    sign_ups,
    standings,
    summary,
    tables,
    tokens,
    tournaments,
    webhooks,
)

app_name = "api"
router = Router()
router.register("tournaments", tournaments.Tournaments, "tournament")
router.register("tournaments/<uuid:id>/entries", entries.TournamentEntries, "entries")
router.register("tournaments/<uuid:id>/rounds", rounds.TournamentRounds, "rounds")
router.register("rounds", round_steps.Rounds, "round")
router.register("tables", results.Tables, "table")
router.register("entries", entries.Entries, "entry")
router.register("tournaments/<uuid:id>/penalties", penalties.TournamentPenalties, "penalties")
router.register("penalties", penalties.Penalties, "penalty")
router.register("tournaments/<uuid:id>/calls", calls.TournamentCalls, "calls")
router.register("calls", calls.Calls, "call")
router.register("tournaments/<uuid:id>/announcements", announcements.TournamentAnnouncements, "announcements")
router.register("announcements", announcements.Announcements, "announcement")
router.register("tournaments/<uuid:id>/sign-ups", sign_ups.TournamentSignUps, "signups")
router.register("sign-ups", sign_ups.SignUps, "sign-up")
router.register("games", games.Games, "game")
router.register("clubs", clubs.Clubs, "club")
router.register("clubs/<uuid:id>/members", clubs.Members, "members")
router.register("clubs/<uuid:id>/webhooks", webhooks.ClubWebhooks, "webhooks")
router.register("webhooks", webhooks.Webhooks, "webhook")
router.register("webhooks/<uuid:id>/deliveries", webhooks.Deliveries, "delivery")
router.register("clubs/<uuid:id>/members", clubs.OneMember, "member")
router.register("people", people.People, "person")
router.register("seasons", seasons.Seasons, "season")
router.register("seasons/<uuid:id>/events", season_events.SeasonEvents, "season-events")
router.register("seasons/<uuid:id>/events", season_events.OneSeasonEvent, "season-event")
router.register("tokens", tokens.Tokens, "token")
router.register("clubs/<uuid:id>/tokens", tokens.ClubTokens, "club-tokens")
router.register("clubs/<uuid:id>/tokens", tokens.OneClubToken, "club-token")
urlpatterns: list[URLPattern] = [
    *router.get_urls(),
    path("tokens/current", tokens.CurrentToken.as_view(), name="current-token"),
    path("me", tokens.WhoAmI.as_view(), name="me"),
    path("me/invitations", tokens.Invitations.as_view(), name="my-invitations"),
    path("clubs/<uuid:id>/events", feeds.ClubEvents.as_view(), name="club-events"),
    path("clubs/<uuid:id>/demo", demo.ClubDemo.as_view(), name="club-demo"),
    path("clubs/<uuid:id>/tables", tables.FriendlyTables.as_view(), name="friendly-tables"),
    path("people/<uuid:id>/merge", merging.PersonMerge.as_view(), name="person-merge"),
    path("people/<uuid:id>/unmerge", merging.PersonUnmerge.as_view(), name="person-unmerge"),
    path("people/import", people_import.ImportPeople.as_view(), name="people-import"),
    path("people/<uuid:id>/ratings", ratings.PersonRatings.as_view(), name="person-ratings"),
    path("ratings", ratings.Ratings.as_view(), name="ratings"),
    path("people/<uuid:id>/record", records.PersonRecord.as_view(), name="person-record"),
    path("tables/<uuid:id>/commands", commands.Commands.as_view(), name="table-commands"),
    path("tables/<uuid:id>/call", calls.TableCall.as_view(), name="table-call"),
    path("entries/<uuid:id>/call", calls.EntryCall.as_view(), name="entry-call"),
    path("tournaments/<uuid:id>/rounds/current", rounds.CurrentRound.as_view(), name="current-round"),
    path("tournaments/<uuid:id>/attention", attention.TournamentAttention.as_view(), name="tournament-attention"),
    path("tournaments/<uuid:id>/bracket", brackets.TournamentBracket.as_view(), name="tournament-bracket"),
    path("tournaments/<uuid:id>/paper", papers.TournamentPaper.as_view(), name="tournament-paper"),
    path("tournaments/<uuid:id>/places", places.PlacesOfTournament.as_view(), name="tournament-places"),
    path("tournaments/<uuid:id>/summary", summary.TournamentSummary.as_view(), name="tournament-summary"),
    path("seasons/<uuid:id>/race", race.RaceOfSeason.as_view(), name="season-race"),
    path("seasons/<uuid:id>/places", places.PlacesOfSeason.as_view(), name="season-places"),
    path("entries/<uuid:id>/seat", seat.CurrentSeat.as_view(), name="entry-seat"),
    path("tournaments/<uuid:id>/screen", announcements.TournamentScreen.as_view(), name="tournament-screen"),
    path("tournaments/<uuid:id>/check-in", entries.TournamentCheckIn.as_view(), name="tournament-check-in"),
    path("tournaments/<uuid:id>/sign-ups/accept", sign_ups.AcceptAllSignUps.as_view(), name="signups-accept"),
    path("tournaments/<uuid:id>/standby", sign_ups.TournamentStandby.as_view(), name="standby"),
    path("sign-ups/confirm", sign_ups.ConfirmSignUp.as_view(), name="sign-up-confirm"),
    path("sign-ups/withdraw", sign_ups.WithdrawSignUp.as_view(), name="sign-up-withdraw"),
    path("tournaments/<uuid:id>/entries/match", entry_names.EntryNames.as_view(), name="entries-match"),
    path("tournaments/<uuid:id>/last-time", entry_names.TournamentLastTime.as_view(), name="tournament-last-time"),
    path("tournaments/<uuid:id>/final", final.TournamentFinal.as_view(), name="tournament-final"),
    path("tournaments/<uuid:id>/plan", plan.TournamentPlan.as_view(), name="tournament-plan"),
    path("tournaments/<uuid:id>/standings", standings.TournamentStandings.as_view(), name="standings"),
    path("tournaments/<uuid:id>/explain", explain.Explain.as_view(), name="explain"),
    path("tournaments/<uuid:id>/needs", needs.TournamentNeeds.as_view(), name="needs"),
    path("tournaments/<uuid:id>/events", feeds.TournamentEvents.as_view(), name="tournament-events"),
    path("tournaments/<uuid:id>/live", live.TournamentLive.as_view(), name="tournament-live"),
    path("tables/<uuid:id>/live", live.TableLive.as_view(), name="table-live"),
    path("entries/<uuid:id>/link", links.EntryLink.as_view(), name="entry-link"),
    path("rounds/<uuid:id>/links", links.RoundLinks.as_view(), name="round-links"),
    path("rounds/<uuid:id>/results", round_results.ResultsOfRound.as_view(), name="round-results"),
    path("seasons/<uuid:id>/standings", season_standings.SeasonStandings.as_view(), name="season-standings"),
    path("seasons/<uuid:id>/head-to-head", records.HeadToHead.as_view(), name="season-head-to-head"),
    path("seasons/<uuid:id>/ledger", ledger.SeasonLedger.as_view(), name="season-ledger"),
    path("tournaments/<uuid:id>/export", exchange.TournamentExport.as_view(), name="tournament-export"),
    path("seasons/<uuid:id>/export", exchange.SeasonExport.as_view(), name="season-export"),
    path("clubs/<uuid:id>/export", exchange.ClubExport.as_view(), name="club-export"),
    path("tournaments/import", exchange.ImportTournament.as_view(), name="tournaments-import"),
    path("seasons/import", exchange.ImportSeason.as_view(), name="seasons-import"),
    path("clubs/import", exchange.ImportClub.as_view(), name="clubs-import"),
    path("clock", service.Clock.as_view(), name="clock"),
    path("health/live", service.Live.as_view(), name="health-live"),
    path("health/ready", service.Ready.as_view(), name="health-ready"),
    path("schema/events", event_types.EventCatalogue.as_view(), name="event-types"),
    path("schema", docs.Schema.as_view(), name="schema"),
    path("docs", docs.Docs.as_view(), name="docs"),
    path("docs/<str:page>", docs.Docs.as_view(), name="docs-page"),
]
