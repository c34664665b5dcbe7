"""The web application for ASGI servers."""

import os
from importlib import import_module

import django
from django.conf import settings

from api.body_limit import MOST_BYTES, BoundedBodies
from deploy.structs import prepare_structs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

django.setup(set_prefix=False)

from deploy.handler import Handler  # noqa: E402  # these need the models, which are loaded now

handler = Handler()
bounded = BoundedBodies(handler, MOST_BYTES)
import_module(settings.ROOT_URLCONF)  # all views, and with them the structs of the API
prepare_structs()

from api.streams import Streams  # noqa: E402
from league.live.hub import hub  # noqa: E402

application = Streams(bounded, hub)
