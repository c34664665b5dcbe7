"""Everything that must never change, as the code has it now: by section, each thing with what it is.

Registries and discovery only, so that modules and classes can move; what must be imported by its place stands on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.apps import apps
from django.core.management import BaseCommand, get_commands, load_command_class
from django.urls import URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from deploy.celery import app as celery
from games.kernel import Event, Rules, draw
from games.registry import all_games
from league.domain.seating.lots import attempt_seed
from league.domain.standings.tie_breaks.lots import lot
from league.domain.tournament.closing.rules import seed_hash
from league.dry_run.view import MEDIA_TYPE
from league.play.form import schema as play_schema
from league.play.tournaments import derived_id
from league.projections.followers import FOLLOWERS
from league.repository.streams import RULES, stream_of
from tests.pins import source
from tests.pins.schemas import Lines, lines

OWN = ("league", "deploy")
METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
PROBLEM = "application/problem+json"
SOME_ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")

Things = dict[str, str]
Groups = dict[str, Things]


def permanent() -> dict[str, Groups]:
    """All sections, sorted: what stands in each, by its name, with its parts; of what is only a name there are none."""
    found: dict[str, Groups] = {
        "admin url names": {"admin": dict.fromkeys(names_of(get_resolver(), "admin", is_inside=False), "address")},
        "api": api(),
        "celery": {"tasks": tasks()},
        "commands": commands(),
        "derivations": {"known inputs": derivations()},
        "events": events(),
        "followers": {"followers": dict.fromkeys(FOLLOWERS, "follower")},
        "labels": {"labels and salts": dict.fromkeys(source.labels(), "label")},
        "manage.py": {"commands": management()},
        "models": {"league": models()},
        "play file": {"play --schema": dict(lines(play_schema(), play_schema()))},
        "refusals": {"codes": dict.fromkeys(source.refusal_codes(), "code")},
        "rules": {"labels": dict.fromkeys(labels(), "rules")},
    }
    return {section: in_order(groups) for section, groups in found.items()}


def in_order(groups: Groups) -> Groups:
    """Sorted by name, and so the parts of each."""
    return {name: dict(sorted(things.items())) for name, things in sorted(groups.items())}


def tasks() -> Things:
    """The names of our tasks, which also stand in queues."""
    celery.loader.import_default_modules()
    return {name: "task" for name in celery.tasks if name.split(".")[0] in OWN}


def every_rules() -> list[Rules[Any]]:
    """The rules of tournaments, seasons and games."""
    return [*RULES.values(), *(game.rules for game in all_games().values())]


def labels() -> list[str]:
    """The label of each edition of all rules."""
    return [f"{rules.name}/{edition}" for rules in every_rules() for edition in range(1, rules.edition + 1)]


def events() -> Groups:
    """Every stored event: its schema number, what older ones are converted from, its fields; named by rules or not."""
    named = [event for rules in every_rules() for event in rules.events]
    others = [event for event in subclasses(Event) if "type" in vars(event) and is_own(event)]
    found: Groups = {}
    for event in dict.fromkeys([*named, *others]):
        upcasts = {f"from schema {number}": "upcast" for number in event.upcasts}
        found[event.type] = {"schema": str(event.schema), **upcasts, **fields(event)}
    return found


def commands() -> Groups:
    """Every command by its rules and its tag, with its fields."""
    return {
        f"{rules.name}: {tag}": fields(command)
        for rules in every_rules()
        for tag, command in rules.command_types.items()
    }


def fields(struct: type[msgspec.Struct]) -> Things:
    """The fields of a struct."""
    (schema,), components = msgspec.json.schema_components([struct], ref_template="#/{name}")
    return dict(lines(schema, components))


def is_own(kind: type[Any]) -> bool:
    """Whether it is the product's, not a test's."""
    return kind.__module__.split(".")[0] in source.PACKAGES


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    """All of them, however deep."""
    for sub in kind.__subclasses__():
        yield sub
        yield from subclasses(sub)


def models() -> Things:
    """The app's models with their tables."""
    return {model.__name__: model._meta.db_table for model in apps.get_app_config("league").get_models()}


