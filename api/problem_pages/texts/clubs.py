"""Problems about clubs, people and seasons."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Clubs, people and seasons")
TEXTS: dict[str, tuple[str, str]] = {
    "bad_character": (
        N_("A name has a sign that can't be in a name, such as a line break or a sign that nobody sees."),
        N_("Remove the sign at the position that the sentence names."),
    ),
    "bad_slug": (
        N_("The address of a club’s page has a sign that it can’t have."),
        N_("Use letters from a to z, digits, and single hyphens between them."),
    ),
    "division_undecided": (
        N_("People share a place at the cut between two divisions, so that it is open who goes up or down."),
        N_("Add a tie-break or a deciding event, or name the divisions of the new season yourself."),
    ),
    "duplicate": (
        N_("The thing exists already, and there can be only one: a member, a person’s entry, an event of a season."),
        N_("Use what exists. For a repeat of the same request send the same Idempotency-Key."),
    ),
    "last_director": (
        N_("The last director of a club can't lose the role: nobody could direct it any more."),
        N_("Make somebody else director first."),
    ),
    "no_invitation": (
        N_("The club has not invited this account."),
        N_("Ask a director of the club for an invitation."),
    ),
    "no_letter": (N_("A name has no letter and no digit that can be seen."), N_("Send a name that people can read.")),
    "season_full": (N_("The season has as many events as it may."), N_("Begin another season after this one.")),
    "season_removed": (N_("The season was removed."), N_("Its tournaments remain; make a new season for them.")),
    "too_fine": (
        N_("The points have fractions that are too fine to be added up exactly."),
        N_("Use simpler fractions, or decimals."),
    ),
    "slug_taken": (
        N_("Another club has this address, or had it before: old addresses lead on to the club’s page."),
        N_("Choose another address."),
    ),
    "unknown_category": (
        N_("The season has no category of that name."),
        N_("The season lists its categories; the name is spelled as there."),
    ),
    "unknown_club": (
        N_("There is no such club, or the caller is none of its members."),
        N_("Check the id of the club."),
    ),
    "unknown_division": (
        N_("The season has no division of that name."),
        N_("The season lists its divisions; the name is spelled as there."),
    ),
    "unknown_event": (N_("The season has no such event."), N_("GET seasons/{id}/events lists them with their ids.")),
    "unknown_person": (
        N_("The club has no person with this id or name."),
        N_("Create the person first, or look for them with GET people?search=."),
    ),
    "unknown_player": (
        N_("Somebody is named who is no member of the club, or does not play in this match."),
        N_("Take the ids of the members of the club, or of the seats of the table."),
    ),
    "unknown_season": (N_("The club has no such season."), N_("GET seasons?club= lists them.")),
    "unknown_tournament": (N_("The club has no such tournament."), N_("GET tournaments?club= lists them.")),
}
