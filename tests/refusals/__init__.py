"""The codes that each operation answers, found in the code that it runs: kept in `api/problem_pages/operations.py`."""
