"""A whole night in the hall, seen by browsers: the desk, phones and a screen at the same time."""
