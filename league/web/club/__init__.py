"""The public pages of a club, `/c/<slug>`: tonight, the next nights, the league. None of them changes anything."""
