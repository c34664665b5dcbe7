"""What the tests of the hall's pages share: the site of the API's tests."""

from tests.api.conftest import site

__all__ = ["site"]
