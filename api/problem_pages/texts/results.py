"""Problems about results of tables, what-ifs and forecasts."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Results, standings and forecasts")
SEATS = N_("Name exactly the entries that sit at the table, each of them once.")
TEXTS: dict[str, tuple[str, str]] = {
    "alone": (N_("A parameter goes with another one only, which is missing."), N_("Send both, or neither.")),
    "already_reported": (
        N_("The table has a result already."),
        N_("Read the table: confirm its result, dispute it, or let staff correct it."),
    ),
    "ambiguous": (
        N_("It is open what is meant: the same thing is named twice, or in two ways."),
        N_("Name it once, in one way."),
    ),
    "bad_places": (
        N_("Places have gaps: they are 1, 2, 3, or 1, 1, 3 where two share the first."),
        N_("Number the places again."),
    ),
    "bad_result": (
        N_("A result contradicts itself, or does not fit the tournament."),
        N_("Correct what the sentence names, and send the whole result again."),
    ),
    "leaves": (
        N_("The entry leaves before the next round, so that it has no goal there."),
        N_("Ask for another entry."),
    ),
    "last_round": (
        N_("There is no next round, so that nobody has a seat in it."),
        N_("Ask for a place: win or top:n."),
    ),
    "no_areas": (N_("The next round is not seated in areas."), N_("Ask for another goal.")),
    "no_dispute": (N_("Nobody disputes the result of the table."), N_("Correct it with tables/{id}/correct.")),
    "no_result": (N_("The table has no result yet."), N_("Report one with PUT tables/{id}/result.")),
    "no_such_area": (N_("There is no such area in the next round."), N_("The sentence names the last area.")),
    "no_table_link": (
        N_("Only the holder of a table's link says as which entry; all others are known by their log-in."),
        N_("Leave as out."),
    ),
    "no_tournament": (
        N_("A friendly game has no tournament, hence no result to report and no director."),
        N_("Send the commands of the game; its outcome is the result."),
    ),
    "nobody_played": (N_("Nobody played at the table."), N_("Send awards in place of a result.")),
    "not_a_file": (N_("A file has one table only, and two are asked for."), N_("Ask for JSON.")),
    "not_at_table": (N_("The entry does not sit at this table."), SEATS),
    "not_two": (N_("A result such as 1-0 is for tables of two."), N_("Send places or scores.")),
    "note_needed": (N_("A dispute needs a result, or a note."), N_("Say in a few words what is wrong.")),
    "own_result": (
        N_("Who reported a result can't confirm or dispute it too."),
        N_("Report again to correct your own report; let somebody else confirm it."),
    ),
    "reported_meanwhile": (
        N_("Somebody else has reported this meanwhile."),
        N_("Look at their report: confirm or dispute it."),
    ),
    "result_ruled": (N_("Staff have decided the result."), N_("Ask the director; staff can correct it.")),
    "same_result": (N_("The table, or the season, has this very result already."), N_("There is nothing to do.")),
    "scores_needed": (N_("Scores are the points here, and some are missing."), N_("Send scores for everybody.")),
    "several_games": (
        N_("Each table plays several games, so that places alone decide nothing."),
        N_("This can't be asked of such a tournament."),
    ),
    "table_confirms": (
        N_("The link of a table can't confirm what the same link reported."),
        N_("Send as with another entry of the table, or let staff confirm it."),
    ),
    "unknown_game_number": (N_("The table has no game of this number."), N_("Send game=1 up to the number of games.")),
    "unknown_goal": (N_("A goal is win, top:3, area:A or final:8."), N_("Send one of these forms.")),
    "which_game": (
        N_("Several games are played at the table, and it is open which is meant."),
        N_("Name one with ?game=, or send the results of all as games."),
    ),
    "wrong_games": (
        N_("The number of results is not that of the games at the table."),
        N_("Send one result for each game, in their order."),
    ),
    "wrong_players": (N_("The result does not name exactly the seats of the table."), SEATS),
}
