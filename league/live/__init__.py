"""The live streams: what a commit wakes, and the hub that tells each open page what has changed."""
