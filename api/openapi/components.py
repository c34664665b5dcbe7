"""The schemas of types, and the components that they refer to, in a form that generators of clients take.

A component has the name of its struct; a page of tournaments is a `TournamentPage`, and the command `play` of Monster
Trick a `MonsterTrickPlay`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import msgspec

from api.openapi.fields import describe_all
from games.game import Game
from games.kernel import Command
from games.registry import all_games
from games.rewind import Amend, Rewind

Schema = dict[str, Any]
Components = dict[str, Schema]
REFERENCE = "#/components/schemas/{name}"
PAGE_NAME = re.compile(rb"\bPage_(\w+)_\b")
ANY_COMMAND = "GameCommand"


def schema_of(kind: Any) -> Schema:
    """The schema of a type, by reference into the components; of a tuple of types, one of them; a schema as it is."""
    return kind if isinstance(kind, dict) else deepcopy(_schema_of(kind))


@cache
def _schema_of(kind: Any) -> Schema:
    """Cached: the generator asks ten times for each answer of each method."""
    schemas, _ = _read(kind if isinstance(kind, tuple) else [kind])
    return {"anyOf": list(schemas)} if isinstance(kind, tuple) else schemas[0]


def components_of(kinds: Iterable[Any]) -> Components:
    """The components that types refer to, with those of the commands of all games; fields have their texts."""
    _, components = _read(kinds)
    describe_all(components)
    for slug, game in all_games().items():
        for name, component in _commands_of(slug, game).items():
            if name in components:
                raise ValueError(f"there are two components {name}")
            components[name] = component
    commands = [{"$ref": REFERENCE.format(name=f"{_prefix(slug)}Command")} for slug in all_games()]
    return {**components, ANY_COMMAND: {"description": "A command of the game at the table.", "anyOf": commands}}


def any_commands() -> Schema:
    """The schema of a body of game commands: one of any game, or a list."""
    one = {"$ref": REFERENCE.format(name=ANY_COMMAND)}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _commands_of(slug: str, game: Game[Any]) -> Components:
    """The components of a game's commands; `<game>Command` is any of them, told apart by `type`."""
    prefix = _prefix(slug)
    tags: dict[str, type[Command]] = game.rules.command_types
    schemas, components = _read(tags.values(), REFERENCE.format(name=f"{prefix}{{name}}"))
    describe_all(components)
    own = [schema for tag, schema in zip(tags, schemas, strict=True) if tags[tag] not in (Rewind, Amend)]
    components[Amend.__name__]["properties"]["command"] |= {"anyOf": own}
    any_of = {
        "description": f"A command of {game.title}.",
        "oneOf": schemas,
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: schema["$ref"] for tag, schema in zip(tags, schemas, strict=True)},
        },
    }
    return {**{f"{prefix}{name}": component for name, component in components.items()}, f"{prefix}Command": any_of}


def _prefix(slug: str) -> str:
    """The first part of the names of a game's components: `MonsterTrick`."""
    return "".join(word.capitalize() for word in slug.split("-"))


def _read(kinds: Iterable[Any], template: str = REFERENCE) -> tuple[list[Schema], Components]:
    """The schemas of types and the components that they refer to."""
    made = msgspec.json.encode(msgspec.json.schema_components(kinds, ref_template=template))
    schemas, components = json.loads(PAGE_NAME.sub(rb"\1Page", made))
    for schema in [*schemas, *components.values()]:
        for part in list(_within(schema)):
            _simplify(part)
    return schemas, components


def _within(schema: Schema) -> Iterator[Schema]:
    """A schema and every schema in it."""
    yield schema
    parts = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    parts += [part for word in ("anyOf", "oneOf", "prefixItems") for part in schema.get(word, ())]
    parts += [schema[word] for word in ("items", "additionalProperties") if isinstance(schema.get(word), dict)]
    for part in parts:
        yield from _within(part)


def _simplify(schema: Schema) -> None:
    """Replaces what generators refuse: closed lists, objects without a word on their fields, defaults that are objects.

    The name of a struct is no title: in the name of its component it has what tells it from others.
    """
    schema.pop("title", None)
    if "prefixItems" in schema:
        first, *others = schema["prefixItems"]
        if all(other == first for other in others):
            schema["items"] = schema.pop("prefixItems")[0]
        else:
            schema["items"] = {"anyOf": schema["prefixItems"]}
    if schema.get("type") == "object" and not {"properties", "additionalProperties"} & schema.keys():
        schema["additionalProperties"] = True
    if isinstance(schema.get("default"), dict):
        del schema["default"]
