"""The public page of a person, `/c/<slug>/people/<id>`, for those who may be named in public."""
