"""How the commands around the tools judge and sum up."""

from __future__ import annotations

import os
from io import StringIO

import pytest
from django.core.management import call_command

from deploy import chromium
from deploy.management.commands.test import judge, pytest_arguments, seeded
from deploy.steps import Step, sum_up


@pytest.mark.parametrize(
    ("statuses", "is_part", "passed"),
    [
        ({"sqlite": 0, "postgres": 0}, False, True),
        ({"sqlite": 0, "postgres": 1}, False, False),
        ({"sqlite": 4, "postgres": 0}, False, False),
        ({"sqlite": 0, "postgres": 5}, False, False),
        ({"sqlite": 0, "postgres": 5}, True, True),
        ({"sqlite": 5, "postgres": 5}, True, False),
    ],
)
def test_a_leg_that_fails_or_does_not_run_fails_the_whole(statuses, is_part, passed):
    assert all(step.passed for step in judge(statuses, is_part=is_part)) is passed


def test_fresh_seeds_are_for_the_property_tests_alone():
    assert pytest_arguments(["-k", "tiger"]) == ["-k", "tiger"]
    fresh = ["-m", "hypothesis", "--hypothesis-profile=fresh"]
    assert pytest_arguments(["tests/rules", "--fresh-seeds"]) == [*fresh, "tests/rules"]


def test_a_seed_is_added_where_fresh_ones_are_wanted_and_none_is_given():
    assert seeded(["-k", "tiger"], 7) == ["-k", "tiger"]
    assert seeded(["--fresh-seeds"], 7) == ["--fresh-seeds", "--hypothesis-seed=7"]
    assert seeded(["--fresh-seeds", "--hypothesis-seed=8"], 7) == ["--fresh-seeds", "--hypothesis-seed=8"]


def test_the_sum_names_every_step(capsys):
    assert sum_up([Step("types", passed=True), Step("format", passed=False)]) == 1
    assert capsys.readouterr().out == "ok     types\nFAILED format\n"
    assert sum_up([Step("types", passed=True)]) == 0


def test_without_chromium_the_line_to_run_is_shown(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(chromium.Missing, match="sudo apt-get install -y chromium"):
        chromium.find_or_install()


@pytest.mark.django_db
def test_no_check_has_anything_to_say():
    said = StringIO()
    call_command("check", fail_level="INFO", stdout=said)
    assert said.getvalue().startswith("System check identified no issues")
