"""A night that plays itself, for `manage.py demo`: a server of its own and a client of the documented API.

Nothing in here imports Django: what it does anybody can do from outside.
"""


class Failed(Exception):
    """The demo can't go on; the text is a sentence for whoever watches it."""
