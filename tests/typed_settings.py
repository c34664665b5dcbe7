"""The settings as mypy's Django plugin reads them, whatever the environment of the checker says."""

import os

os.environ.update(TABLEKEEPER_MODE="club", DATABASE_URL="sqlite://:memory:", SECRET_KEY="x" * 50, REDIS_URL="")

from deploy.settings import *  # noqa: F403
