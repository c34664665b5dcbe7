"""The client that openapi-python-client generates, once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients import tools


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `client`."""
    folder = tmp_path_factory.mktemp("generated")
    assert tools.python_client(folder).split() == ["Generating", "client"]
    return folder
