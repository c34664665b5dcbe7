"""Run with the code of an old release: plays a night into the database of DATABASE_URL, and games without one.

`python release.py ANSWERS GAMES`: ANSWERS gets what that release answered about the night, GAMES the logs of games
with their outcomes. It imports what all releases since 0.1.0 have, and nothing of later ones.
"""

import json
import os
import sys
import threading
import time
from io import StringIO
from pathlib import Path
from random import Random

QUESTIONS = ("standings", "entries", "rounds")
PASSWORD = "seven green combs"
MOST_COMMANDS = 3_000


def night(answers: Path) -> None:
    """The night of the release's own demonstration, played over HTTP, and what is answered about it then."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from deploy import club
    from deploy.celery import app
    from deploy.demo.client import Client
    from deploy.demo.night import Night
    from deploy.demo.screen import Screen
    from deploy.embedded import Background

    os.environ["TABLEKEEPER_PASSWORD"] = PASSWORD
    club.first_director()
    listening = club.listen("127.0.0.1", 0)
    server, background = club.server(), Background(app)
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    background.start()
    with Client(f"http://127.0.0.1:{listening.getsockname()[1]}/") as client:
        client.log_in(club.DIRECTOR, PASSWORD)
        tournament = Night(client, Screen(StringIO())).play().tournament["id"]
        time.sleep(3)  # the followers are done
        found = {question: client.get(f"tournaments/{tournament}/{question}") for question in QUESTIONS}
    server.should_exit = True
    background.stop()
    answers.write_text(json.dumps({"tournament": tournament, **found}), "utf-8")


def games(file: Path) -> None:
    """A finished game of each kind and way of playing: a line with its log and its outcome."""
    from games.match import Match
    from games.registry import all_games

    with file.open("w", encoding="utf-8") as out:
        for game in all_games().values():
            for options in ({}, {"play": "recorded"}, {"play": "dealt"}):
                players = ["ann", "bob", "cleo", "dora", "emil"][: max(game.min_players, 3)]
                match = played(Match, game.slug, players, options)
                if match is not None:
                    line = {"game": game.slug, "options": options, "log": match.log, "outcome": match.outcome()}
                    out.write(json.dumps(line, sort_keys=True) + "\n")


def played(match_type, slug, players, options):
    """The game, played by lot to its end; None where it has no such option or does not end soon."""
    from games.kernel import Rejected

    try:
        match = match_type.start(slug, players, options, seed=17)
    except Rejected:
        return None
    lot = Random(17)
    for _ in range(MOST_COMMANDS):
        if not match.pending():
            return match
        match.send(match.suggest(lot))
    return None


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    night(Path(sys.argv[1]))
    games(Path(sys.argv[2]))
