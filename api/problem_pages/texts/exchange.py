"""Problems of exports and imports, and of people who are merged or forgotten."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Exports, imports and merged people")
TEXTS: dict[str, tuple[str, str]] = {
    "broken_export": (
        N_("A file of an export is incomplete or was changed: its parts or its hashes contradict each other."),
        N_("Export it again, and send the file as it was made."),
    ),
    "forgotten": (
        N_("The person was forgotten: nobody may learn who it was, and nothing new can be about them."),
        N_("Create a new person, where somebody takes part again."),
    ),
    "game_running": (
        N_("Games are still being played; a tournament is exported between its rounds."),
        N_("Wait until the games that facts names are over."),
    ),
    "id_taken": (
        N_("An id of the export belongs to something else on this site."),
        N_("Such a file can't be imported here; tell the operator of both sites."),
    ),
    "merged": (
        N_("The person was merged into another one, under whose id both are known now."),
        N_("Use the other id. POST people/{id}/unmerge takes one out again."),
    ),
    "not_merged": (
        N_("The person was not merged into the one in the path."),
        N_("Name somebody who was merged into them."),
    ),
    "other_club": (
        N_("Another club of this site has this tournament or season already."),
        N_("Import it into that club, or leave it there."),
    ),
    "other_history": (
        N_("What is to be imported exists here, and was continued on both sites in different ways."),
        N_("Decide which of the two counts: an import never changes a history."),
    ),
    "same_event": (
        N_("Both people took part in the same event, so that they can't be one."),
        N_("facts names the events. Correct the entries there first, if one of them is wrong."),
    ),
    "same_person": (N_("Somebody can't be merged into themselves."), N_("Name two different people.")),
    "unknown_field": (
        N_("The parameter fields names a field that the answer does not have."),
        N_("The sentence lists the fields of the answer."),
    ),
    "unknown_format": (
        N_("The file is no export of this program, or of a newer one."),
        N_("Send a file of tournaments/{id}/export or the like, or update this site."),
    ),
    "wrong_kind": (
        N_("The export is of another kind of thing than the path takes."),
        N_("Send it to tournaments/import, seasons/import or clubs/import, as it was exported."),
    ),
}
