"""The screen on the wall: `/t/<code>/screen`."""
