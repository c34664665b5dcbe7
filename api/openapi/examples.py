"""Example bodies for the OpenAPI document, named, by operation id."""

from __future__ import annotations

from typing import Any

CLUB, PERSON, OTHER = (f"0198c0de-0000-7000-8000-00000000000{n}" for n in (1, 2, 3))
ADA, BEA, CLEO, TABLE, OTHER_TABLE = (f"0198c0de-0000-7000-8000-00000000001{n}" for n in (1, 2, 3, 4, 5))
HELD = "AZjA3gAAcACAAAAAAAAAEQ.1vPqXo.mRt0cH3nO4yT1kqYJ2u7wPZbL8dXsVfEaGh5iK9jMno"
SCORES = {ADA: 12, BEA: 9, CLEO: 15}
PLACES = {ADA: 1, BEA: 1, CLEO: 3}
TOURNAMENT = {
    "club": CLUB,
    "name": "Tuesday",
    "game": "monster-trick",
    "game_options": {"play": "recorded"},
    "format": {"type": "areas", "k": 4},
    "rounds": 4,
    "table_size": {"min": 3, "max": 5, "prefer": 4},
    "points": {"by_place": [4, 2, 1, 0], "ties": "average", "per_size": {"3": [4, 2, 0]}, "bye": "mean", "missed": 0},
    "tie_breaks": ["wins", "last_round", "count_back", "lot"],
    "clock_seconds": 3000,
    "seasons": [],
    "starts_at": "2026-12-01T19:00:00+01:00",
    "apart": {"household": "hard", "club": "soft"},
    "hall": {"labels": ["Window", "Bar", "Stage"], "rotate": True},
    "balance": "season",
    "sign_up": {"open": True, "limit": 16, "closes_at": "2026-12-01T17:00:00+01:00"},
}
SHORT = {"club": CLUB, "name": "Tuesday", "game": "scoresheet"}
WON = {"win": 1, "draw": "1/2", "loss": 0}
PAIRS = {"min": 2, "max": 2, "prefer": 2}
FORMATS: dict[str, dict[str, Any]] = {
    "swiss at tables of four": {
        "format": {"type": "swiss", "repeat_weight": 500, "first": "rating"},
        "table_size": {"min": 3, "max": 5, "prefer": 4},
    },
    "swiss for two": {"format": {"type": "swiss"}, "table_size": PAIRS, "points": WON},
    "the FIDE Dutch system": {"format": {"type": "swiss", "system": "dutch"}, "points": WON, "rounds": 7},
    "a rotation": {"format": {"type": "rotation"}, "table_size": {"min": 4, "max": 4, "prefer": 4}, "rounds": 7},
    "a round robin, there and back": {"format": {"type": "round_robin", "double": True}, "points": WON},
    "a round robin that strikes the results of who leaves early": {
        "format": {"type": "round_robin", "withdrawn": "strike"},
        "points": WON,
    },
    "a knockout": {"format": {"type": "knockout", "third_place": True}, "points": WON},
    "a knockout at tables of four, two advance": {
        "format": {"type": "knockout", "advance": 2},
        "table_size": {"min": 3, "max": 4, "prefer": 4},
    },
    "tables chosen by the director": {"format": {"type": "manual"}},
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "create_token": {
        "a log-in": {"username": "director", "password": "correct horse battery"},
        "a token for a program": {
            "username": "director",
            "password": "correct horse battery",
            "name": "results channel",
            "scope": "report",
            "expires_at": None,
        },
    },
    "create_club_token": {
        "a bot that only reads": {"name": "results channel", "scope": "read", "expires_at": None},
        "a program that reports results, for 30 days": {"name": "scoring app", "scope": "report"},
    },
    "change_me": {"another password": {"password": {"old": "correct horse battery", "new": "battery staple horse"}}},
    "answer_invitation": {"yes": {"club": CLUB}, "no": {"club": CLUB, "accept": False}},
    "create_club": {"a club": {"name": "Tuesday Club", "time_zone": "Europe/Berlin", "language": "de"}},
    "change_club": {"another name": {"name": "Wednesday Club"}},
    "add_member": {
        "an existing account": {"username": "ada", "role": "member"},
        "a new account": {"username": "bea", "role": "referee", "password": "correct horse battery"},
    },
    "change_member": {"another role": {"username": "ada", "role": "referee"}},
    "create_friendly_game": {"a friendly game": {"game": "scoresheet", "options": {}, "players": [PERSON, OTHER]}},
    "create_webhook": {
        "all events of tournaments": {"url": "https://example.org/tablekeeper", "types": ["tournament.*"]},
        "every event, with a secret of one's own": {
            "url": "https://example.org/tablekeeper",
            "types": ["*"],
            "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        },
    },
    "change_webhook": {
        "on again": {"state": "on"},
        "a new secret": {"secret": None},
        "other types": {"types": ["tournament.result_recorded", "tournament.closed"]},
    },
    "create_person": {
        "a person": {"club": CLUB, "name": "Ada L.", "born": "1990", "household": "L."},
        "a list, all or nothing": [{"club": CLUB, "name": "Ada L."}, {"club": CLUB, "name": "Bea"}],
    },
    "change_person": {"another name": {"shown_as": "Ada"}},
    "merge_person": {"into the one who stays": {"into": OTHER}},
    "unmerge_person": {"the one who comes out again": {"person": OTHER}},
    "create_tournament": {
        "with every setting": TOURNAMENT,
        "with defaults": {**dict(list(TOURNAMENT.items())[:3])},
        **{name: SHORT | fields for name, fields in FORMATS.items()},
    },
    "change_tournament": {
        "one more round": {"rounds": 5},
        "another format": {"format": {"type": "areas", "k": 8, "first": "rating"}},
        "people of one club separated": {"apart": {"household": "hard", "club": "soft"}},
        "balanced over the season": {"balance": "season"},
        "the list closed": {"sign_up": {"open": False, "limit": 16}},
        "labels on the tables": {"hall": {"labels": ["Window", "Bar"], "rotate": False}},
    },
    "repeat_tournament": {
        "today, with the next name": {},
        "with another name and day": {"name": "Tuesday 13", "starts_at": "2026-12-08T19:00:00+01:00"},
    },
    "begin_stage": {
        "a final table": {"top": 4, "carry": "none"},
        "two areas, half of the points carried": {
            "top": 8,
            "carry": "half",
            "format": {"type": "areas", "k": 4},
            "points": {"by_place": [7, 5, 3, 1]},
            "game": "monster-trick",
            "table_size": {"min": 4, "max": 4, "prefer": 4},
            "rounds": 2,
        },
    },
    "cancel_tournament": {"with a reason": {"reason": "no electricity"}},
    "add_entries": {
        "a person": {"person": PERSON},
        "with a rating": {"person": PERSON, "rating": 1710},
        "a team": {"team": "The Owls", "members": [PERSON, OTHER]},
        "a list, all or nothing": [{"person": PERSON}, {"person": OTHER}],
        "somebody new, who is here": {"new_person": {"name": "Cleo", "home_club": "Rome"}, "checked_in": True},
        "a team with a new member": {"team": "The Owls", "members": [PERSON, {"new_person": {"name": "Cleo"}}]},
    },
    "sign_up": {
        "somebody new": {"name": "Cleo", "email": "cleo@example.org", "consent": True},
        "somebody under 18": {"name": "Dov", "email": "dov@example.org", "consent": True, "public": False},
        "with the link of an entry": {"consent": True},
    },
    "accept_sign_up": {
        "who has this name": {},
        "a person of the club": {"person": PERSON},
        "a new one": {"as_new": True},
    },
    "put_on_standby": {
        "somebody at the door": {"name": "Cleo"},
        "a person of the club": {"person": PERSON, "here": False},
    },
    "confirm_sign_up": {"by the link in the e-mail": {"secret": HELD}},
    "withdraw_sign_up": {"by the link in the e-mail": {"secret": HELD}},
    "match_entries": {
        "names": {"lines": ["Ada Lovelace", "2. In\u00e8s Keller", "Ann + Ben"]},
        "a table with ratings": {"lines": ["name,club,rating", "Ada Lovelace,London,1710"]},
    },
    "check_in_entries": {"some": {"entries": [ADA, BEA]}, "everyone who is expected": {"entries": "all"}},
    "set_plan": {
        "by entries": {"plan": [{"tables": [[ADA, BEA]], "byes": [CLEO]}, {"tables": [[CLEO, ADA]], "byes": [BEA]}]},
        "by places in the standings": {"plan": [{"tables": [[1, 4], [2, 3]]}]},
    },
    "fix_table": {"table 2 reserved": {"table": 2}, "no reservation": {"table": None}},
    "drop_entry": {"now": {}, "after a round": {"after_round": 3}},
    "seat_round": {
        "seated by the format": {},
        "a longer search for a rotation": {"steps": 5_000_000},
        "given tables": {"plan": {"tables": [[ADA, BEA, CLEO]], "byes": []}},
        "byes on request": {"byes": [ADA, {"entry": BEA, "points": "1/2"}]},
        "given tables with a requested bye": {
            "plan": {"tables": [[ADA, BEA]], "byes": [{"entry": CLEO, "points": "1/2", "kind": "requested"}]}
        },
    },
    "redraw_round": {"without settings": {}, "a longer search for a rotation": {"steps": 5_000_000}},
    "swap_seats": {"two entries": {"a": ADA, "b": BEA}},
    "move_seat": {"to another table": {"entry": ADA, "table": TABLE}},
    "repair_round": {
        "a free seat": {"entry": ADA, "table": TABLE, "reason": "a late train"},
        "two tables merged": {"merge": [TABLE, OTHER_TABLE]},
        "two entries swapped": {"swap": [ADA, BEA]},
        "the right one in a final after a correction": {"replace": ADA, "by": BEA},
        "a seat emptied before the round begins": {"empty": ADA, "reason": "has gone home"},
    },
    "cancel_round": {"with a reason": {"reason": "a fire alarm"}},
    "pause_round": {"with a reason": {"reason": "pizza"}},
    "extend_round": {"five minutes": {"seconds": 300, "reason": "a late start"}},
    "close_round": {
        "all tables have reported": {},
        "a table has not": {"missing": {TABLE: {"places": PLACES}}},
        "somebody leaves": {"drop": [ADA]},
        "a level table of a knockout": {"level": {TABLE: {"decided_by": "lot"}}},
    },
    "send_commands": {"a round of a score sheet": {"type": "record_round", "scores": SCORES}},
    "report_result": {
        "by scores": {"scores": SCORES},
        "by places, the first shared": {"places": PLACES},
        "with somebody absent": {"places": {ADA: 1, BEA: 2}, "absent": [CLEO]},
        "by the link of the table": {"scores": SCORES, "as": ADA},
        "of two players": {"result": "1-0"},
        "of two games": {"games": [{"scores": SCORES}, {"places": PLACES}]},
    },
    "report_results": {
        "of two tables": {TABLE: {"scores": SCORES}, OTHER_TABLE: {"places": PLACES}},
        "of two players": {TABLE: {"result": "1-0"}},
        "of two games at each table": {TABLE: {"games": [{"scores": SCORES}, {"places": PLACES}]}},
    },
    "create_announcement": {
        "a sentence": {"text": "Pizza at 20:30"},
        "until a time": {"text": "The bar closes at 22:00", "until": "2026-12-01T22:00:00+01:00"},
    },
    "set_screen": {
        "what fits the phase": {"shows": "auto"},
        "the third and second place": {"shows": "podium", "step": 2},
    },
    "dispute_result": {
        "another result": {"places": PLACES, "note": "we counted again"},
        "by the link of the table": {"note": "Bea had twelve", "as": BEA},
    },
    "decide_level_match": {
        "a play-off": {"decided_by": "play_off", "goes_on": [ADA]},
        "a lot": {"decided_by": "lot"},
        "by hand": {"decided_by": "director", "goes_on": [BEA], "reason": "the better sheet"},
        "by the link of the table": {"decided_by": "play_off", "goes_on": [ADA], "as": BEA},
    },
    "rule_result": {
        "the reported result": {"uphold": True, "reason": "the sheet says so"},
        "another result": {"scores": SCORES, "reason": "the sheet says so"},
    },
    "correct_result": {
        "another result": {"scores": SCORES, "reason": "two lines were swapped"},
        "an amended game": {
            "at": 1,
            "command": {"type": "record_round", "scores": SCORES},
            "reason": "two lines were swapped",
        },
    },
    "penalise_entry": {"one point off": {"entry": ADA, "points": 1, "reason": "late", "after_round": 1}},
    "create_season": {
        "a league": {"club": CLUB, "name": "Winter", "scheme": {"points": {"by_place": [10, 7, 5, 3]}}},
        "with divisions and a category": {
            "club": CLUB,
            "name": "Winter",
            "scheme": {"points": {"by_place": [10, 7, 5, 3]}, "final": 2},
            "divisions": [{"name": "First", "people": [PERSON], "down": 2}, {"name": "Second", "up": 2}],
            "categories": [{"type": "juniors", "name": "Juniors", "age": 18, "on": "2026-12-31"}],
        },
        "after another season": {"club": CLUB, "name": "Spring", "after": OTHER},
    },
    "change_season": {"another name": {"name": "Spring"}},
    "add_season_events": {
        "a tournament": {"tournament": TABLE},
        "a result from elsewhere": {
            "name": "Away",
            "date": "2026-12-08",
            "places": {PERSON: 1},
            "status": {OTHER: "DNF"},
        },
    },
    "correct_season_event": {
        "other places": {"places": {PERSON: 2, OTHER: 1}, "reason": "two names were swapped"},
        "another name": {"name": "Away, second evening", "reason": "a slip of the pen"},
    },
}
