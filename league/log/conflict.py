"""The refusals of the log."""


class Conflict(Exception):
    """Another writer took the version: the stream does not end where the caller thought."""


class Busy(Exception):
    """Other writers came first, at each attempt or for too long. The same request may be sent again in a moment."""
