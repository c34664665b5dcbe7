"""The desk: the pages from which directors and referees run a tournament, and directors change a season.

| what | where |
| --- | --- |
| a desk, and the steps that it offers: forms that send one command each | step |
| the responses: a desk's page, its steps, and the forms that open a tournament or a season | views |
| a page that stays open, and what has changed on it | news |
| the forms that open a tournament and a season | opening |
| the steps and pages of a tournament; of a season | tournament, season |
| form fields: exact numbers; made from a struct's types; a CSV file | number_fields, struct_fields, csv_form |
| a refusal's sentences in a form | refusals |
"""
