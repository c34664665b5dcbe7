"""A results channel: posts what happens at a club's tables, in sentences, into a chat.

    export API=https://play.example.org/api/v1    # the server
    export CLUB=0198c0de-0000-7000-8000-000000000001
    export TOKEN=tkc_...                          # POST clubs/{id}/tokens {"name": "results", "scope": "read"}
    export CHAT=https://chat.example.org/hooks/1  # the chat's incoming webhook, which takes {"text": "..."}
    python3 bot.py

The file `bot.position` keeps how far the bot has read. After a restart it goes on there: nothing is lost, and after a
crash one sentence may come twice. It needs Python 3.9 or newer and nothing else.
"""

import json
import os
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API, CLUB, TOKEN, CHAT = (os.environ[name] for name in ("API", "CLUB", "TOKEN", "CHAT"))
POSITION = Path(os.environ.get("POSITION", "bot.position"))
SECONDS = float(os.environ.get("SECONDS", "5"))  # between two looks at the feed
STEPS = "round_published", "result_recorded", "result_corrected", "round_closed", "closed"
ASKED = {"types": ",".join(f"tournament.{step}" for step in STEPS), "sentences": os.environ.get("SENTENCES", "en")}


def send(url: str, body=None, **headers: str) -> bytes:
    """Sends a request until it succeeds; returns the answer. Errors that a repeat would not cure are raised."""
    content = None if body is None else json.dumps(body).encode()
    pause = 1.0
    while True:
        try:
            with urlopen(Request(url, content, {"Content-Type": "application/json", **headers}), timeout=30) as answer:
                return answer.read()
        except HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504):
                raise
            pause = float(error.headers.get("Retry-After") or pause)
        except OSError as error:
            print(f"{url}: {error}; again in {pause:.0f} s", flush=True)
        time.sleep(pause)
        pause = min(pause * 2, 60)


def feed(after: int) -> dict:
    """The club's events after a position, in order."""
    query = urlencode({"after": after, **ASKED})
    return json.loads(send(f"{API}/clubs/{CLUB}/events?{query}", Authorization=f"Token {TOKEN}"))


def remember(position: int) -> None:
    """Keeps the position; a crash leaves the old file or the new one, never half of one."""
    new = POSITION.with_suffix(".new")
    new.write_text(str(position))
    new.replace(POSITION)


if __name__ == "__main__":
    position = int(POSITION.read_text()) if POSITION.exists() else feed(0)["head"]
    while True:
        remember(position)
        part = feed(position)
        for event in part["results"]:
            send(CHAT, {"text": event["sentence"]})
            remember(event["position"])
        position = part["next_after"]
        if not part["has_more"]:
            time.sleep(SECONDS)
