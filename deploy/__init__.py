"""The composition root: settings, servers and the commands around them."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
