"""Problems of commands to the games at tables."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Games at tables")
LOOK = N_("Read the table: view shows the game, pending says what can be sent now.")
NO_STONE = N_("Choose one of those that view shows.")
TEXTS: dict[str, tuple[str, str]] = {
    "already_arranged": (N_("The player has laid the point cards already."), LOOK),
    "already_burned": (N_("The player has no green tile of this number left."), LOOK),
    "already_chosen": (N_("The player has chosen a card already."), LOOK),
    "already_pointed": (N_("The player has pointed already."), LOOK),
    "already_replenished": (N_("The player has turned this tile already."), LOOK),
    "bad_choice": (N_("The card does not leave this to choose."), LOOK),
    "bad_command": (
        N_("What was sent is no command of this game, or its fields are wrong; errors lists them."),
        N_("GET games/{slug} has a JSON Schema of each command."),
    ),
    "bad_options": (
        N_("The options of a game are wrong; errors lists the fields."),
        N_("GET games/{slug} has a JSON Schema of the options."),
    ),
    "bad_order": (N_("The point cards of a round are in another order than the rules say."), LOOK),
    "bad_players": (
        N_("The players of a game are wrong: too few, too many, named twice, or without an id."),
        N_("Name each player once, as many as the game has seats."),
    ),
    "bad_position": (N_("There is no such position of the pieces."), LOOK),
    "bad_rewind": (
        N_("Going back needs the number of an event at which a command ended or began, and this is none."),
        N_("Take the number from the log of the game."),
    ),
    "bad_sheet": (
        N_("A round as it was written on paper is wrong; errors names the fields."),
        N_("Correct the sheet as the sentence says, and send it again."),
    ),
    "empty_stack": (N_("The stack is used up."), NO_STONE),
    "finished_already": (N_("The player has finished."), LOOK),
    "game_not_finished": (N_("The commands of a file do not bring the game to its end."), N_("Add the last commands.")),
    "has_led": (N_("The player has led a round, and it is the turn of those who have not."), LOOK),
    "has_turned_tile": (N_("The player still looks at a tile."), LOOK),
    "may_not_reveal": (N_("The player may not reveal a tile now."), LOOK),
    "must_match_suit": (
        N_("A card that fits another open trick can't be thrown off."),
        N_("Play the card to a trick that it matches."),
    ),
    "no_banana": (N_("The player has no banana skin."), LOOK),
    "no_cards": (N_("At least one card has to be laid beneath a tile."), N_("Name the cards.")),
    "no_such_place": (N_("There is no such place on the table."), NO_STONE),
    "no_such_stack": (N_("There is no such stack."), NO_STONE),
    "no_such_trick": (N_("No trick of this number is open."), NO_STONE),
    "not_after_grab": (N_("A banana skin is given away right after a tile was grabbed, and not now."), LOOK),
    "not_face_down": (N_("The tile is not face down, or the place is empty."), NO_STONE),
    "not_givable": (N_("The tile can't be given away like this."), LOOK),
    "not_in_hand": (N_("The card is not in the player's hand."), N_("Play one of the cards in view.")),
    "not_keepable": (N_("The tile can't be kept."), LOOK),
    "not_the_lead": (N_("Somebody else is the lead."), LOOK),
    "not_to_be_checked": (N_("This tile is not to be checked now."), LOOK),
    "not_your_turn": (N_("It is the turn of somebody else."), N_("Wait: the live stream of the table tells of moves.")),
    "nothing_turned": (N_("The player looks at no tile."), LOOK),
    "other_area": (N_("A banana skin goes to another player of the same area."), LOOK),
    "points_at_self": (N_("Nobody points at themselves."), N_("Point at somebody else.")),
    "too_many_open_tricks": (N_("As many tricks are open as may be."), N_("Play to one that is open.")),
    "turned_by_other": (N_("Somebody else looks at this place."), NO_STONE),
    "would_break": (
        N_("A command that came later would be refused after this change."),
        N_("Correct the later command first, or go back and play on from there."),
    ),
    "wrong_phase": (
        N_("The game, or its round, is in another phase: this comes earlier or later, or the game has not begun."),
        LOOK,
    ),
}
