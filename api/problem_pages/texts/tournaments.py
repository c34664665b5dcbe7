"""Problems about tournaments: settings, entries, rounds, seats and stages."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Tournaments, entries and rounds")
SETTINGS = N_("Change the settings with PATCH, as far as no round is seated.")
READ_ROUND = N_("Read the round again: its state says what can be done with it.")
TEXTS: dict[str, tuple[str, str]] = {
    "sign_up_closed": (
        N_("The list of this tournament takes no sign-ups: it is closed, or a round is published."),
        N_("Directors set sign_up with PATCH, or enter people with tournaments/{id}/entries."),
    ),
    "checked_in": (
        N_("The person of this sign-up is checked in: by their name alone nobody takes them out."),
        N_("They leave at the desk, or with the link of their entry: entries/{id}/drop."),
    ),
    "too_many_sign_ups": (
        N_("More people have signed up than can wait for a director, or more who did not confirm their e-mail yet."),
        N_("Accept them with tournaments/{id}/sign-ups/accept, or remove them."),
    ),
    "unknown_sign_up": (
        N_("The sign-up is gone: it was withdrawn, removed, or its night is over."),
        N_("Read the list again: tournaments/{id}/sign-ups."),
    ),
    "which_person": (
        N_("The club knows several people, or one with nearly the same name, who may be meant."),
        N_("Send person with one of the ids in people, or as_new: true for somebody else."),
    ),
    "already_seated": (N_("The entry has a seat in this round."), READ_ROUND),
    "apart": (
        N_("The people who are to be kept apart can't all be: their group is too large for the tables."),
        N_("Make the separation a wish (soft), or change the sizes of the tables."),
    ),
    "bad_advance": (
        N_("The number of those who go on from a table does not fit the sizes of the tables of the knockout."),
        N_("Let at least one go on, and at least one stay, at the smallest table."),
    ),
    "bad_area": (N_("The number k of an area can't be made of tables of the allowed sizes."), SETTINGS),
    "bad_bye": (
        N_("A requested bye can't be given: somebody is named twice, or would have no seat in this round anyway."),
        N_("Name only entries that would play, each of them once."),
    ),
    "bad_call": (
        N_("A call for the director is from a table or from an entry, not both."),
        N_("Call with one of them."),
    ),
    "bad_level_choice": (
        N_("Others were named than those of whom somebody goes on from a level table, or too few, or too many."),
        N_("Name as many of the entries as the sentence says."),
    ),
    "bad_entry": (
        N_("An entry is a person, or a team with a name and members, and nothing between."),
        N_("Send either person, or team and members."),
    ),
    "bad_plan": (
        N_("A plan of tables does not fit: a wrong size, a place that does not exist, somebody twice."),
        N_("Correct the table that the sentence names. Everybody who is here needs one seat or bye."),
    ),
    "bad_points": (N_("A penalty can't be of 0 points."), N_("Send points, with - in front for the other way round.")),
    "bad_top": (
        N_("A final or a stage can't begin for so many, or with these points."),
        N_("Choose another top, or another carry, as the sentence says."),
    ),
    "clock_expired": (N_("The clock of the round has run out."), N_("Give more time with rounds/{id}/extend.")),
    "dispute_open": (
        N_("Results of the round are disputed, and staff have not decided yet."),
        N_("Decide each dispute with tables/{id}/rule, then close the round."),
    ),
    "dutch_no_pairing": (
        N_("No pairing satisfies the rules of the Dutch system."),
        N_("Seat this round by hand with plan, or end the tournament here."),
    ),
    "dutch_not_installed": (
        N_("The Dutch system needs a package that this server does not have."),
        N_("Operators: install py4swiss. Else choose the format swiss without a system."),
    ),
    "dutch_pairs_only": (N_("The Dutch system knows tables of two only."), SETTINGS),
    "entry_dropped": (N_("The entry has left the tournament."), N_("Let it come back with entries/{id}/return.")),
    "entry_seated": (
        N_("The entry is seated, so that its check-in can't be taken back."),
        N_("Let it leave with entries/{id}/drop."),
    ),
    "fixed": (
        N_("Entries have fixed tables that can't all be given in this round."),
        N_("Take a fixed table back, or fix another one."),
    ),
    "game_begun": (
        N_("The game at the table has begun, so that its seats can't change any more."),
        N_("Correct the result later, or call the round off."),
    ),
    "level_decided": (
        N_("It is decided already who goes on from the table of a knockout."),
        N_("Read the table again. Staff may decide once more."),
    ),
    "level_match": (
        N_("A table of a knockout is level, and it is open who goes on."),
        N_("Say who goes on: by `tables/{id}/goes-on`, or by level or goes_on when you close the round."),
    ),
    "missing": (
        N_("Somebody who is here has neither a seat nor a bye in a plan, or a sheet lacks a part."),
        N_("Name everybody whom the sentence names."),
    ),
    "no_bracket": (
        N_("The tournament has no knockout, or not the one that was asked for, so there is no bracket."),
        N_("Read the standings."),
    ),
    "no_certificate": (
        N_("None of the entries gets a certificate: they have withdrawn, or were absent in every round."),
        N_("Name other entries; GET tournaments/{id}/standings lists them."),
    ),
    "no_clock": (N_("The round has no clock."), N_("Set clock_seconds in the settings before the round begins.")),
    "no_entry": (N_("Nobody is entered yet."), N_("Enter people first.")),
    "no_more_rounds": (
        N_("The format has no further round: everybody has met, or the knockout is over."),
        N_("Close the tournament, or begin a final."),
    ),
    "no_plan": (
        N_("The tournament has no plan: its format is not prescribed."),
        N_("POST tournaments/{id}/plan gives it one."),
    ),
    "no_round": (N_("There is no round for this yet."), N_("Seat and publish a round first.")),
    "no_rounds": (
        N_("No round was played, which this needs."),
        N_("Play a round first, or cancel the tournament."),
    ),
    "no_table": (N_("None of the named tables is in the round, or a round has no table."), READ_ROUND),
    "nobody_meets": (N_("Nobody would meet anybody in this round: too few are here."), N_("Check somebody in.")),
    "not_checked_in": (N_("The entry has not checked in."), N_("Check it in with entries/{id}/check-in.")),
    "not_closed": (
        N_("The tournament is not closed, so there is no summary and there are no certificates yet."),
        N_("Close it with tournaments/{id}/close, or read its standings."),
    ),
    "not_in_round": (
        N_("The entry has neither a seat nor a bye in the round."),
        N_("Name an entry of the round; GET rounds/{id} lists them."),
    ),
    "not_in_stage": (N_("The entry does not play in the final or the stage."), N_("Name one of those who play in it.")),
    "not_level": (
        N_("The table is not level in a knockout, so nobody has to say who goes on."),
        N_("Read its result: that says it."),
    ),
    "not_knockout": (N_("This repair is for knockouts only."), N_("Swap or move the entries in place of it.")),
    "not_playing": (
        N_("A plan names an entry that does not play in this round."),
        N_("Leave it out: it has left, comes later, or is not in the stage."),
    ),
    "not_reachable": (
        N_("Phones can't reach the address that a code on paper would lead to."),
        N_("Operators: start the server with --lan, or set its public address."),
    ),
    "not_shown": (
        N_("The results of this round are not shown yet: the tournament hides its newest standings."),
        N_("Ask for an earlier round, or wait until the organiser shows them. Staff see them at any time."),
    ),
    "nothing_changed": (N_("Nothing has changed that could be done again."), N_("There is nothing to do.")),
    "opposite": (
        N_("Two settings of the points contradict each other: lists by place, and points for a win."),
        SETTINGS,
    ),
    "plan_needed": (
        N_("The director gives the tables of this format, so that they can't be seated by lot."),
        N_("Send plan with the tables when you seat the round."),
    ),
    "planned_ahead": (N_("The rounds of a rotation are planned ahead; results don't change them."), READ_ROUND),
    "results_missing": (
        N_("Tables of the round have no result."),
        N_("Report them, or send them as missing when you close the round. facts names the tables."),
    ),
    "round_begun": (N_("The round has begun, so that it can't be changed like this."), N_("It can be called off.")),
    "round_cancelled": (N_("The round was called off."), N_("Seat the next round.")),
    "round_closed": (N_("The round is closed."), N_("Correct single results with tables/{id}/correct.")),
    "round_not_open": (N_("The round is a draft, or closed."), READ_ROUND),
    "round_not_running": (N_("The round is not running."), N_("Start it with rounds/{id}/start, or resume its clock.")),
    "round_open": (
        N_("The round before is not closed yet."),
        N_("Close it, discard it or call it off first."),
    ),
    "round_published": (N_("The round has been published."), READ_ROUND),
    "round_running": (N_("A round is running, which has to end first."), N_("Wait for its end, or close it.")),
    "round_seated": (N_("A round is seated, so that this setting can't change."), N_("Discard the draft first.")),
    "same_entry": (N_("The same entry is named twice."), N_("Name two different entries.")),
    "same_table": (N_("The same table is named twice."), N_("Name two different tables.")),
    "seated_twice": (
        N_("Somebody who stands in for another has a seat of their own in this round."),
        N_("Name another person as stand-in."),
    ),
    "stage_begun": (
        N_("A final or a stage has begun, so that this is not possible any more."),
        N_("Take the stage back with DELETE tournaments/{id}/final while no round of it is seated."),
    ),
    "stage_seated": (N_("A round of the stage is seated."), N_("Discard that round first.")),
    "staff_decides": (
        N_("Those at a table say who won a play-off; only staff draw a lot or decide by hand."),
        N_("Send the winners of a play-off, or ask the director."),
    ),
    "stage_waits": (
        N_("A stage was begun, and its first round is not seated yet."),
        N_("Seat it, or take the stage back with DELETE tournaments/{id}/final."),
    ),
    "stale_plan": (
        N_("The tournament changed while a seating was calculated."),
        N_("Send the request again."),
    ),
    "table_full": (N_("The table has as many seats as it may."), N_("Choose another table.")),
    "table_gone": (
        N_("The table does not exist any more: its round was seated in another way."),
        N_("Read the round again; its tables have other ids."),
    ),
    "table_taken": (N_("The table is reserved for another entry."), N_("Reserve another table.")),
    "table_too_small": (
        N_("A table would be left with too few players."),
        N_("Seat the round again, or merge tables."),
    ),
    "tables_too_large": (N_("The merged table would have too many seats."), N_("Merge smaller tables.")),
    "too_few_entries": (
        N_("Too few entries are checked in to fill a table."),
        N_("Check more in, or let tables be smaller."),
    ),
    "too_few_rounds": (
        N_("More rounds are seated than the tournament would have."),
        N_("Send at least as many rounds as are seated."),
    ),
    "tournament_cancelled": (N_("The tournament was cancelled."), N_("Nothing can be written to it any more.")),
    "tournament_closed": (
        N_("The tournament is closed: its standings are final."),
        N_("Reopen it with tournaments/{id}/reopen, or correct single results."),
    ),
    "unfit": (N_("The game or the format can't have tables of these sizes."), SETTINGS),
    "unfit_game": (
        N_("The game can't be played at tables of these sizes."),
        N_("Choose another game for the round, or other sizes of tables."),
    ),
    "unknown_announcement": (N_("There is no such announcement here."), N_("Read the list again: it may be over.")),
    "unknown_call": (N_("There is no such call here."), N_("Read the list of calls again.")),
    "unknown_entry": (
        N_("The tournament has no such entry."),
        N_("Take ids of GET tournaments/{id}/entries, not those of people."),
    ),
    "unknown_game": (N_("There is no game of that name."), N_("GET games lists them; send the slug.")),
    "unknown_penalty": (N_("There is no such penalty here."), N_("GET tournaments/{id}/penalties lists them.")),
    "unknown_round": (
        N_("There is no such round, or it has not begun."),
        N_("GET tournaments/{id}/rounds lists them; a draft exists for staff only."),
    ),
    "unknown_table": (
        N_("The round has no such table."),
        N_("Take the ids of the tables of this very round: each seating gives new ones."),
    ),
    "unknown_tie_break": (N_("There is no tie-break of that name."), N_("The OpenAPI document lists the names.")),
}
