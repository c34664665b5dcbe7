"""A web server under load, and the people who use it."""

WITHOUT_LANES = "BENCH_WITHOUT_LANES"
"""The variable by which web processes of a benchmark answer every request at once."""
