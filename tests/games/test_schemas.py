"""What `list_games` says of commands and options is true: who keeps to a schema is not told of a fault in form."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games import Match, Rejected, list_games
from games.codec import plain, plain_fault
from games.registry import all_games
from tests.games.junk import VALUES, mutations
from tests.games.test_every_game import REASON, every_variant
from tests.games.variants import NAMES, Variant

GAMES = {game["slug"]: game for game in list_games()}


def fits(schema: dict[str, Any], value: Any) -> bool:
    return bool(Draft202012Validator(schema).is_valid(value))


def has_an_odd_number(value: Any) -> bool:
    """2.0 is an integer to JSON Schema, and here a number with a fraction."""
    if isinstance(value, dict | list | tuple):
        return any(map(has_an_odd_number, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value.is_integer()


def free_fields(schema: dict[str, Any]) -> set[str]:
    """Fields of a command that its schema lets one leave out."""
    form = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    return set(form["properties"]) - set(form["required"])


def is_plain(value: Any) -> bool:
    return plain_fault(value) is None and not has_an_odd_number(value)


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_schemas_are_schemas(slug):
    for schema in [GAMES[slug]["options"], *GAMES[slug]["commands"].values()]:
        Draft202012Validator.check_schema(schema)


@every_variant
def test_a_command_that_fits_its_schema_is_no_bad_command_and_one_that_does_not_is_refused(variant: Variant):
    """But where the match's options ask for a field, or forbid it, that the schema leaves free."""
    lot = Random(1)
    match = variant.played(lot.randrange(20), lot)
    rewind = {"type": "rewind", "to": match.version, "reason": REASON}
    good = [*match.commands.values(), rewind]
    good += [match.suggest(lot)] if match.pending() else []
    good += [{"type": "amend", "at": 2, "command": command, "reason": REASON} for command in good[:3]]
    schemas = GAMES[variant.slug]["commands"]
    assert all(fits(schemas[command["type"]], command) for command in good if command.get("command") != rewind)
    for command in good:
        for wrong in filter(is_plain, mutations(command, lot, 6)):
            if wrong.get("type") != command["type"]:
                continue
            at = match.version
            try:
                match.send(wrong)
                code, field = "none", None
            except Rejected as refusal:
                code, field = refusal.code, refusal.field
            match.cut(at)
            schema = schemas[command["type"]]
            if not fits(schema, plain(wrong)):
                assert code != "none", wrong
            elif code == "bad_command":
                assert field in free_fields(schema), wrong


@pytest.mark.parametrize("slug", list(all_games()))
def test_options_that_do_not_fit_their_schema_are_refused(slug):
    game = GAMES[slug]
    (form,) = (form for form in game["options"]["$defs"].values() if form["title"].endswith("Options"))
    for option in form["properties"]:
        for value in filter(is_plain, VALUES):
            options = {option: value}
            if not fits(game["options"], options):
                with pytest.raises(Rejected) as refusal:
                    Match.start(slug, NAMES[: game["min_players"]], options)
                assert (refusal.value.code, str(refusal.value.field).partition(".")[0]) == ("bad_options", option)


@pytest.mark.parametrize("slug", list(all_games()))
def test_an_amend_names_the_games_own_commands(slug):
    commands = GAMES[slug]["commands"]
    own = {tag: schema["$ref"] for tag, schema in commands.items() if tag not in ("rewind", "amend")}
    amend = commands["amend"]["$defs"]["Amend"]["properties"]["command"]
    assert {form["$ref"] for form in amend["anyOf"]} == set(own.values())