def management() -> Things:
    """The commands of `manage.py` with the options and arguments of their own."""
    usual = options(BaseCommand(), "")
    return {
        name: " ".join(sorted(options(load_command_class(app, name), name) - usual))
        for name, app in get_commands().items()
        if app in OWN
    }


def options(command: BaseCommand, name: str) -> set[str]:
    """What a command can be given."""
    parser = command.create_parser("manage.py", name)
    return {word for action in parser._actions for word in action.option_strings or [action.dest]}


def names_of(resolver: URLResolver, namespace: str, *, is_inside: bool) -> Iterator[str]:
    """The names below a namespace."""
    for part in resolver.url_patterns:
        if isinstance(part, URLResolver):
            yield from names_of(part, namespace, is_inside=is_inside or part.namespace == namespace)
        elif is_inside and part.name:
            yield part.name


def api() -> Groups:
    """The OpenAPI document by path and method: parameters, bodies and answers, the shapes of problems and dry runs."""
    made: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    found: Groups = {}
    for path, methods in made["paths"].items():
        for method in METHODS:
            if method in methods:
                found[f"{method.upper()} {path}"] = dict(operation(methods[method], made))
    return {**found, PROBLEM: dict(shared(PROBLEM, made)), MEDIA_TYPE: dict(shared(MEDIA_TYPE, made))}


def operation(said: Mapping[str, Any], made: Mapping[str, Any]) -> Lines:
    """One method of a path."""
    for parameter in said.get("parameters", ()):
        needed = "" if parameter.get("required") else ", optional"
        for path, kind in lines(parameter["schema"], made, f"{parameter['in']} {parameter['name']}"):
            yield path, kind + needed
    yield from contents(said.get("requestBody", {}), made, "body")
    for status, response in said["responses"].items():
        answer = resolved(response, made)
        yield f"{status}", "an answer" if PROBLEM not in answer.get("content", {}) else "a problem"
        yield from contents(answer, made, status)


def resolved(response: Mapping[str, Any], made: Mapping[str, Any]) -> Mapping[str, Any]:
    """A response, or the one of the components that it refers to."""
    found: Mapping[str, Any] = response
    if "$ref" in response:
        found = made["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return found


def contents(said: Mapping[str, Any], made: Mapping[str, Any], name: str) -> Lines:
    """A body by its kind; problems are all of one shape, and so are answers of dry runs."""
    for media, part in said.get("content", {}).items():
        if media == MEDIA_TYPE:
            yield f"{name} {media}", "a dry run"
        elif media != PROBLEM:
            yield from lines(part.get("schema", {}), made, name if media == JSON else f"{name} {media}")


def shared(media: str, made: Mapping[str, Any]) -> Lines:
    """The shapes of all answers of a media type that has one for all operations."""
    for methods in made["paths"].values():
        for method in METHODS:
            for response in methods.get(method, {}).get("responses", {}).values():
                answer = resolved(response, made)
                if media in answer.get("content", {}):
                    yield from lines(answer["content"][media]["schema"], made)


def derivations() -> Things:
    """What is worked out of known inputs: ids of streams, signatures, draws and lots."""
    ids = {f"stream of game {game} at {SOME_ID}": str(stream_of(SOME_ID, game)) for game in (1, 2, 3)}
    return {
        **ids,
        "draw of 0-9 from seed s, label l": " ".join(map(str, draw("s", "l", range(10)))),
        "hash shown of secret 00": seed_hash("00"),
        "id of entry 3 in a play file, text t": derived_id("t", 3),
        "lot of entry e, secret 00": lot("00", "e"),
        "seed of attempt 2 of round 1, secret 00": attempt_seed("00", 1, 2),
    }
