"""The web application for ASGI servers."""

import os

from django.core.asgi import get_asgi_application

from api.body_limit import MOST_BYTES, BoundedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

application = BoundedBodies(get_asgi_application(), MOST_BYTES)
