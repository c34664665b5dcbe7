"""The application of the product with the bare views beside it, for Uvicorn."""

from __future__ import annotations

import os

from django.conf import settings

from bench.web import WITHOUT_LANES

settings.ROOT_URLCONF = "bench.web.bare"

from deploy.asgi import application as product  # noqa: E402
from deploy.asgi import handler  # noqa: E402
from deploy.lanes import Lanes  # noqa: E402

application = product
if os.environ.get(WITHOUT_LANES):
    handler.lanes = Lanes(10**6, lambda _: 10**6)
