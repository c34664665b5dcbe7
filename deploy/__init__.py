"""What puts Tablekeeper together and runs it; nothing of ours imports it."""

import os

__version__ = "0.5.0"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
