"""How Django itself writes days and times in the admin's lists and forms: as `league.queries.dates` does."""
