"""What production is made of: the bill of materials is valid and complete, and an audit hides no missing data."""

from __future__ import annotations

import json
import re
import subprocess
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from django.core.management import CommandError, call_command

from deploy.management.commands import audit
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
FINE = {"name": "django", "version": "5.2.9", "vulns": []}
KNOWN = {"name": "amqp", "version": "5.4.2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.4.3"]}]}
UNKNOWN = {"name": "vine", "skip_reason": "not found"}


def test_the_bill_of_materials_lists_the_lock_file_and_is_valid(tmp_path: Path) -> None:
    call_command("sbom", str(tmp_path / "bom.json"), stdout=StringIO())
    text = (tmp_path / "bom.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    lock = (ROOT / "deploy/requirements.txt").read_text()
    locked = set(re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^ ;]+)", lock, re.MULTILINE))
    assert len(locked) > 30
    components = json.loads(text)["components"]
    assert {(one["name"], one["version"]) for one in components} == locked
    hashes = {sign["content"] for one in components for sign in one["externalReferences"][0]["hashes"]}
    assert hashes == set(re.findall(r"--hash=sha256:(\w+)", lock))


def test_a_bill_that_can_not_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can't be written"):
        call_command("sbom", str(tmp_path / "missing" / "bom.json"))


def answered(monkeypatch: pytest.MonkeyPatch, *packages: Any, error: str = "") -> None:
    """What pip-audit says."""
    said = "" if error else json.dumps({"dependencies": packages, "fixes": []})
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=said, stderr=error, returncode=1))


def audited() -> tuple[str, CommandError | None]:
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except CommandError as error:
        return out.getvalue(), error
    return out.getvalue(), None


def test_an_audit_without_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, FINE)
    said, error = audited()
    assert error is None
    assert said.splitlines() == [f"{lock}: 1 packages, 0 known vulnerabilities" for lock in audit.LOCKS]


def test_a_known_vulnerability_fails_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, FINE, KNOWN, UNKNOWN)
    said, error = audited()
    assert "amqp 5.4.2: PYSEC-1, mended in 5.4.3" in said
    assert error
    assert error.returncode == 1


def test_packages_without_data_are_named_and_fail_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, FINE, UNKNOWN)
    error = audited()[1]
    assert error
    assert (error.returncode, "vine" in str(error), "django" in str(error)) == (audit.NOT_ASKED, True, False)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("WARNING: x\nERROR: connection refused", "ERROR: connection refused"),
        ("", "no answer"),
        (
            "Traceback:\nConnectionError: HTTPSConnectionPool(host='osv.example', port=443): Max retries exceeded",
            "osv.example can't be reached from here",
        ),
    ],
)
def test_data_that_can_not_be_had_is_said(monkeypatch: pytest.MonkeyPatch, said: str, why: str) -> None:
    answered(monkeypatch, error=said or " ")
    error = audited()[1]
    assert error
    assert (error.returncode, str(error)) == (audit.NOT_ASKED, f"The data can't be had: {why}.")
