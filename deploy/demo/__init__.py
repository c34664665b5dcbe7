"""`manage.py demo`: a temporary server, and a club night played over the documented API.

Nothing here imports Django: any other client could do the same.
"""


class Failed(Exception):
    """The demo can't go on. The message is a sentence for people."""
